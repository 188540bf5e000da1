// Results of the pages that are added at the ends.

extension PagedStateMachine {
  mutating func hear(_ news: News, _ now: Duration, _ reaction: inout Reaction) {
    if case .loading(let run) = phase, run.fetch.has(news) {
      return hear(news, of: run, now, &reaction)
    }
    for end in ListEnd.allCases {
      if case .loading(let run) = settled.listing?[end], run.fetch.has(news) {
        return hear(news, of: run, at: end, now, &reaction)
      }
    }
  }

  private mutating func hear(
    _ news: News,
    of run: Lane.Run,
    at end: ListEnd,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    switch news {
    case .reported: break
    case .succeeded(_, let page): take(page, of: run, at: end, now, &reaction)
    case .failed(_, _, let mayRetry) where mayRetry && run.fetch.retries < rules.load.retryLimit:
      waitLane(end, run, &reaction)
    case .failed(_, let error, _), .expired(_, let error?):
      settled.listing?.fail(end, error, run.request, now)
      reaction.end(run.load, .failed(error))
    case .gaveUp, .expired(_, nil): stopLane(run.load, .cancelled, &reaction)
    case .waited: attemptLane(end, run, &reaction)
    }
  }

  private mutating func waitLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.retries += 1
    run.fetch.activity = .waiting(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.wait(load: run.load, ticket, retry: run.fetch.retries))
    reaction.show()
  }

  private mutating func take(
    _ page: Page<Cursor, Item>,
    of run: Lane.Run,
    at end: ListEnd,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    guard let before = settled.listing else { return }
    var listing = before
    let count = listing.take(page, of: run.request, at: end)
    let trims = listing.trim(end.other)
    if trims {
      if let load = listing[end.other].load { reaction.end(load, .replaced) }
      listing.rest(end.other)
    }
    settled.listing = listing
    let emptyPages = count == 0 ? run.emptyPages + 1 : 0
    switch listing.rest(at: end) {
    case .idle(run.request):
      land(run, at: end, .repeatedCursor, run.request, now, &reaction)
    case .idle(let request) where emptyPages > rules.emptyPageLimit:
      land(run, at: end, .emptyPages(emptyPages), request, now, &reaction)
    case .idle(let request) where emptyPages > 0:
      let retries = run.fetch.retries
      var run = run
      run.emptyPages = emptyPages
      run.rest = .idle(request)
      run.request = request
      fetchLane(end, run, &reaction)
      let changes = listing.duplicateCount != before.duplicateCount || listing.total != before.total
      if trims || changes || retries > 0 { reaction.show() }
    case .idle, .failed, .complete: land(run, at: end, &reaction)
    }
  }

  /// Ends a run that has loaded its page.
  private mutating func land(_ run: Lane.Run, at end: ListEnd, _ reaction: inout Reaction) {
    settled.listing?.rest(end)
    reaction.show()
    lookAgain(at: end, &reaction)
    guard let list = settled.listing?.list else { return }
    reaction.end(run.load, .loaded(list))
  }

  /// Ends a run with a fault of its page; a retry uses this request.
  private mutating func land(
    _ run: Lane.Run,
    at end: ListEnd,
    _ fault: PagingError,
    _ request: Request,
    _ now: Duration,
    _ reaction: inout Reaction
  ) {
    let error = setup.failure(fault)
    settled.listing?.fail(end, error, request, now)
    reaction.show()
    reaction.end(run.load, .failed(error))
  }
}
