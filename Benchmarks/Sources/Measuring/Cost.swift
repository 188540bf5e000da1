import Foundation

/// The exact costs of one repetition, counted by callgrind.
package struct Cost {
  package private(set) var instructions: Double
  package private(set) var allocations: Double
  /// The number of jobs of tasks.
  package private(set) var jobs: Double
  /// The instructions in jobs, including their calls.
  package private(set) var instructionsInJobs: Double

  /// Counts the costs of some work by running this program with `--count`.
  ///
  /// The difference between a long and a short run excludes the start of the process.
  package init(of work: String, repetitions: Int) throws {
    let short = try CallgrindProfile.run(work, repetitions)
    let long = try CallgrindProfile.run(work, 3 * repetitions)
    let count = Double(2 * repetitions)
    instructions = (long.instructions - short.instructions) / count
    // Rounded, because the allocations at process start vary by one.
    allocations = ((long.allocations - short.allocations) / count * 100).rounded() / 100
    jobs = (long.jobs - short.jobs) / count
    instructionsInJobs = (long.instructionsInJobs - short.instructionsInJobs) / count
  }
}
