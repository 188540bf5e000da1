// What comes of the pages that are added at the ends.

extension PagedStateMachine {
  mutating func hear(_ news: News, _ now: Duration, _ reaction: inout Reaction) {
    if case .loading(let run) = phase, run.fetch.has(news) {
      return hear(news, of: run, now, &reaction)
    }
    for end in ListEnd.allCases {
      if case .loading(let run) = settled.listing?[end], run.fetch.has(news) {
        return hear(news, of: run, at: end, &reaction)
      }
    }
  }

  private mutating func hear(
    _ news: News,
    of run: Lane.Run,
    at end: ListEnd,
    _ reaction: inout Reaction
  ) {
    switch news {
    case .reported: break
    case .succeeded(_, let page): take(page, of: run, at: end, &reaction)
    case .failed(_, _, let mayRetry) where mayRetry && run.fetch.retries < rules.load.retryLimit:
      waitLane(end, run, &reaction)
    case .failed(_, let error, _), .expired(_, let error?):
      settled.listing?[end] = .resting(.failed(error, run.request))
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
    _ reaction: inout Reaction
  ) {
    guard let before = settled.listing else { return }
    var listing = before
    let count = listing.take(page, of: run.request, at: end)
    let trims = listing.trim(end.other)
    if trims {
      if let load = listing[end.other].load { reaction.end(load, .replaced) }
      listing[end.other] = .resting(listing.rest(at: end.other))
    }
    settled.listing = listing
    let emptyPages = count == 0 ? run.emptyPages + 1 : 0
    switch listing.rest(at: end) {
    case .idle(run.request):
      land(run, at: end, .failed(setup.failure(.repeatedCursor), run.request), &reaction)
    case .idle(let request) where emptyPages == rules.emptyPageLimit:
      land(run, at: end, .failed(setup.failure(.emptyPages(emptyPages)), request), &reaction)
    case .idle(let request) where emptyPages > 0:
      let retries = run.fetch.retries
      var run = run
      run.emptyPages = emptyPages
      run.rest = .idle(request)
      run.request = request
      fetchLane(end, run, &reaction)
      let tells = listing.duplicates != before.duplicates || listing.total != before.total
      if trims || tells || retries > 0 { reaction.show() }
    case .idle, .failed, .complete: land(run, at: end, listing.rest(at: end), &reaction)
    }
  }

  /// Ends a run that has brought what it was to bring, or what leads no further.
  private mutating func land(
    _ run: Lane.Run,
    at end: ListEnd,
    _ rest: Lane.Rest,
    _ reaction: inout Reaction
  ) {
    settled.listing?[end] = .resting(rest)
    reaction.show()
    if case .failed(let error, _) = rest {
      reaction.end(run.load, .failed(error))
    } else {
      lookAgain(at: end, &reaction)
      guard let list = settled.listing?.list else { return }
      reaction.end(run.load, .loaded(list))
    }
  }
}
