import ReactiveLoading

// The state of a list as clients see it, and the requests of its pages.

extension PagedMachine {
  /// The settled list as clients see it.
  var list: List? {
    guard let contents, let properties else { return nil }
    return List((unsaved?.list ?? parts?.withEnds ?? contents).items, properties)
  }

  var state: Loadable<List, Failure> {
    if case .loading(let run) = core.phase {
      return .loading(
        Loading(
          previous: visibleList,
          cause: run.listLoad.cause,
          attempt: run.work.attempts.retries,
          progress: run.listLoad.progress ?? parts?.progress(of: run.work.attempts.ticket),
          lastError: run.listLoad.cause == .load ? nil : error?.value,
          savedAt: run.shown == .settled ? contents?.savedAt : nil
        )
      )
    }
    switch core.settled {
    case .notRequested: break
    case .listed: if let list { return .loaded(list) }
    case .failed(let listLoad):
      if let error {
        let savedAt = contents?.savedAt
        return .failed(
          Failed(error: error.value, previous: list, cause: listLoad.cause, savedAt: savedAt)
        )
      }
    }
    return .notRequested
  }

  /// Returns the request of the page that a part of the list loads next.
  func request(_ target: PagingTarget) -> Box<PageRequest<Key, Cursor>>? {
    switch target {
    case .list:
      running?.draft.request(at: .end).map { $0.with(core.runningLoad?.cause ?? .load) }
    case .end(let end): contents?.request(at: end)
    }
  }

  /// Returns the end of a load that the last event has ended.
  func end(_ outcome: PagingDecision.Outcome) -> AnyLoadOutcome {
    switch outcome {
    case .loaded: AnyLoadOutcome(.loaded, list.map { Box($0) })
    case .failed(.list): AnyLoadOutcome(.failed, nil, error)
    case .failed(.end(let end)): AnyLoadOutcome(.failed, nil, contents?[error: end])
    case .cancelled: AnyLoadOutcome(.cancelled)
    case .replaced: AnyLoadOutcome(.replaced)
    case .skipped(let reason): AnyLoadOutcome(.skipped(reason))
    }
  }
}

extension Box {
  /// Returns the request of a page with the cause of its load.
  fileprivate func with<Key, Cursor>(_ cause: LoadCause) -> Box
  where Value == PageRequest<Key, Cursor> {
    if cause == .load { return self }
    var request = value
    request.cause = cause
    return Box(request)
  }
}
