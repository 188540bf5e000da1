import ReactiveLoadable

/// The requests and answers of the server, and its planned disturbances.
actor RequestLog {
  struct Entry: Hashable, Sendable {
    var path: String
    var query: String?
    var cursor: String?
  }

  struct Answer: Hashable, Sendable {
    var path: String
    var status: Int
  }

  nonisolated var entries: [Entry] { arrivals.value }
  private(set) var answers: [Answer] = []
  nonisolated var transfers: ReadOnlyRelay<[Transfer.Record]> { ended.readOnly }

  private nonisolated let arrivals = BehaviorRelay<[Entry]>([])
  private nonisolated let ended = BehaviorRelay<[Transfer.Record]>([])
  private var plan: ResponsePlan

  init(plan: ResponsePlan) { self.plan = plan }

  nonisolated func transfer(path: String, total: Int) -> Transfer {
    Transfer(path: path, total: total) { [ended] record in
      ended.update { records in
        records.append(record)
        if records.count > 10_000 { records.removeFirst(5_000) }
      }
    }
  }

  func changePlan<R: Sendable>(_ body: @Sendable (inout ResponsePlan) -> R) -> R { body(&plan) }

  /// Waits for a number of requests, optionally of one path and one text.
  nonisolated func arrived(_ count: Int, at path: String?, query: String? = nil) async {
    for await entries in arrivals.elements {
      let matches = entries.count { entry in
        (path == nil || entry.path == path) && (query == nil || entry.query == query)
      }
      if matches >= count { return }
    }
  }

  /// Records a request; returns its disturbances and its number on its path, from 1.
  func note(_ entry: Entry) -> (disturbances: [Disturbance], number: Int) {
    arrivals.update { entries in
      entries.append(entry)
      if let limit = plan.logLimit, entries.count > 2 * limit { entries.removeFirst(limit) }
    }
    let number = entries.count { $0.path == entry.path }
    return (plan.disturbances(path: entry.path, query: entry.query), number)
  }

  func note(_ answer: Answer) {
    answers.append(answer)
    if let limit = plan.logLimit, answers.count > 2 * limit { answers.removeFirst(limit) }
  }
}

enum Disturbance: Sendable {
  case delay(Duration)
  case hold(Gate)
  /// Stops a long answer halfway until the gate is open.
  case stall(Gate)
  case breakOff
  /// Replaces a page of the search with an empty one that leads to it.
  case blank
  case status(Int)
}

extension [Disturbance] {
  var accident: PacedBody.Accident? {
    for case .stall(let gate) in self { return .stalls(gate) }
    for case .breakOff in self { return .breaks }
    return nil
  }

  var hasBlankPage: Bool { contains { if case .blank = $0 { true } else { false } } }
}

/// The rules for disturbances: every matching rule applies.
struct ResponsePlan: Sendable {
  private struct Rule {
    var path: String
    var queryPrefix: String?
    var disturbance: Disturbance
    var remaining: Int?

    func applies(path: String, query: String?) -> Bool {
      guard self.path == path, remaining != 0 else { return false }
      guard let queryPrefix else { return true }
      return query?.folded.hasPrefix(queryPrefix.folded) ?? false
    }
  }

  var latency: Duration = .zero
  /// The number of requests that the log keeps at least; nil to keep all.
  var logLimit: Int?
  private var rules: [Rule] = []

  init(latency: Duration = .zero, logLimit: Int? = nil) {
    (self.latency, self.logLimit) = (latency, logLimit)
  }

  /// Adds a rule, for the first `times` requests only if given.
  mutating func add(
    _ disturbance: Disturbance,
    path: String,
    queryPrefix: String? = nil,
    times: Int? = nil
  ) {
    rules.append(
      Rule(path: path, queryPrefix: queryPrefix, disturbance: disturbance, remaining: times)
    )
  }

  /// Returns the disturbances of one request, and counts it for limited rules.
  mutating func disturbances(path: String, query: String?) -> [Disturbance] {
    var taken: [Disturbance] = latency > .zero ? [.delay(latency)] : []
    for index in rules.indices where rules[index].applies(path: path, query: query) {
      taken.append(rules[index].disturbance)
      rules[index].remaining = rules[index].remaining.map { $0 - 1 }
    }
    return taken
  }
}

/// A one-way gate: tasks wait until it is opened.
final class Gate: Sendable {
  private let isOpen = BehaviorRelay(false)

  func open() { isOpen.accept(true) }

  /// Waits until the gate is open, or until the task is cancelled.
  func pass() async { for await isOpen in isOpen.elements where isOpen { return } }
}
