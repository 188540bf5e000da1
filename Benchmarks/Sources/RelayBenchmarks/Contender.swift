/// One way to do some work, timed beside others.
struct Contender {
  let name: String
  /// How often `run` repeats the work in one round.
  let repetitions: Int
  /// Does the work this many times.
  let run: (Int) -> Void

  init(_ name: String, repetitions: Int, run: @escaping (Int) -> Void) {
    self.name = name
    self.repetitions = repetitions
    self.run = run
  }
}

/// Nanoseconds for one piece of work: medians of interleaved rounds, so that noise hits all alike.
func race(_ contenders: [Contender], rounds: Int = 11) -> [String: Double] {
  var samples: [String: [Double]] = [:]
  for _ in 0...rounds {
    for contender in contenders {
      samples[contender.name, default: []].append(time(contender))
    }
  }
  return samples.mapValues { median($0.dropFirst()) }
}

private func time(_ contender: Contender) -> Double {
  let duration = ContinuousClock().measure { contender.run(contender.repetitions) }
  return Double(duration / .nanoseconds(1)) / Double(contender.repetitions)
}

private func median(_ samples: some Collection<Double>) -> Double {
  samples.sorted()[samples.count / 2]
}
