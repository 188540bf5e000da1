import Foundation

/// One way to do some work, timed beside others.
package struct Contender {
  package let name: String
  /// How often `run` repeats the work in one round.
  package let repetitions: Int
  /// Does the work this many times.
  package let run: (Int) -> Void

  package init(_ name: String, repetitions: Int, run: @escaping (Int) -> Void) {
    self.name = name
    self.repetitions = repetitions
    self.run = run
  }
}

/// Nanoseconds for one piece of work: medians of interleaved rounds, so that noise hits all alike.
package func race(_ contenders: [Contender], rounds: Int = 11) -> [String: Double] {
  var samples: [String: [Double]] = [:]
  for _ in 0...rounds {
    for contender in contenders {
      samples[contender.name, default: []].append(time(contender))
    }
  }
  return samples.mapValues { median($0.dropFirst()) }
}

/// One way to do some work with tasks, timed beside others.
package struct AsyncContender: Sendable {
  package let name: String
  /// How often `run` repeats the work in one round.
  package let repetitions: Int
  /// Does the work this many times.
  package let run: @Sendable (Int) async -> Void
  /// Prepares as many repetitions and returns their work, which alone is timed.
  fileprivate let prepared: @Sendable (Int) -> @Sendable () async -> Void

  package init(_ name: String, repetitions: Int, run: @escaping @Sendable (Int) async -> Void) {
    self.name = name
    self.repetitions = repetitions
    self.run = run
    prepared = { count in { await run(count) } }
  }

  /// Creates a contender that times `run` alone, on what `prepare` has made for so many repetitions.
  package init<Supply: Sendable>(
    _ name: String,
    repetitions: Int,
    prepare: @escaping @Sendable (Int) -> Supply,
    run: @escaping @Sendable (Supply) async -> Void
  ) {
    self.name = name
    self.repetitions = repetitions
    self.run = { count in await run(prepare(count)) }
    prepared = { count in
      let supply = prepare(count)
      return { await run(supply) }
    }
  }
}

/// Nanoseconds for one piece of work with tasks: medians of interleaved rounds.
///
/// In time of all threads on a processor, so that a busy machine does not count.
package func race(_ contenders: [AsyncContender], rounds: Int = 11) async -> [String: Double] {
  var samples: [String: [Double]] = [:]
  for _ in 0...rounds {
    for contender in contenders {
      let run = contender.prepared(contender.repetitions)
      let start = processorTime(CLOCK_PROCESS_CPUTIME_ID)
      await run()
      let time = processorTime(CLOCK_PROCESS_CPUTIME_ID) - start
      samples[contender.name, default: []].append(time / Double(contender.repetitions))
    }
  }
  return samples.mapValues { median($0.dropFirst()) }
}

/// Nanoseconds for one piece of work in the fastest round: what it takes when nothing disturbs it.
package func fastest(_ contender: Contender, rounds: Int) -> Double {
  (0..<rounds).map { _ in time(contender) }.min() ?? 0
}

/// In time of this thread on a processor, so that a busy machine does not count.
private func time(_ contender: Contender) -> Double {
  let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
  contender.run(contender.repetitions)
  return (processorTime(CLOCK_THREAD_CPUTIME_ID) - start) / Double(contender.repetitions)
}

private func processorTime(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private func median(_ samples: some Collection<Double>) -> Double {
  samples.sorted()[samples.count / 2]
}
