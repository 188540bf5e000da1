import Foundation

/// Exact costs of one piece of work, counted by callgrind.
package struct Cost {
  package private(set) var instructions: Double
  package private(set) var allocations: Double
  /// How many jobs of tasks ran.
  package private(set) var jobs: Double
  /// What the jobs cost, with all that they call.
  package private(set) var instructionsInJobs: Double

  /// Has this program do some work, which it does when it is told to `--count` it.
  ///
  /// The difference between a long and a short run leaves out the start of the process.
  package init(of work: String, repetitions: Int) throws {
    let short = try CallgrindProfile.run(work, repetitions)
    let long = try CallgrindProfile.run(work, 3 * repetitions)
    let count = Double(2 * repetitions)
    instructions = (long.instructions - short.instructions) / count
    // Rounded, because the start of a process allocates now one more, now one less.
    allocations = ((long.allocations - short.allocations) / count * 100).rounded() / 100
    jobs = (long.jobs - short.jobs) / count
    instructionsInJobs = (long.instructionsInJobs - short.instructionsInJobs) / count
  }
}
