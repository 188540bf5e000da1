public import Foundation
public import ReactiveLoading
public import ReactiveRelays

/// A paginated list: the loaded items, and the state of both ends.
///
/// A list is a collection of its items. Each item occurs once:
///
/// ```swift
/// ForEach(list) { row in
///   RowView(row).onAppear { results.visible(row.id) }
/// }
/// switch list.append {
/// case .idle: EmptyView()
/// case .loading: ProgressView()
/// case .failed(let error): RetryButton(error) { results.retry() }
/// case .complete: Text("\(list.count) found")
/// }
/// ```
///
/// A list is a value, so a list that a screen holds never changes. Lists that grew from one another
/// share the memory of their items, so retaining or publishing a list copies only a few words.
public struct PagedList<Key, Item: Identifiable, Failure: Error> {
  @usableFromInline let items: SharedItems<Item>
  let properties: ListProperties<Key, Failure>

  /// The key of the list.
  public var key: Key { properties.key.key }

  /// The state of the end of the list.
  public var append: PageEnd<Failure> { properties.append.end }

  /// The state of the start of the list; `complete` for a list that only grows at its end.
  public var prepend: PageEnd<Failure> { properties.prepend.end }

  /// The progress of the page in flight at the end, as its load function reported it, or `nil`.
  public var appendProgress: LoadProgress? { properties.append.progress }

  /// The progress of the page in flight at the start, as its load function reported it, or `nil`.
  public var prependProgress: LoadProgress? { properties.prepend.progress }

  /// The number of items on all pages, as the last page with a total reported it, or `nil`.
  public var total: Int? { properties.total }

  /// The number of items that were dropped because the list contained them already.
  ///
  /// A number greater than zero indicates that the server's pages shift while they are loaded.
  /// See <doc:PagingContract#P6-Malformed-pages>.
  public var duplicateCount: Int { properties.duplicateCount }

  /// The date at which the first page of a saved list was loaded; `nil` for a list of this process.
  ///
  /// It is the date of the record that the list was restored from; see
  /// <doc:PagingContract#P11-Saved-lists>. Edits and further pages keep it.
  public var savedAt: Date? { properties.savedAt }

  /// A Boolean value that indicates whether the list was invalidated, or is an old saved list.
  ///
  /// A saved list is old unless the policy's freshness is `.lasting` and that time has not passed
  /// since ``savedAt``. The next load of the list ends both. The value is that at the last change
  /// of the state: neither the passing of time nor ``PagedLoader/invalidate()`` publishes a state.
  public var isStale: Bool { properties.isStale }

  /// Creates a list of items with different ids, for previews and tests.
  public init(
    key: Key,
    _ items: some Sequence<Item>,
    append: PageEnd<Failure> = .complete,
    prepend: PageEnd<Failure> = .complete,
    total: Int? = nil,
    duplicateCount: Int = 0,
    savedAt: Date? = nil,
    isStale: Bool = false,
    appendProgress: LoadProgress? = nil,
    prependProgress: LoadProgress? = nil
  ) {
    let properties = ListProperties(
      key: NumberedKey(key),
      append: BoxedPageEnd(append, appendProgress),
      prepend: BoxedPageEnd(prepend, prependProgress),
      total: total,
      duplicateCount: duplicateCount,
      savedAt: savedAt,
      isStale: isStale
    )
    self.init(SharedItems(Array(items)), properties)
  }

  init(_ items: SharedItems<Item>, _ properties: ListProperties<Key, Failure>) {
    self.items = items
    self.properties = properties
  }
}

extension PagedList: RandomAccessCollection {
  /// The index of the first item, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The index after the last item, which is the number of items.
  @inlinable public var endIndex: Int { items.count }

  /// The item at an index, which must be at least zero and less than the number of items.
  @inlinable
  public subscript(index: Int) -> Item { items[offset: index] }

  /// Returns an iterator over the items, in order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(items) }

  /// An iterator over the items of a list, which reads the chunks one after the other.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let items: SharedItems<Item>
    /// The items of the current chunk.
    @usableFromInline var chunk: [Item] = []
    /// The index of the next item in the chunk.
    @usableFromInline var index = 0
    /// The index after the last item of the chunk that belongs to the list.
    @usableFromInline var limit = 0
    /// The offset of the first item after the current chunk.
    @usableFromInline var end = 0

    @inlinable
    init(_ items: SharedItems<Item>) { self.items = items }

    /// Returns the next item; `nil` after the last one.
    @inlinable
    public mutating func next() -> Item? {
      if index == limit, !startChunk() { return nil }
      defer { index &+= 1 }
      // SAFETY: the index is less than the limit, which is at most the number of items.
      return chunk.withUnsafeBufferPointer { $0[index] }
    }

    /// Starts the next chunk; returns false at the end of the list.
    @inlinable @inline(never)
    mutating func startChunk() -> Bool {
      if end == items.count { return false }
      (chunk, index) = items.chunks.read(at: items.skipped + end) { ($0.items(of: Item.self), $1) }
      limit = Swift.min(chunk.count, index + items.count - end)
      end += limit - index
      return true
    }
  }
}

extension PagedList: CustomStringConvertible, ShortlyDescribed {
  /// A description with the number of items, the key and the state of the ends.
  public var description: String {
    let start = prepend.isComplete ? "" : ", prepend \(prepend)"
    return
      "\(count) \(count == 1 ? "item" : "items") of \(shortText(key, limit: 60))\(start), append \(append)"
  }
}

extension PagedList: CustomReflectable {
  /// A mirror of the list, with its items in order.
  public var customMirror: Mirror {
    let children: [(String?, Any)] = [
      ("key", key), ("items", Array(self)), ("append", append), ("prepend", prepend),
      ("appendProgress", appendProgress as Any), ("prependProgress", prependProgress as Any),
      ("total", total as Any), ("duplicateCount", duplicateCount),
      ("savedAt", savedAt as Any), ("isStale", isStale),
    ]
    return Mirror(self, children: children.map { (label: $0, value: $1) }, displayStyle: .struct)
  }
}

extension PagedList: Sendable where Key: Sendable, Item: Sendable {}
extension ListProperties: Sendable where Key: Sendable {}
extension PagedList.Iterator: Sendable where Item: Sendable {}

extension PagedList: Equatable where Key: Equatable, Item: Equatable, Failure: Equatable {
  /// Compares all properties of two lists; items in shared memory are equal without a comparison.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.append == right.append && left.prepend == right.prepend
      && left.total == right.total && left.duplicateCount == right.duplicateCount
      && left.savedAt == right.savedAt && left.isStale == right.isStale
      && left.appendProgress == right.appendProgress
      && left.prependProgress == right.prependProgress
      && left.items == right.items
  }
}

/// The properties of a list other than its items; lists of its rows share them.
final class ListProperties<Key, Failure: Error> {
  let key: NumberedKey<Key>
  let append: BoxedPageEnd<Failure>
  let prepend: BoxedPageEnd<Failure>
  let total: Int?
  let duplicateCount: Int
  let savedAt: Date?
  let isStale: Bool

  init(
    key: NumberedKey<Key>,
    append: BoxedPageEnd<Failure>,
    prepend: BoxedPageEnd<Failure>,
    total: Int?,
    duplicateCount: Int,
    savedAt: Date? = nil,
    isStale: Bool = false
  ) {
    self.key = key
    self.append = append
    self.prepend = prepend
    self.total = total
    self.duplicateCount = duplicateCount
    self.savedAt = savedAt
    self.isStale = isStale
  }
}

extension ListProperties {
  /// The numbers of the parts at the ends.
  var parts: Ends<UInt32> { Ends(end: append.part, start: prepend.part) }
}

/// The state of an end in a list, with the failure behind a reference.
// NB: A `PageEnd` in its place costs an edit of a list 2,900 instructions for metadata.
struct BoxedPageEnd<Failure: Error>: Sendable {
  /// The number of retries of the page in flight; `nil` if no page is in flight.
  let attempt: Int?
  let isComplete: Bool
  /// The number of the last report of the page whose part the list has at this end; 0 for none.
  let part: UInt32
  /// The progress of the page in flight, or else the failure.
  // NB: In one reference, so that an end is no larger for its progress.
  let detail: AnyBox?

  init(_ end: PageEnd<Failure>, _ progress: LoadProgress? = nil) {
    if case .loading(let attempt) = end { self.attempt = attempt } else { attempt = nil }
    isComplete = end.isComplete
    part = 0
    detail = attempt == nil ? end.error.map(Box.init) : progress.map(Box.init)
  }

  /// Creates the state of the end of a part, which is in flight.
  init(attempt: Int, part: UInt32) {
    (self.attempt, self.part, isComplete, detail) = (attempt, part, false, nil)
  }

  var error: Box<Failure>? { attempt == nil ? detail?.assumed(of: Failure.self) : nil }

  var progress: LoadProgress? {
    attempt == nil ? nil : detail?.assumed(of: LoadProgress.self).value
  }

  var isLoading: Bool { attempt != nil }
  var isIdle: Bool { !isLoading && !isComplete && detail == nil }

  var end: PageEnd<Failure> {
    if let attempt { return .loading(attempt: attempt) }
    if let error { return .failed(error.value) }
    return isComplete ? .complete : .idle
  }
}

/// A key behind a reference, with its number.
final class NumberedKey<Key> {
  let key: Key
  let number: Int

  init(_ key: Key, _ number: Int = 0) {
    self.key = key
    self.number = number
  }
}

extension NumberedKey: Sendable where Key: Sendable {}
