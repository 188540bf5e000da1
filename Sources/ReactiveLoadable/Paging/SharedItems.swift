/// An immutable array with shared storage: lists that grew from one another share their items.
///
/// A place in the storage is written only once. A part can therefore be read while another owner
/// extends it at either end. The second owner that extends the same part copies it. The places of
/// items are integers from an arbitrary origin, and do not change while a list grows.
@usableFromInline
struct SharedItems<Element> {
  @usableFromInline let store: ItemStore<Element>
  /// The places of this part.
  @usableFromInline let bounds: Range<Int>
  /// The identity that parts with the same items at the same places share.
  private let lineage: Lineage

  private init(_ store: ItemStore<Element>, _ bounds: Range<Int>, _ lineage: Lineage) {
    self.store = store
    self.bounds = bounds
    self.lineage = lineage
  }

  /// Creates a part with new storage and its first item at a place.
  init(_ elements: [Element] = [], from start: Int = 0) {
    let bounds = start..<(start + elements.count)
    let store = ItemStore<Element>(holding: bounds)
    store.fill(bounds.lowerBound, elements)
    self.init(store, bounds, Lineage(bounds))
  }

  @inlinable var count: Int { bounds.count }

  @inlinable
  subscript(offset offset: Int) -> Element { self[bounds.lowerBound + offset] }

  @inlinable
  subscript(place: Int) -> Element {
    precondition(
      bounds.contains(place),
      "PagedList index \(place - bounds.lowerBound) is out of range: expected 0..<\(bounds.count)"
    )
    // The pointer does not retain the store, so each reader extends the lifetime of the store.
    return withExtendedLifetime(store) { store in store.slots[place - store.places.lowerBound] }
  }

  var elements: [Element] { elements(at: bounds) }

  /// Returns the items at places of this part.
  func elements(at places: Range<Int>) -> [Element] {
    withExtendedLifetime(store) { store in
      let start = store.slots + (places.lowerBound - store.places.lowerBound)
      return Array(UnsafeBufferPointer(start: start, count: places.count))
    }
  }

  /// Returns true if the lineage proves that it has all items of another part, at the same places.
  func extends(_ other: Self) -> Bool {
    lineage === other.lineage && bounds.lowerBound <= other.bounds.lowerBound
      && bounds.upperBound >= other.bounds.upperBound
  }

  /// Returns the places with the same items in both parts, without a comparison of items.
  func placesShared(with other: Self) -> Range<Int>? {
    guard store === other.store || lineage === other.lineage else { return nil }
    let shared = bounds.clamped(to: other.bounds)
    return shared.isEmpty ? nil : shared
  }
}

// MARK: Growing

extension SharedItems {
  func appending(_ new: [Element]) -> Self {
    if new.isEmpty { return self }
    let added = bounds.upperBound..<(bounds.upperBound + new.count)
    let grown = bounds.lowerBound..<added.upperBound
    let store =
      store.claim(after: bounds, added) ? store : copy(with: grown, roomAfter: grown.count)
    store.fill(added.lowerBound, new)
    return Self(store, grown, lineage.heir(from: bounds, to: grown))
  }

  func prepending(_ new: [Element]) -> Self {
    if new.isEmpty { return self }
    let added = (bounds.lowerBound - new.count)..<bounds.lowerBound
    let grown = added.lowerBound..<bounds.upperBound
    let store =
      store.claim(before: bounds, added) ? store : copy(with: grown, roomBefore: grown.count)
    store.fill(added.lowerBound, new)
    return Self(store, grown, lineage.heir(from: bounds, to: grown))
  }

  /// Copies the items to a store with room to grow; the room at the other end stays the same.
  private func copy(
    with grown: Range<Int>,
    roomBefore: Int? = nil,
    roomAfter: Int? = nil
  ) -> ItemStore<Element> {
    let before = roomBefore ?? (bounds.lowerBound - store.places.lowerBound)
    let after = roomAfter ?? (store.places.upperBound - bounds.upperBound)
    let copy = ItemStore<Element>(holding: grown, roomBefore: before, roomAfter: after)
    copy.fill(bounds, from: store)
    return copy
  }
}

// MARK: Shrinking and editing

extension SharedItems {
  /// Drops items at the start; the memory is released when three quarters of it are unused.
  func droppingFirst(_ count: Int) -> Self {
    narrowed(to: min(bounds.lowerBound + count, bounds.upperBound)..<bounds.upperBound)
  }

  /// Drops items at the end; the memory is released when three quarters of it are unused.
  func droppingLast(_ count: Int) -> Self {
    narrowed(to: bounds.lowerBound..<max(bounds.upperBound - count, bounds.lowerBound))
  }

  private func narrowed(to bounds: Range<Int>) -> Self {
    let part = Self(store, bounds, Lineage(bounds))
    if bounds.count * 4 >= store.places.count { return part }
    return Self(part.elements, from: bounds.lowerBound)
  }

  /// Returns a copy in which a closure has changed, removed or inserted items.
  func edited<R>(_ body: (inout [Element]) -> R) -> (Self, R) {
    var elements = elements
    let result = body(&elements)
    return (Self(elements, from: bounds.lowerBound), result)
  }
}

extension SharedItems: Sendable where Element: Sendable {}

extension SharedItems: Equatable where Element: Equatable {
  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    if left.count != right.count { return false }
    return left.extends(right) || left.elements == right.elements
  }
}

/// The identity of parts that grew from one another in sequence.
///
/// Each longer part contains all items of each shorter part.
private final class Lineage: Sendable {
  /// The places of the longest part.
  private let longest: Lock<Range<Int>>

  init(_ bounds: Range<Int>) { longest = Lock(bounds) }

  /// Returns the lineage of a grown part: a new one if the part has grown into another one before.
  func heir(from part: Range<Int>, to grown: Range<Int>) -> Lineage {
    longest.withLock { longest in
      let isFirst =
        (part.lowerBound == grown.lowerBound || part.lowerBound == longest.lowerBound)
        && (part.upperBound == grown.upperBound || part.upperBound == longest.upperBound)
      if isFirst {
        let start = min(longest.lowerBound, grown.lowerBound)
        longest = start..<max(longest.upperBound, grown.upperBound)
      }
      return isFirst
    } ? self : Lineage(grown)
  }
}

/// The memory that parts share; each place is claimed and written once.
@usableFromInline
final class ItemStore<Element> {
  /// The places with allocated memory.
  @usableFromInline let places: Range<Int>
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  /// The claimed places, which are written or will be.
  private let claimed: Lock<Range<Int>>

  init(holding claimed: Range<Int>, roomBefore: Int = 0, roomAfter: Int = 0) {
    places = (claimed.lowerBound - roomBefore)..<(claimed.upperBound + roomAfter)
    slots = .allocate(capacity: places.count)
    self.claimed = Lock(claimed)
  }

  deinit {
    let written = claimed.withLock { $0 }
    (slots + (written.lowerBound - places.lowerBound)).deinitialize(count: written.count)
    slots.deallocate()
  }

  /// Claims the places after a part, which the caller must fill; false if they are not free.
  func claim(after part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.upperBound == part.upperBound, added.upperBound <= places.upperBound else {
        return false
      }
      claimed = claimed.lowerBound..<added.upperBound
      return true
    }
  }

  /// Claims the places before a part, which the caller must fill; false if they are not free.
  func claim(before part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.lowerBound == part.lowerBound, added.lowerBound >= places.lowerBound else {
        return false
      }
      claimed = added.lowerBound..<claimed.upperBound
      return true
    }
  }

  /// Writes items to claimed places.
  func fill(_ place: Int, _ elements: [Element]) {
    elements.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      (slots + (place - places.lowerBound)).initialize(from: base, count: source.count)
    }
  }

  /// Copies items from another store to the same claimed places.
  func fill(_ part: Range<Int>, from other: ItemStore) {
    (slots + (part.lowerBound - places.lowerBound)).initialize(
      from: other.slots + (part.lowerBound - other.places.lowerBound),
      count: part.count
    )
  }
}

// SAFETY: a place is written once, by the caller that claimed it under the lock, before a part with
// that place is passed on; parts are passed on through locks.
extension ItemStore: @unchecked Sendable where Element: Sendable {}
