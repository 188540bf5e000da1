import ReactiveLoading

extension ListContents {
  /// Returns the properties of the list as clients see it.
  func properties(
    _ list: PagingCore.List,
    at now: Duration,
    _ reports: Ends<EndReport>? = nil
  ) -> ListProperties<Key, Failure> {
    ListProperties(
      key: key,
      append: BoxedPageEnd(list[.end], self[error: .end], reports?.end),
      prepend: BoxedPageEnd(list[.start], self[error: .start], reports?.start),
      total: total,
      duplicateCount: duplicateCount,
      savedAt: savedAt,
      isStale: list.isInvalidated || savedAt != nil && now >= list.staleAt ?? .distantFuture
    )
  }
}

extension BoxedPageEnd {
  fileprivate init(
    _ endState: PagingCore.EndState,
    _ error: Box<Failure>?,
    _ report: EndReport?
  ) {
    switch endState.phase {
    case .settled: attempt = nil
    case .waiting: attempt = 0
    case .loading(let work): attempt = work.attempts.retries
    }
    isComplete = endState.settled == .complete
    part = report?.part ?? 0
    detail = attempt == nil ? endState.settled == .failed ? error : nil : report?.progress
  }
}
