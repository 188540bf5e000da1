import Foundation

/// An implementation of some work, timed against others.
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

/// Returns nanoseconds per repetition: medians of interleaved rounds, which spread noise evenly.
package func race(_ contenders: [Contender], rounds: Int = 11) -> [String: Double] {
  var samples: [String: [Double]] = [:]
  for _ in 0...rounds {
    for contender in contenders {
      samples[contender.name, default: []].append(time(contender))
    }
  }
  return samples.mapValues { median($0.dropFirst()) }
}

/// An implementation of some work with tasks, timed against others.
package struct AsyncContender: Sendable {
  package let name: String
  /// How often `run` repeats the work in one round.
  package let repetitions: Int
  /// Does the work this many times.
  package let run: @Sendable (Int) async -> Void
  /// Prepares a number of repetitions and returns the work to time.
  fileprivate let prepared: @Sendable (Int) -> @Sendable () async -> Void

  package init(_ name: String, repetitions: Int, run: @escaping @Sendable (Int) async -> Void) {
    self.name = name
    self.repetitions = repetitions
    self.run = run
    prepared = { count in { await run(count) } }
  }

  /// Creates a contender that prepares the input of all repetitions and times only `run`.
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

extension AsyncContender {
  /// Does the work this many times and blocks this thread until it ends.
  package var runAndWait: (Int) -> Void {
    { count in waiting { await run(count) } }
  }
}

/// Returns nanoseconds per repetition of work with tasks: medians of interleaved rounds.
///
/// Measures the CPU time of all threads, which excludes other processes.
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

/// Returns nanoseconds per repetition in the fastest round, the one with the least disturbance.
package func fastest(_ contender: Contender, rounds: Int) -> Double {
  (0..<rounds).map { _ in time(contender) }.min() ?? 0
}

/// Returns the CPU time of this thread per repetition, which excludes other processes.
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
