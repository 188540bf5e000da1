import ReactiveLoadable

/// A loader, list or key of the reference: its settled value, its running load and its use.
struct ReferenceMember {
  typealias Answer = ReferenceServer.Answer

  enum Settled: Equatable {
    case notRequested
    /// Stale from a time on; `nil` for never.
    case loaded(Answer, staleAt: Duration?)
    case failed(over: Answer?)
  }

  struct Run: Equatable {
    var answer: Answer
    var endsAt: Duration
    var fails: Bool
    var retriesLeft: Int
    var isWaiting = false
    var isOutdated = false
    /// True if a call of the scope has started it, or restarted it.
    var isOfScope: Bool
    /// True if one more load follows.
    var isFollowed = false
  }

  private let member: Member
  private let script: ScopeScript
  private(set) var settled = Settled.notRequested
  private(set) var run: Run?
  private(set) var isInUse = false
  private(set) var calls = 0
  private var hasRequest = false

  init(_ member: Member, _ script: ScopeScript) {
    self.member = member
    self.script = script
  }

  var isRequested: Bool { run != nil || settled != .notRequested }

  /// The value that stays visible during a load.
  var previous: Answer? {
    switch settled {
    case .notRequested: nil
    case .loaded(let answer, _): answer
    case .failed(let answer): answer
    }
  }
}

// MARK: Loads

extension ReferenceMember {
  private mutating func start(_ now: Duration, _ server: ReferenceServer, ofScope: Bool) {
    let isFollowed = run?.isFollowed ?? false
    hasRequest = true
    run = attempt(now, server, retriesLeft: member.retries, ofScope: ofScope)
    run?.isFollowed = isFollowed
  }

  private mutating func attempt(
    _ now: Duration,
    _ server: ReferenceServer,
    retriesLeft: Int,
    ofScope: Bool
  ) -> Run {
    let call = script.call(calls, of: member.rawValue)
    calls += 1
    return Run(
      answer: server.answer(at: now),
      endsAt: now + call.time,
      fails: call.fails,
      retriesLeft: retriesLeft,
      isOfScope: ofScope
    )
  }

  /// Starts the attempt for which a load waits.
  private mutating func attemptNow(
    _ now: Duration,
    _ server: ReferenceServer,
    byScope: Bool = false
  ) {
    guard let waiting = run else { return }
    run = attempt(
      now,
      server,
      retriesLeft: waiting.retriesLeft,
      ofScope: waiting.isOfScope || byScope
    )
    run?.isFollowed = waiting.isFollowed
  }

  /// Ends the attempt, or the wait for the next one.
  mutating func end(_ now: Duration, _ server: ReferenceServer) {
    guard let ended = run else { return }
    if ended.isWaiting { return attemptNow(now, server) }
    if ended.fails, ended.retriesLeft > 0 {
      run?.retriesLeft -= 1
      run?.isWaiting = true
      run?.endsAt = now + ScopeScript.retryDelay
      return
    }
    run = nil
    if ended.fails {
      settled = .failed(over: previous)
    } else {
      let staleAt = ended.isOutdated ? now : member.freshness.map { now + $0 }
      settled = .loaded(ended.answer, staleAt: staleAt)
    }
    if ended.isFollowed, isInUse { revalidate(now, server) }
  }

  private func isStale(_ now: Duration) -> Bool {
    guard case .loaded(_, let staleAt?) = settled else { return false }
    return staleAt <= now
  }
}

// MARK: Intents

extension ReferenceMember {
  mutating func loadIfNeeded(_ now: Duration, _ server: ReferenceServer) {
    if run != nil { return join(now, server) }
    if case .loaded = settled, !isStale(now) { return }
    start(now, server, ofScope: false)
  }

  mutating func refresh(_ now: Duration, _ server: ReferenceServer) {
    if run != nil { return join(now, server) }
    if hasRequest { start(now, server, ofScope: false) }
  }

  /// Joins the running load, unless its answer would be outdated.
  private mutating func join(_ now: Duration, _ server: ReferenceServer) {
    guard let run else { return }
    if run.isWaiting { return attemptNow(now, server) }
    if run.isOutdated { start(now, server, ofScope: false) }
  }

  mutating func cancel(_ now: Duration, _ server: ReferenceServer) {
    let isFollowed = run?.isFollowed ?? false
    run = nil
    if isFollowed, isInUse { revalidate(now, server) }
  }

  mutating func reset() {
    (run, settled, hasRequest) = (nil, .notRequested, false)
  }

  mutating func invalidate(_ now: Duration) {
    if run?.isWaiting == false { run?.isOutdated = true }
    if case .loaded(let answer, _) = settled { settled = .loaded(answer, staleAt: now) }
  }

  /// Begins the use, or ends it; a key is loaded while it is in use.
  mutating func toggleUse(_ now: Duration, _ server: ReferenceServer) {
    isInUse.toggle()
    guard member.key != nil else { return }
    if isInUse { loadIfNeeded(now, server) } else { cancel(now, server) }
  }
}

// MARK: Calls of the scope

extension ReferenceMember {
  mutating func revalidateByTag(_ now: Duration, _ server: ReferenceServer) {
    invalidate(now)
    if let run {
      if run.isWaiting { return attemptNow(now, server, byScope: true) }
      guard isInUse else { return }
      if run.isOfScope {
        self.run?.isFollowed = true
      } else {
        start(now, server, ofScope: true)
      }
    } else if isInUse {
      revalidate(now, server)
    }
  }

  mutating func cameToFront(_ now: Duration, _ server: ReferenceServer) {
    if isInUse { revalidate(now, server) }
  }

  mutating func isOnlineAgain(_ now: Duration, _ server: ReferenceServer) {
    if run?.isWaiting == true { return attemptNow(now, server, byScope: true) }
    if case .failed = settled, run == nil, isInUse { start(now, server, ofScope: true) }
  }

  private mutating func revalidate(_ now: Duration, _ server: ReferenceServer) {
    if let run {
      guard !run.isWaiting, run.isOutdated else { return }
      if run.isOfScope { self.run?.isFollowed = true } else { start(now, server, ofScope: true) }
      return
    }
    switch settled {
    case .notRequested: break
    case .loaded: if isStale(now) { start(now, server, ofScope: true) }
    case .failed: start(now, server, ofScope: true)
    }
  }
}
