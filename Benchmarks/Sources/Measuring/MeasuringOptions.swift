package import ArgumentParser

/// What the commands that measure have in common.
package struct MeasuringOptions: ParsableArguments {
  @Option(help: "Do only this counted work, to be run under callgrind.")
  private var count: String?

  @Option(help: "How often to do the counted work.")
  private var repetitions = 1

  @Flag(help: "Leave out what callgrind counts.")
  package private(set) var timesOnly = false

  package init() {}

  /// Does the counted work that was asked for, if it was.
  ///
  /// - Parameter work: Does a piece of work so often, if there is one of this name.
  /// - Returns: Whether any was asked for.
  /// - Throws: `ValidationError` when there is none of the name.
  package func count(_ work: (_ name: String, _ repetitions: Int) -> Void?) throws -> Bool {
    guard let count else { return false }
    if work(count, repetitions) == nil { throw ValidationError("no work \(count)") }
    return true
  }
}
