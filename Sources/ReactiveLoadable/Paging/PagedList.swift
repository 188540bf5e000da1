/// A list that loads page by page: the items that are there, and what goes on at its ends.
///
/// It is a collection of its items, each of them once:
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
/// It is a value: what a screen holds never changes under it. Lists that grew from one another share
/// the memory of their items, so it costs no more to keep or to publish one than a few words.
public struct PagedList<Key, Item: Identifiable, Failure: Error> {
  /// Whose list it is.
  public let key: Key
  /// What goes on at the end.
  public let append: PageEnd<Failure>
  /// What goes on before the start; complete for a list that grows at its end only.
  public let prepend: PageEnd<Failure>
  /// How many items there are on all pages, as the last page said; `nil` if it did not.
  public let total: Int?
  /// How many items came that were there already, and were left out (contract P6).
  ///
  /// More than none tell that the pages of the server shift while they are read.
  public let duplicates: Int
  @usableFromInline let items: SharedItems<Item>

  /// Creates a list, for previews and tests.
  ///
  /// - Parameters:
  ///   - key: Whose list it is.
  ///   - items: What stands in it, in order, each id once.
  ///   - append: What goes on at the end, by default nothing more.
  ///   - prepend: What goes on before the start, by default nothing more.
  ///   - total: How many items there are on all pages, if that is known.
  ///   - duplicates: How many items were left out.
  public init(
    key: Key,
    _ items: some Sequence<Item>,
    append: PageEnd<Failure> = .complete,
    prepend: PageEnd<Failure> = .complete,
    total: Int? = nil,
    duplicates: Int = 0
  ) {
    self.init(key, SharedItems(Array(items)), append, prepend, total, duplicates)
  }

  init(
    _ key: Key,
    _ items: SharedItems<Item>,
    _ append: PageEnd<Failure>,
    _ prepend: PageEnd<Failure>,
    _ total: Int?,
    _ duplicates: Int
  ) {
    self.key = key
    self.items = items
    self.append = append
    self.prepend = prepend
    self.total = total
    self.duplicates = duplicates
  }
}

extension PagedList: RandomAccessCollection {
  /// Zero; the first index, if there is an item.
  @inlinable public var startIndex: Int { 0 }

  /// The number of items.
  @inlinable public var endIndex: Int { items.count }

  /// The item with an index, which must be less than the number of items and not less than zero.
  @inlinable
  public subscript(index: Int) -> Item { items[offset: index] }
}

extension PagedList: CustomStringConvertible {
  /// The number of items and the state of the ends.
  public var description: String {
    let start = prepend.isComplete ? "" : ", prepend \(prepend)"
    return "\(count) items of \(key)\(start), append \(append)"
  }
}

extension PagedList: CustomReflectable {
  /// What it is made of, with the items in their order.
  public var customMirror: Mirror {
    let children: [(String?, Any)] = [
      ("key", key), ("items", Array(self)), ("append", append), ("prepend", prepend),
      ("total", total as Any), ("duplicates", duplicates),
    ]
    return Mirror(self, children: children.map { (label: $0, value: $1) }, displayStyle: .struct)
  }
}

extension PagedList: Sendable where Key: Sendable, Item: Sendable {}

extension PagedList: Equatable where Key: Equatable, Item: Equatable, Failure: Equatable {
  /// Compares everything; items that share their memory are not looked at.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.append == right.append && left.prepend == right.prepend
      && left.total == right.total && left.duplicates == right.duplicates
      && left.items == right.items
  }
}
