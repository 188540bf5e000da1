import ReactiveLoading
import ReactiveRelays

/// The storage of a ``PagedRows``: performs the decisions of a prefetcher and publishes states.
///
/// The lock guards the reference to the prefetcher. A decision runs on a copy outside the lock,
/// because it compares ids. The copy is committed by compare-and-swap; if another decision was
/// committed first, it runs again.
final class RowsStorage<
  Key: Hashable & Sendable,
  Row: Identifiable & Sendable,
  Failure: Error
>: Sendable where Row.ID: Sendable {
  typealias Prefetcher = RowPrefetcher<Key, Row, Failure>

  let states = BehaviorRelay(Loadable<PagedList<Key, Row, Failure>, Failure>.notRequested)
  private let prefetcher: Lock<Prefetcher>
  /// Requests the page beyond an end; returns `true` if a load is running afterwards.
  private let request: @Sendable (ListEnd) -> Bool

  init(_ policy: PagingPolicy.Resolved, _ request: @escaping @Sendable (ListEnd) -> Bool) {
    prefetcher = Lock(Prefetcher(policy))
    self.request = request
  }

  /// Receives a state, and publishes it unless a page is requested, which causes another state.
  func receive(_ update: RowsUpdate<Key, Row, Failure>) {
    decide { $0.receive(update) }
    let isOutdated = requestNeededPages { $0.mayPrefetch }
    if !isOutdated { states.accept(update.state) }
  }

  func setVisible(_ position: (Prefetcher) -> Int?) {
    let needsPages = decide { prefetcher in
      guard let position = position(prefetcher) else { return false }
      prefetcher.setVisible(position)
      // Most rows need none.
      return ListEnd.allCases.contains(where: prefetcher.needsMore)
    }
    if needsPages { requestNeededPages { _ in true } }
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
  private func decide<R>(_ decision: (Prefetcher) -> R) -> R {
    while true {
      // The constant keeps the previous prefetcher alive, which must not be released under the lock.
      let before = prefetcher.withLock { $0 }
      let copy = before.copy()
      let result = decision(copy)
      let isCommitted = prefetcher.withLock { prefetcher in
        guard prefetcher === before else { return false }
        prefetcher = copy
        return true
      }
      if isCommitted { return result }
    }
  }
}
