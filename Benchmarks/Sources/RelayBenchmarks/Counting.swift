import Measuring

/// Work whose instructions are counted in a separate process.
enum Counted: String, CaseIterable {
  case acceptToOne, acceptToThousand, payloadToOne, payloadToThousand, churn

  var repetitions: Int {
    switch self {
    case .acceptToOne, .payloadToOne, .churn: 4_000
    case .acceptToThousand, .payloadToThousand: 200
    }
  }

  var contender: Contender {
    switch self {
    case .acceptToOne: Accepting.int.relay(1)
    case .acceptToThousand: Accepting.int.relay(1_000)
    case .payloadToOne: Accepting.payload.relay(1)
    case .payloadToThousand: Accepting.payload.relay(1_000)
    case .churn: Churning.relay(.last, 10)
    }
  }

  func cost() throws -> Cost {
    try Cost(of: rawValue, repetitions: repetitions)
  }
}
