/// A part of a growing memory, as a value: lists that grew from one another share their items.
///
/// A place that was written is never written again, so that whoever holds a part may read it while
/// others make it longer, at either end. Whoever comes second to make the same part longer copies it.
/// Places are counted from any zero, and stay what they are while a list grows.
@usableFromInline
struct SharedItems<Element> {
  @usableFromInline let store: ItemStore<Element>
  /// The places that belong to this part.
  @usableFromInline let bounds: Range<Int>
  /// What parts with the same items at the same places have in common.
  private let lineage: Lineage

  private init(_ store: ItemStore<Element>, _ bounds: Range<Int>, _ lineage: Lineage) {
    self.store = store
    self.bounds = bounds
    self.lineage = lineage
  }

  /// Creates a part that nothing shares yet, with its first item at a place.
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
    precondition(bounds.contains(place), "a list of \(bounds.count) has nothing at this index")
    // A pointer keeps no store, so each who reads by one keeps it until it has read.
    return withExtendedLifetime(store) { store in store.slots[place - store.places.lowerBound] }
  }

  var elements: [Element] { elements(at: bounds) }

  /// The items at places that belong to this part.
  func elements(at places: Range<Int>) -> [Element] {
    withExtendedLifetime(store) { store in
      let start = store.slots + (places.lowerBound - store.places.lowerBound)
      return Array(UnsafeBufferPointer(start: start, count: places.count))
    }
  }

  /// Whether it has what another one has, at the same places, and perhaps more.
  func extends(_ other: Self) -> Bool {
    lineage === other.lineage && bounds.lowerBound <= other.bounds.lowerBound
      && bounds.upperBound >= other.bounds.upperBound
  }

  /// The places at which it is known without a look that both have the same items.
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

  /// A copy with places for more, and the room that there was at the other end.
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

// MARK: Becoming less, and other

extension SharedItems {
  /// Lets go of items at the start; their memory goes when three quarters of it are not used.
  func droppingFirst(_ count: Int) -> Self {
    narrowed(to: min(bounds.lowerBound + count, bounds.upperBound)..<bounds.upperBound)
  }

  /// Lets go of items at the end; their memory goes when three quarters of it are not used.
  func droppingLast(_ count: Int) -> Self {
    narrowed(to: bounds.lowerBound..<max(bounds.upperBound - count, bounds.lowerBound))
  }

  private func narrowed(to bounds: Range<Int>) -> Self {
    let part = Self(store, bounds, Lineage(bounds))
    if bounds.count * 4 >= store.places.count { return part }
    return Self(part.elements, from: bounds.lowerBound)
  }

  /// A copy in which items were changed, taken out or put in.
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

/// Parts that grew out of one another, each out of the one before it, so that the longer one has all
/// that the shorter one has.
private final class Lineage: Sendable {
  /// The places of the longest one.
  private let longest: Lock<Range<Int>>

  init(_ bounds: Range<Int>) { longest = Lock(bounds) }

  /// The lineage of what a part grows into: another one if something else has grown out of it.
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

/// The memory that parts share: places of which some have been claimed, and are written once.
@usableFromInline
final class ItemStore<Element> {
  /// The places that there is memory for.
  @usableFromInline let places: Range<Int>
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  /// The places that are written, or about to be.
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

  /// Claims the places after a part for the caller, who must fill them; false if they are not free.
  func claim(after part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.upperBound == part.upperBound, added.upperBound <= places.upperBound else {
        return false
      }
      claimed = claimed.lowerBound..<added.upperBound
      return true
    }
  }

  /// Claims the places before a part for the caller, who must fill them; false if they are not free.
  func claim(before part: Range<Int>, _ added: Range<Int>) -> Bool {
    claimed.withLock { claimed in
      guard claimed.lowerBound == part.lowerBound, added.lowerBound >= places.lowerBound else {
        return false
      }
      claimed = added.lowerBound..<claimed.upperBound
      return true
    }
  }

  /// Writes to claimed places.
  func fill(_ place: Int, _ elements: [Element]) {
    elements.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      (slots + (place - places.lowerBound)).initialize(from: base, count: source.count)
    }
  }

  /// Writes to claimed places what stands there in another store.
  func fill(_ part: Range<Int>, from other: ItemStore) {
    (slots + (part.lowerBound - places.lowerBound)).initialize(
      from: other.slots + (part.lowerBound - other.places.lowerBound),
      count: part.count
    )
  }
}

// SAFETY: a place is written once, by whoever claimed it under the lock, before any part that has it
// is handed on; parts are handed on through locks.
extension ItemStore: @unchecked Sendable where Element: Sendable {}
