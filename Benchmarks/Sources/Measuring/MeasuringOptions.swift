import ArgumentParser
import CCallgrind

/// Work whose costs are counted in a separate process.
package protocol CountedWork: RawRepresentable<String> {
  /// The repetitions to count; few where a repetition is expensive.
  var repetitions: Int { get }
  /// Prepares the work and returns a function that repeats it.
  var work: (Int) -> Void { get }
}

extension CountedWork {
  /// Counts the costs of a repetition by running this program with `--count`.
  package func cost() throws -> Cost { try Cost(of: rawValue, in: CommandLine.arguments[0]) }

  /// Performs the work for ``Cost``: once to warm up, then twice with counts.
  fileprivate func perform() {
    let work = work
    merge_free_blocks()
    // As many as the longest counted run, so that no run is the first with some input.
    work(3 * repetitions)
    callgrind_start()
    work(repetitions)
    callgrind_write()
    work(3 * repetitions)
    callgrind_write()
    print(repetitions)
  }
}

/// The common options of the benchmarks.
package struct MeasuringOptions: ParsableArguments {
  @Option(help: "Perform only this counted work, under callgrind unless it counts memory.")
  private var count: String?

  @Flag(help: "Skip the counts of callgrind.")
  package private(set) var timesOnly = false

  package init() {}

  /// Returns the work of the option `--count`, or `nil` without the option.
  ///
  /// - Throws: `ValidationError` for an unknown name.
  package func counted<Work: RawRepresentable<String>>(_ type: Work.Type) throws -> Work? {
    guard let count else { return nil }
    guard let work = Work(rawValue: count) else {
      throw ValidationError("Unknown work: \(count).")
    }
    return work
  }

  /// Performs the work of the option `--count` for callgrind.
  ///
  /// - Returns: True with the option, false without it.
  /// - Throws: `ValidationError` for an unknown name.
  package func count(_ type: (some CountedWork).Type) throws -> Bool {
    guard let work = try counted(type) else { return false }
    work.perform()
    return true
  }
}
