import ReactiveLoading
import ReactiveRelays

/// The storage of a ``PagedRows``: performs the decisions of a prefetcher and publishes states.
///
/// The lock guards the prefetcher. A decision runs on a copy outside the lock, because it compares
/// ids. The copy is committed by compare-and-swap; if another decision was committed first, it runs
/// again.
final class RowsStorage<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias Prefetcher = RowPrefetcher<Key, Row, Failure>

  let states = BehaviorRelay(Loadable<PagedList<Key, Row, Failure>, Failure>.notRequested)
  /// The prefetcher, and the number of committed decisions.
  private let snapshot: Lock<(prefetcher: Prefetcher, version: UInt)>
  /// Requests the page beyond an end; returns `true` if a load is running afterwards.
  private let request: @Sendable (ListEnd) -> Bool

  init(_ policy: PagingPolicy.Resolved, _ request: @escaping @Sendable (ListEnd) -> Bool) {
    snapshot = Lock((Prefetcher(policy), 0))
    self.request = request
  }

  /// Receives a state, and publishes it unless a page is requested, which causes another state.
  func receive(_ update: RowsUpdate<Key, Row, Failure>) {
    decide { $0.receive(update) }
    let isOutdated = requestNeededPages { $0.mayPrefetch }
    if !isOutdated { states.accept(update.state) }
  }

  func setVisible(_ position: (Prefetcher) -> Int?) {
    let isListed = decide { prefetcher in
      position(prefetcher).map { prefetcher.setVisible($0) } != nil
    }
    if isListed { requestNeededPages { _ in true } }
  }

  /// Requests the needed pages; returns `true` if a request has started or joined a load.
  ///
  /// Each end is checked just before its request: the page of the first end may have loaded by
  /// then.
  @discardableResult
  private func requestNeededPages(_ condition: (Prefetcher) -> Bool) -> Bool {
    var isRequested = false
    for end in ListEnd.allCases where decide({ condition($0) && $0.takesRequest(at: end) }) {
      if request(end) { isRequested = true } else { decide { $0.clearRequest(at: end) } }
    }
    return isRequested
  }

  @discardableResult
  private func decide<R>(_ decision: (inout Prefetcher) -> R) -> R {
    while true {
      // The copy keeps the previous prefetcher alive, which must not be released under the lock.
      let before = snapshot.withLock { $0 }
      var prefetcher = before.prefetcher
      let result = decision(&prefetcher)
      let isCommitted = snapshot.withLock { snapshot in
        guard snapshot.version == before.version else { return false }
        snapshot = (prefetcher, before.version &+ 1)
        return true
      }
      if isCommitted { return result }
    }
  }
}
