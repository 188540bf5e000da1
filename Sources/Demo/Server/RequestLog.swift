import ReactiveLoadable

/// What the server was asked, in the order of arrival, and what it is to disturb.
actor RequestLog {
  /// One request as it arrived.
  struct Entry: Hashable, Sendable {
    var path: String
    /// The text of `q`, where there is one.
    var query: String?
    /// The text of `cursor`, where there is one.
    var cursor: String?
  }

  /// What was answered to a request.
  struct Answer: Hashable, Sendable {
    var path: String
    var status: Int
  }

  private(set) var entries: [Entry] = []
  /// The answers, in the order in which they began to be sent.
  private(set) var answers: [Answer] = []
  /// The long answers that have ended, complete or not, in the order of their ends.
  nonisolated var transfers: ReadOnlyRelay<[Transfer.Record]> { ended.readOnly }

  private nonisolated let ended = BehaviorRelay<[Transfer.Record]>([])
  private var plan: ResponsePlan
  private var waiting: [Waiter] = []

  private struct Waiter {
    var path: String?
    var query: String?
    var count: Int
    var gate = Gate()
  }

  init(plan: ResponsePlan) {
    self.plan = plan
  }

  /// Begins a transfer whose end is recorded.
  nonisolated func transfer(path: String, total: Int) -> Transfer {
    Transfer(path: path, total: total) { [ended] record in ended.update { $0.append(record) } }
  }

  /// Counts the requests of a path, or those of them with this text of `q`; all if none is given.
  func count(_ path: String?, query: String? = nil) -> Int {
    entries.count { entry in
      (path == nil || entry.path == path) && (query == nil || entry.query == query)
    }
  }

  /// Changes how the requests from now on are disturbed.
  func changePlan<R: Sendable>(_ body: @Sendable (inout ResponsePlan) -> R) -> R {
    body(&plan)
  }

  /// Waits until a path has been asked for so many times, with this text of `q` if one is given;
  /// any path if none is given.
  func arrived(_ count: Int, at path: String?, query: String? = nil) async {
    let waiter = Waiter(path: path, query: query, count: count)
    guard !isOver(waiter) else { return }
    waiting.append(waiter)
    await waiter.gate.pass()
  }

  /// Notes a request and returns what is to happen to it, with its number on its path from 1.
  func note(_ entry: Entry) -> (disturbances: [Disturbance], number: Int) {
    entries.append(entry)
    let number = count(entry.path)
    for waiter in waiting where isOver(waiter) { waiter.gate.open() }
    waiting.removeAll { isOver($0) }
    return (plan.disturbances(path: entry.path, query: entry.query), number)
  }

  /// Notes that an answer is about to be sent.
  func note(_ answer: Answer) {
    answers.append(answer)
  }

  private func isOver(_ waiter: Waiter) -> Bool {
    count(waiter.path, query: waiter.query) >= waiter.count
  }
}
