package import ArgumentParser

/// The common options of the benchmarks.
package struct MeasuringOptions: ParsableArguments {
  @Option(help: "Perform only this counted work, for a run under callgrind.")
  private var count: String?

  @Option(help: "The number of repetitions of the counted work.")
  private var repetitions = 1

  @Flag(help: "Skip the counts of callgrind.")
  package private(set) var timesOnly = false

  package init() {}

  /// Performs the counted work of the option `--count`.
  ///
  /// - Parameter work: Repeats the work of a name; returns `nil` for an unknown name.
  /// - Returns: True with the option, false without it.
  /// - Throws: `ValidationError` for an unknown name.
  package func count(_ work: (_ name: String, _ repetitions: Int) -> Void?) throws -> Bool {
    guard let count else { return false }
    if work(count, repetitions) == nil { throw ValidationError("Unknown work: \(count).") }
    return true
  }
}
