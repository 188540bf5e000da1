import Measuring

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case acceptToOne, acceptToThousand, payloadToOne, payloadToThousand, churn, value

  var repetitions: Int {
    switch self {
    case .acceptToOne, .payloadToOne, .churn, .value: 4_000
    case .acceptToThousand, .payloadToThousand: 200
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .acceptToOne: Accepting.int.relay(1).run
    case .acceptToThousand: Accepting.int.relay(1_000).run
    case .payloadToOne: Accepting.payload.relay(1).run
    case .payloadToThousand: Accepting.payload.relay(1_000).run
    case .churn: Churning.relay(.last, 10).run
    case .value: Reading(value: 1).relay().run
    }
  }
}
