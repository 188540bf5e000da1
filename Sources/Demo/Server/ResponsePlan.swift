/// What the server does to a request besides answering it.
enum Disturbance: Sendable {
  /// The answer waits for this long.
  case delay(Duration)
  /// The answer waits until the gate is open.
  case hold(Gate)
  /// A long answer stops in the middle until the gate is open.
  case stall(Gate)
  /// A long answer breaks off in the middle: the server closes the connection.
  case breakOff
  /// A page of the search has no rows, and leads to the one that should have been there.
  case blank
  /// The answer is this status.
  case status(Int)

  /// Whether an answer follows.
  fileprivate var isWait: Bool {
    switch self {
    case .delay, .hold, .stall: true
    case .breakOff, .blank, .status: false
    }
  }
}

extension [Disturbance] {
  /// What happens in the middle of a long answer.
  var accident: PacedBody.Accident? {
    for disturbance in self {
      switch disturbance {
      case .stall(let gate): return .stalls(gate)
      case .breakOff: return .breaks
      case .delay, .hold, .blank, .status: continue
      }
    }
    return nil
  }

  /// Whether a page of the search has no rows.
  var leavePageBlank: Bool {
    contains { if case .blank = $0 { true } else { false } }
  }
}

/// Which requests are disturbed, and how: every rule that matches applies, in order,
/// the waits before a status.
struct ResponsePlan: Sendable {
  /// A disturbance for the requests of a path whose query text begins with a prefix.
  struct Rule: Sendable {
    var path: String
    /// What `q` begins with, or nil for every request of the path.
    var queryPrefix: String?
    var disturbance: Disturbance
    /// How many requests it still applies to, or nil for all.
    var remaining: Int?
  }

  /// A wait before each answer.
  var latency: Duration = .zero
  private(set) var rules: [Rule] = []

  /// Adds a rule; `times` limits it to the first so many requests.
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

  /// Takes the disturbances of one request, using up the rules that are limited.
  mutating func disturbances(path: String, query: String?) -> [Disturbance] {
    var taken: [Disturbance] = latency > .zero ? [.delay(latency)] : []
    for index in rules.indices where rules[index].applies(path: path, query: query) {
      taken.append(rules[index].disturbance)
      rules[index].remaining = rules[index].remaining.map { $0 - 1 }
    }
    return taken.filter(\.isWait) + taken.filter { !$0.isWait }
  }
}

extension ResponsePlan.Rule {
  fileprivate func applies(path: String, query: String?) -> Bool {
    guard self.path == path, remaining != 0 else { return false }
    guard let queryPrefix else { return true }
    return query?.folded.hasPrefix(queryPrefix.folded) ?? false
  }
}
