import ReactiveLoading
import ReactivePaging

/// An observable model of a paginated (infinite) list: its state, and the intents of the list.
///
/// A screen shows the podcasts of a genre. The user scrolls, pulls to refresh, opens another screen
/// and returns. Then all loaded rows are visible immediately:
///
/// ```swift
/// let model = PagedModel(podcasts)     // a PagedLoader that outlives the screen
///
/// model.appear("science")              // shows the list, and loads it unless it is cached
/// model.visible(row.id)                // a row became visible: loads the next page in time
/// await model.refresh()                // pull to refresh: the rows stay visible
/// model.retry()                        // the failed page, or the first one
/// ```
///
/// It is a ``LoaderModel`` with the contracts of <doc:HoldingALoaderInAView>. <doc:ScrollingAList>
/// has a complete screen.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let page = m.cold("--p|", ["p": Page<Int, Row>([Row(id: 1), Row(id: 2)], next: nil)])
///   let podcasts = PagedLoader { (_: PageRequest<String, Int>) in try await page() }
///   let model = m.keep(PagedModel(podcasts))
///   m.hot("-a") { model.appear($0) }
///   m.expect(reading: { model.state.latest?.count ?? 0 }, "n--2", ["n": 0, "2": 2])
/// }
/// ```
public typealias PagedModel<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
> = LoaderModel<PagedLoader<Key, Cursor, Item, LoadError>> where Item.ID: Sendable
