/// The rows of a paged list as a screen shows them: mapped, filtered, or with sections.
///
/// The situation: the screen shows only unread messages, under the day on which they came. The rows
/// are not the items any more, and those that are left out must not keep the list from going on:
///
/// ```swift
/// let unread = inbox.sectionedRows(of: { $0.isRead ? nil : $0 }, by: \.day)
///
/// unread.states.sink { draw($0) }        // Loadable<PagedList<…>, …>, as those of the loader
/// unread.visible(row.id)                 // as rows come into view: in the place of the loader's
/// inbox.refresh()                        // intents go to the loader
/// ```
///
/// Its lists have the key, the ends, the total and the duplicates of the loader's, and rows in the
/// place of items. Rows are made of what is new only, where a list has grown at its ends.
///
/// It counts rows, not items: it asks the loader for a page when fewer than
/// ``PagingPolicy/prefetchDistance`` rows follow a visible one, and looks again when a page has come.
/// While no row is left of the pages that are there, it loads the next one by itself. If more than
/// ``PagingPolicy/emptyPageLimit`` pages in a row bring no row, it waits for the next row that
/// comes into view, or for a `next()`. An end that has failed is not asked (contract P3), and nothing
/// is after a cancel. <doc:ShowingRowsOfAPagedList> has all rules.
///
/// Made by ``PagedLoader/rows(_:)``, ``PagedLoader/rows(where:)``, ``PagedLoader/sectionedRows(by:)``
/// and ``PagedLoader/sectionedRows(of:by:)``. It keeps its loader alive and observes it from the
/// start; the loader does not keep it. May be used from any thread, also from within an observer of
/// ``states``. When it goes, its states finish.
///
/// Its test is a diagram, in exact virtual time; of page two nothing is left:
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
  /// The list of rows.
  public typealias List = PagedList<Key, Row, Failure>

  private let storage: RowsStorage<Key, Row, Failure>
  private let streams = OwnedStreams()

  init<Cursor, Recipe: RowRecipe>(
    _ loader: PagedLoader<Key, Cursor, Recipe.Item, Failure>,
    _ recipe: Recipe
  ) where Recipe.Row == Row, Recipe.Item.ID: Sendable {
    let storage = RowsStorage<Key, Row, Failure>(loader.storage.rules) { end in
      loader.perform(end == .end ? .next : .previous).running != nil
    }
    let source = RowsSource<Recipe, Key, Failure>(recipe)
    self.storage = storage
    streams.own(loader.states) { [weak storage] state in storage?.hear(source.follow(state)) }
  }

  deinit { storage.states.finish() }

  /// The state as it is now.
  public var state: Loadable<List, Failure> { storage.states.value }

  /// The state and its changes: the current one first, then each in order, as a relay gives them.
  ///
  /// They come where those of the loader do, and finish when this object goes away. A state after
  /// which a page is asked for at once is left out: the one with that page on its way follows.
  public var states: ReadOnlyRelay<Loadable<List, Failure>> { storage.states.readOnly }

  /// Tells that a row is visible, so that pages are loaded before the view comes to an end.
  ///
  /// - Parameter index: The row's index in the list; one that there is not changes nothing.
  public func visible(at index: Int) { storage.see { $0.place(at: index) } }

  /// Tells that a row is visible, so that pages are loaded before the view comes to an end.
  ///
  /// - Parameter id: The row's id; one that is not in the list changes nothing.
  public func visible(_ id: Row.ID) { storage.see { $0.place(of: id) } }
}
