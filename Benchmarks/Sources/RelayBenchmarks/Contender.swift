import Foundation

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

/// In time of this thread on a processor, so that a busy machine does not count.
private func time(_ contender: Contender) -> Double {
  let start = processorTime()
  contender.run(contender.repetitions)
  return (processorTime() - start) / Double(contender.repetitions)
}

private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private func median(_ samples: some Collection<Double>) -> Double {
  samples.sorted()[samples.count / 2]
}
