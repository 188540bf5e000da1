import Measuring
import ReactiveLoadable
import Synchronization

/// Calls of a once gate whose body has run, compared with an atomic exchange.
enum Gates {
  static let repetitions = 500_000

  static func once() -> Contender {
    let once = Once()
    once.run {}
    return Contender("once", repetitions: repetitions) { count in
      var runs = 0
      for _ in 0..<count { once.run { runs += 1 } }
      keep(runs)
    }
  }

  static func exchange() -> Contender {
    let flag = Flag()
    return Contender("exchange", repetitions: repetitions) { count in
      var runs = 0
      for _ in 0..<count where !flag.isSet.exchange(true, ordering: .acquiringAndReleasing) {
        runs += 1
      }
      keep(runs)
    }
  }
}

private final class Flag: Sendable {
  let isSet = Atomic(true)
}
