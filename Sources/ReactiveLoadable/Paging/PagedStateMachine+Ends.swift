// Loads of pages at the two ends of a list.

extension PagedStateMachine {
  // MARK: Requests

  mutating func ask(_ end: ListEnd, _ now: Duration, _ reaction: inout Reaction) {
    switch phase {
    case .closed: break
    case .settled(.notRequested):
      guard let key = lastKey ?? setup.onlyKey else { return reaction.skip(.noRequest) }
      begin(key, .load, &reaction)
    case .loading(let run):
      if pagedListing == nil { reaction.join(run.load) } else { requestAgain(end, now, &reaction) }
    case .settled: requestAgain(end, now, &reaction)
    }
  }

  /// The list whose ends may load: that of the current key, not a visible list of another key.
  private var pagedListing: Listing? { keyInQuestion.flatMap(settled.listing) }

  /// Requests a page at an end, unless it has failed and waits for a retry or for its delay.
  private mutating func requestAgain(_ end: ListEnd, _ now: Duration, _ reaction: inout Reaction) {
    if let listing = pagedListing, case .resting(.failed) = listing[end] {
      switch rules.afterFailure {
      case .waitForRetry: return reaction.skip(.waitingForRetry)
      case .retry(let first):
        guard listing.failures(at: end).allowAsking(at: now, after: first) else {
          return reaction.skip(.waitingForRetry)
        }
      }
    }
    askLane(end, &reaction)
  }

  private mutating func askLane(_ end: ListEnd, _ reaction: inout Reaction) {
    guard let lane = pagedListing?[end] else { return reaction.skip(.noRequest) }
    switch lane {
    case .resting(.complete): reaction.skip(.endOfList)
    case .resting(.idle(let request)), .resting(.failed(_, let request)):
      openLane(end, request, over: lane.rest, &reaction)
    case .waiting(let load, _): reaction.join(load)
    case .loading(let run): joinLane(end, run, &reaction)
    }
  }

  private mutating func openLane(
    _ end: ListEnd,
    _ request: Request,
    over rest: Lane.Rest,
    _ reaction: inout Reaction
  ) {
    let load = newTicket()
    reaction.step(.open(load))
    reaction.join(load)
    if case .loading = phase {
      settled.listing?[end] = .waiting(load, over: rest)
    } else {
      beginLane(end, load, request, over: rest, &reaction)
    }
    reaction.show()
  }

  private mutating func beginLane(
    _ end: ListEnd,
    _ load: Ticket,
    _ request: Request,
    over rest: Lane.Rest,
    _ reaction: inout Reaction
  ) {
    let run = Lane.Run(load: load, request: request, fetch: PageFetch(load), rest: rest)
    fetchLane(end, run, &reaction)
    reaction.show()
  }

  /// Starts the current page of a run.
  mutating func fetchLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch = PageFetch(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.start(Attempt(run.load, ticket, of: run.request)))
  }

  /// Joins a load; if the load waits for a retry, the attempt starts immediately.
  private mutating func joinLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    reaction.join(run.load)
    if run.fetch.activity.isWaiting { attemptLane(end, run, &reaction) }
  }

  mutating func attemptLane(_ end: ListEnd, _ run: Lane.Run, _ reaction: inout Reaction) {
    var run = run
    let ticket = newTicket()
    run.fetch.activity = .attempting(ticket)
    settled.listing?[end] = .loading(run)
    reaction.step(.attempt(Attempt(run.load, ticket, of: run.request)))
  }

  mutating func retryLanes(_ reaction: inout Reaction) {
    reaction.skip(.noFailure)
    for end in ListEnd.allCases {
      switch pagedListing?[end] {
      case .resting(.failed(let error, let request)):
        openLane(end, request, over: .failed(error, request), &reaction)
      case .loading(let run) where run.fetch.activity.isWaiting: joinLane(end, run, &reaction)
      case .resting, .waiting, .loading, nil: break
      }
    }
  }

  // MARK: Visibility

  mutating func see(_ id: Item.ID, _ now: Duration, _ reaction: inout Reaction) {
    guard let listing = pagedListing, let place = listing.place(of: id) else { return }
    see(place - listing.items.bounds.lowerBound, now, &reaction)
  }

  /// Records a visible row, and requests or joins a page at each end near that row.
  mutating func see(_ index: Int, _ now: Duration, _ reaction: inout Reaction) {
    guard pagedListing != nil, settled.listing?.see(offset: index) == true else { return }
    reaction.noteChange()
    for end in ListEnd.allCases
    where pagedListing?.wantsMore(at: end, within: rules.prefetchDistance) == true {
      if let load = pagedListing?[end].load {
        reaction.join(load)
      } else {
        requestAgain(end, now, &reaction)
      }
    }
  }

  /// Requests pages at the ends that are near the visible row.
  mutating func lookAgain(_ reaction: inout Reaction) {
    for end in ListEnd.allCases { lookAgain(at: end, &reaction) }
  }

  /// Requests a page at an end if that end is near the visible row.
  ///
  /// After a page has loaded, only the end of that page is checked: in a window that is too small
  /// for the view, the page has dropped another page at the other end, and the two ends would load
  /// in turn forever. A failed end is loaded only by a newly visible row, as the policy configures.
  mutating func lookAgain(at end: ListEnd, _ reaction: inout Reaction) {
    guard let listing = pagedListing, listing.wantsMore(at: end, within: rules.prefetchDistance),
      case .resting(.idle) = listing[end]
    else { return }
    askLane(end, &reaction)
  }

  /// Requests pages after a removal, even if the list has no row left.
  mutating func fillUp(_ reaction: inout Reaction) {
    lookAgain(&reaction)
    guard let listing = pagedListing, listing.items.count == 0,
      case .resting(.idle) = listing.append
    else { return }
    askLane(.end, &reaction)
  }
}

// MARK: Around loads of the list

extension PagedStateMachine {
  /// Stops the loads at the ends, which continue after the load of the list.
  mutating func postponeLanes(_ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      guard case .loading(let run) = settled.listing?[end] else { continue }
      settled.listing?[end] = .waiting(run.load, over: run.rest)
      reaction.step(.halt(load: run.load, newTicket()))
    }
  }

  /// Starts the pages that were requested during a load of the list.
  mutating func goOn(_ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      guard case .waiting(let load, let rest) = settled.listing?[end] else { continue }
      switch rest {
      case .idle(let request), .failed(_, let request):
        beginLane(end, load, request, over: rest, &reaction)
      case .complete: stopLane(load, .skipped(.endOfList), &reaction)
      }
    }
  }

  /// Moves a requested page to an end of a new list; ends the load if that end needs no page.
  func pass(_ load: Ticket, on lane: inout Lane, _ reaction: inout Reaction) {
    switch lane.rest {
    case .idle: lane = .waiting(load, over: lane.rest)
    case .failed(let error, _): reaction.end(load, .failed(error))
    case .complete: reaction.end(load, .skipped(.endOfList))
    }
  }

  /// Ends the running and waiting loads at both ends.
  mutating func stopLanes(_ outcome: LoadOutcome<List, Failure>, _ reaction: inout Reaction) {
    for end in ListEnd.allCases {
      if let load = settled.listing?[end].load { stopLane(load, outcome, &reaction) }
    }
    guard settled.listing?.visible != nil else { return }
    settled.listing?.visible = nil
    reaction.noteChange()
  }

  /// Ends the load with this ticket at either end, if it is running or waiting.
  mutating func stopLane(
    _ load: Ticket,
    _ outcome: LoadOutcome<List, Failure>,
    _ reaction: inout Reaction
  ) {
    for end in ListEnd.allCases {
      guard let lane = settled.listing?[end], lane.load == load else { continue }
      settled.listing?[end] = .resting(lane.rest)
      settled.listing?.visible = nil
      reaction.end(load, outcome)
    }
  }
}
