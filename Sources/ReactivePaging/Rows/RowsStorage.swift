import ReactiveLoading
import ReactiveRelays

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
  /// The watch, and the number of committed decisions.
  private let moment: Lock<(watch: Watch, version: UInt)>
  /// Requests the page beyond an end; returns `true` if a load is running afterwards.
  private let ask: @Sendable (ListEnd) -> Bool

  init(_ rules: PagingPolicy.Rules, _ ask: @escaping @Sendable (ListEnd) -> Bool) {
    moment = Lock((Watch(rules), 0))
    self.ask = ask
  }

  /// Receives a state, and publishes it unless a page is requested, which causes another state.
  func hear(_ news: RowsNews<Key, Row, Failure>) {
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
      // The copy keeps the previous watch alive, which must not be released under the lock.
      let before = moment.withLock { $0 }
      var watch = before.watch
      let result = decision(&watch)
      let isCommitted = moment.withLock { moment in
        guard moment.version == before.version else { return false }
        moment = (watch, before.version &+ 1)
        return true
      }
      if isCommitted { return result }
    }
  }
}
