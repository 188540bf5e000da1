/// The state of a list that loads page by page, for views that observe it, with the list's intents.
///
/// The situation: a screen shows the podcasts of a genre. It is scrolled, pulled, and left for
/// another screen and come back to; its rows are there at once then, all that were:
///
/// ```swift
/// let model = PagedModel(podcasts)     // a PagedLoader that outlives the screen
///
/// model.appear("science")              // shows the list, and loads it unless it is there
/// model.visible(row.id)                // as a row comes into view: the next page comes in time
/// await model.refresh()                // pull to refresh: the rows stay meanwhile
/// model.retry()                        // the page that failed, or the first one
/// ```
///
/// It is a ``LoaderModel`` and keeps its rules (V1 to V8); <doc:ScrollingAList> has a whole screen.
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

/// A ``PagedModel`` for views that hold an `ObservableObject`.
///
/// ```swift
/// @StateObject private var model = PagedObject(podcasts)
/// ```
public typealias PagedObject<
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
> = LoaderObject<PagedLoader<Key, Cursor, Item, LoadError>> where Item.ID: Sendable
