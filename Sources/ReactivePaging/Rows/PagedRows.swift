public import ReactiveLoading
public import ReactiveRelays

/// The rows of a paginated list as a screen shows them: mapped, filtered, or with sections.
///
/// For example, a screen shows only unread messages, under the day of their arrival. So there are
/// fewer rows than items, and messages without a row must not stop pagination:
///
/// ```swift
/// let unread = inbox.sectionedRows(of: { $0.isRead ? nil : $0 }, by: \.day)
///
/// unread.states.sinkOnMainActor { draw($0) }  // Loadable, like the loader's states
/// unread.visible(row.id)                      // as rows become visible: instead of inbox.visible
/// inbox.refresh()                             // intents go to the loader
/// ```
///
/// The lists of rows have the key, the ends, the total and the duplicates of the loader's lists.
/// When a list has grown at its ends, only the new items are transformed.
///
/// Prefetching counts rows, not items. A page is requested when fewer than
/// ``PagingPolicy/prefetchDistance`` rows follow a visible row, and while the loaded pages have no
/// row, up to ``PagingPolicy/emptyPageLimit`` pages in a row. <doc:ShowingRowsOfAPagedList> has all
/// rules.
///
/// Create rows with ``PagedLoader/rows(_:)``, ``PagedLoader/sectionedRows(by:)`` or
/// ``PagedLoader/sectionedRows(of:by:)``. The rows retain their loader and observe it from their
/// creation. They are safe to use from any thread, also re-entrantly from an observer of
/// ``states``. When the rows are released, their states finish.
///
/// A marble diagram tests rows in exact virtual time. Here the filter leaves no row of page two:
///
/// ```swift
/// marbles { m in
///   let even = results.rows { $0.number.isMultiple(of: 2) ? $0 : nil }
///   m.hot("-o") { _ in results.load() }
///   m.hot("----o") { _ in even.visible(at: 0) }
///   m.expect(even.states.map { $0.latest?.count ?? 0 }, "nl1a-b-3", counts)
/// }
/// ```
public final class PagedRows<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  /// The type of the lists of rows.
  public typealias List = PagedList<Key, Row, Failure>

  private let storage: RowsStorage<Key, Row, Failure>
  private let streams = CancellableBag()

  init<Cursor, Transform: RowTransform>(
    _ loader: PagedLoader<Key, Cursor, Transform.Item, Failure>,
    _ transform: Transform
  ) where Transform.Row == Row, Transform.Item.ID: Sendable {
    let storage = RowsStorage<Key, Row, Failure>(loader.storage.policy) { end in
      loader.perform(end == .end ? .next : .previous).started.load != nil
    }
    self.storage = storage
    let updates = loader.states.following.compactScan(from: RowsAccumulator(transform)) {
      $0.update($1)
    }
    streams.own(updates) { [weak storage] update in storage?.receive(update) }
    // Rows that are in use use their loader.
    let usage = storage.states.usage.compactScan(from: false) { isInUse, new in
      defer { isInUse = new }
      return new == isInUse ? nil : new
    }
    streams.own(usage) { [core = loader.storage.states.core] isInUse in
      if isInUse { core.beginUse() } else { core.endUse() }
    }
  }

  deinit { storage.states.finish() }

  /// The current state.
  public var state: Loadable<List, Failure> { storage.states.value }

  /// A relay that publishes the current state and then each change, in order.
  ///
  /// States are published on the same thread as those of the loader. The relay finishes when the
  /// rows are released. A state after which a page is requested immediately is not published: the
  /// state with that page in flight follows. See <doc:ShowingRowsOfAPagedList#Q5-Visibility>.
  public var states: ReadOnlyRelay<Loadable<List, Failure>> { storage.states.readOnly }

  /// Reports the row at an index as visible, and prefetches a page if the row is near an end.
  ///
  /// - Parameter index: The index of the row in the list. An index out of bounds has no effect.
  public func visible(at index: Int) { storage.setVisible { $0.position(at: index) } }

  /// Reports the row with an id as visible, and prefetches a page if the row is near an end.
  ///
  /// - Parameter id: The id of the row. An id that the list does not contain has no effect.
  public func visible(_ id: Row.ID) { storage.setVisible { $0.position(of: id) } }
}

extension PagedRows: Described {
  package var objectText: ObjectText { ObjectText("PagedRows(\(state))") }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["state": state, "subscribers": states.subscriberCount]
  }
}
