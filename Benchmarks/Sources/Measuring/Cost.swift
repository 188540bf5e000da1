import Foundation

/// The exact costs of one repetition, counted by callgrind.
package struct Cost: Sendable {
  package let instructions: Double
  package let allocations: Double
  /// The number of jobs of tasks.
  package let jobs: Double
  /// The instructions in jobs, including their calls.
  package let instructionsInJobs: Double

  /// Counts the costs of some work by running a benchmark with `--count`.
  ///
  /// The difference between a long and a short run excludes what does not depend on repetitions. The
  /// preparation of the work is not counted.
  package init(of work: String, in program: String) throws {
    let (short, long, repetitions) = try CallgrindProfile.run(work, in: program)
    let count = Double(2 * repetitions)
    instructions = (long.instructions - short.instructions) / count
    // Rounded, because threads that start or end during a run allocate.
    allocations = ((long.allocations - short.allocations) / count * 100).rounded() / 100
    jobs = (long.jobs - short.jobs) / count
    instructionsInJobs = (long.instructionsInJobs - short.instructionsInJobs) / count
  }
}
