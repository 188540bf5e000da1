/// The storage of a ``PagedRows``: performs the decisions of its watch and publishes states.
///
/// The lock guards the watch. A decision runs on a copy outside the lock, because it compares ids.
/// The copy is committed by compare-and-swap; if another decision was committed first, it runs
/// again.
final class RowsStorage<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias Watch = RowsWatch<Key, Row, Failure>

  let states = BehaviorRelay(Loadable<PagedList<Key, Row, Failure>, Failure>.notRequested)
  private let moment: Lock<Moment>
  /// Requests the page beyond an end; returns `true` if a load is running afterwards.
  private let ask: @Sendable (ListEnd) -> Bool

  private struct Moment {
    var watch: Watch
    /// The number of committed decisions.
    var version: UInt = 0
  }

  init(_ rules: PagingPolicy.Rules, _ ask: @escaping @Sendable (ListEnd) -> Bool) {
    moment = Lock(Moment(watch: Watch(rules)))
    self.ask = ask
  }

  /// Receives a state, and publishes it unless a page is requested, which causes another state.
  func hear(_ news: Watch.News) {
    decide { $0.hear(news) }
    let isOutdated = askWhereWanted { $0.mayGoOn }
    if !isOutdated { states.accept(news.state) }
  }

  func see(_ place: (Watch) -> Int?) {
    let isThere = decide { watch in place(watch).map { watch.see($0) } != nil }
    if isThere { askWhereWanted { _ in true } }
  }

  /// Requests the wanted pages; returns `true` if a request has started or joined a load.
  ///
  /// Each end is checked just before its request: the page of the first end may have loaded by
  /// then.
  @discardableResult
  private func askWhereWanted(_ condition: (Watch) -> Bool) -> Bool {
    var isAsked = false
    for end in ListEnd.allCases where decide({ condition($0) && $0.wantsPage(at: end) }) {
      if ask(end) { isAsked = true } else { decide { $0.forgetAsking(at: end) } }
    }
    return isAsked
  }

  @discardableResult
  private func decide<R>(_ decision: (inout Watch) -> R) -> R {
    while true {
      var moment = moment.withLock { $0 }
      let result = decision(&moment.watch)
      if commit(&moment) { return result }
    }
  }

  /// Commits a snapshot and swaps out the previous one; returns false if its version is outdated.
  private func commit(_ moment: inout Moment) -> Bool {
    let version = moment.version
    moment.version &+= 1
    return self.moment.withLock { present in
      guard present.version == version else { return false }
      swap(&present, &moment)
      return true
    }
  }
}

/// A converter from states of items to states of rows.
///
/// The lock guards the current rows. They are changed on a copy outside the lock, because the
/// change runs the caller's code. States arrive one at a time, so no other change runs
/// concurrently.
final class RowsSource<
  Recipe: RowRecipe,
  Key: Hashable & Sendable,
  Failure: Error
>: Sendable where Recipe.Row.ID: Sendable {
  typealias News = RowsWatch<Key, Recipe.Row, Failure>.News

  private let rows: Lock<GrowingRows<Recipe>>

  init(_ recipe: Recipe) { rows = Lock(GrowingRows(recipe)) }

  func follow(_ state: Loadable<PagedList<Key, Recipe.Item, Failure>, Failure>) -> News {
    var rows = rows.withLock { $0 }
    let items = state.latest.map { rows.news(of: $0.items) } ?? .same
    let news = News(
      state: rows.follow(state),
      items: items,
      hasItems: state.latest?.isEmpty == false
    )
    self.rows.withLock { swap(&$0, &rows) }
    return news
  }
}
