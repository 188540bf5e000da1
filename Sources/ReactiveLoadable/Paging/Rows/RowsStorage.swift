/// Performs what the watch of a ``PagedRows`` decides: asks for pages, and publishes states.
///
/// The lock guards the watch. A decision is made on a copy, outside the lock, because it compares
/// ids; it counts if nothing was decided meanwhile, else it is made again.
final class RowsStorage<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias Watch = RowsWatch<Key, Row, Failure>

  let states = BehaviorRelay(Loadable<PagedList<Key, Row, Failure>, Failure>.notRequested)
  private let moment: Lock<Moment>
  /// Asks for the page beyond an end; returns whether one is on its way then.
  private let ask: @Sendable (ListEnd) -> Bool

  private struct Moment {
    var watch: Watch
    /// How many decisions were made before.
    var version: UInt = 0
  }

  init(_ rules: PagingPolicy.Rules, _ ask: @escaping @Sendable (ListEnd) -> Bool) {
    moment = Lock(Moment(watch: Watch(rules)))
    self.ask = ask
  }

  /// Takes a state, and publishes it unless a page is asked for, which brings the next one.
  func hear(_ news: Watch.News) {
    decide { $0.hear(news) }
    let isOutdated = askWhereWanted { $0.mayGoOn }
    if !isOutdated { states.accept(news.state) }
  }

  func see(_ place: (Watch) -> Int?) {
    let isThere = decide { watch in place(watch).map { watch.see($0) } != nil }
    if isThere { askWhereWanted { _ in true } }
  }

  /// Returns whether a page is on its way that was not before.
  ///
  /// Each end is looked at when it is its turn: what was asked for first may be there by then.
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

  /// Makes a moment the present one, and brings out the one before; false if that is another one
  /// than it was made of.
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

/// Makes the states of rows of those of items, as they come.
///
/// The lock guards the rows that are there. They are changed on a copy, outside the lock, because
/// that runs the caller's code; states come one at a time, so nobody else changes them meanwhile.
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
