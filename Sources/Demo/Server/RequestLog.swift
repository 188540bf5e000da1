/// What the server was asked, in the order of arrival, and what it is to disturb.
actor RequestLog {
  /// One request as it arrived.
  struct Entry: Hashable, Sendable {
    var path: String
    /// The text of `q`, where there is one.
    var query: String?
  }

  private(set) var entries: [Entry] = []
  private var plan: ResponsePlan
  private var waiting: [(path: String, count: Int, gate: Gate)] = []

  init(plan: ResponsePlan) {
    self.plan = plan
  }

  /// Counts the requests of a path.
  func count(_ path: String) -> Int {
    entries.count { $0.path == path }
  }

  /// Changes how the requests from now on are disturbed.
  func changePlan(_ body: @Sendable (inout ResponsePlan) -> Void) {
    body(&plan)
  }

  /// Waits until a path has been asked for so many times.
  func arrived(_ count: Int, at path: String) async {
    guard self.count(path) < count else { return }
    let gate = Gate()
    waiting.append((path, count, gate))
    await gate.pass()
  }

  /// Notes a request and returns what is to happen to it, with its number on its path from 1.
  func note(_ entry: Entry) -> (disturbances: [Disturbance], number: Int) {
    entries.append(entry)
    let number = count(entry.path)
    for waiter in waiting where waiter.path == entry.path && waiter.count <= number {
      waiter.gate.open()
    }
    waiting.removeAll { $0.path == entry.path && $0.count <= number }
    return (plan.disturbances(path: entry.path, query: entry.query), number)
  }
}
