import ReactiveLoading

/// A transform from the items of successive lists to rows.
protocol RowTransform<Item, Row>: Sendable {
  associatedtype Item: Identifiable & Sendable
  associatedtype Row: Identifiable & Sendable

  /// Returns the rows of a list; the items that the list before it had are not transformed again.
  mutating func rows(of items: SharedItems<Item>) -> SharedItems<Row>
}

/// A state of the rows, and the change of the items.
///
/// `hasItems` is false for a list without items, which requests nothing, as in the loader.
// NB: A tuple, because the code that copies a structure with a state is 8 kB.
typealias RowsUpdate<Key, Row: Identifiable, Failure: Error> = (
  state: Loadable<PagedList<Key, Row, Failure>, Failure>, change: ItemsChange, hasItems: Bool
)

/// The kind of change from the items of the previous list.
enum ItemsChange {
  case none
  /// Pages were added, and a window may have dropped others.
  case pages
  /// A page in flight has reported a part.
  case part
  /// The part of a page was removed, because its load was cancelled.
  case withoutPart
  /// The items were edited, or belong to another list.
  case others
}

/// The states of the rows for successive states of the items.
///
/// It is a value that is cheap to copy.
struct RowsAccumulator<Transform: RowTransform>: Sendable {
  private let fresh: Transform
  /// The transform with its state after the current rows.
  private var transform: Transform
  private var items = SharedItems<Transform.Item>()
  /// The numbers of the parts at the ends of the list.
  private var parts = Ends<UInt32>(end: 0, start: 0)

  init(_ transform: Transform) {
    fresh = transform
    self.transform = transform
  }

  /// Returns the state of the rows for a state of the items.
  ///
  /// A state without a list changes nothing, because the same list often follows. The state
  /// `notRequested` releases the items.
  mutating func update<Key, Failure>(
    _ state: Loadable<PagedList<Key, Transform.Item, Failure>, Failure>
  ) -> RowsUpdate<Key, Transform.Row, Failure> {
    if case .notRequested = state { self = Self(fresh) }
    let new = state.latest?.items ?? items
    let newParts = state.latest?.properties.parts ?? parts
    defer { (items, parts) = (new, newParts) }
    return (
      state: state.map { PagedList(transform.rows(of: $0.items), $0.properties) },
      change: new.change(since: items, newParts, since: parts),
      hasItems: state.latest?.isEmpty == false
    )
  }
}

extension SharedItems {
  fileprivate func change(
    since old: Self,
    _ parts: Ends<UInt32>,
    since oldParts: Ends<UInt32>
  ) -> ItemsChange {
    let change = change(since: old)
    if change == .none || parts == oldParts { return change }
    if ListEnd.allCases.contains(where: { parts[$0] != oldParts[$0] && parts[$0] > 0 }) {
      return .part
    }
    // A page that has loaded is another chunk than its part.
    return old.extends(self) ? .withoutPart : change
  }

  private func change(since old: Self) -> ItemsChange {
    if extends(old) { return old.extends(self) ? .none : .pages }
    // A window that drops many items makes a copy, as an edit does, but an edit keeps the start.
    let isOfWindow = sharedPositions(with: old) != nil || bounds.lowerBound != old.bounds.lowerBound
    return isOfWindow ? .pages : .others
  }
}
