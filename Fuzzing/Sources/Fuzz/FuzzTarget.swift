import Foundation

/// A parser, and the properties of what it parses.
struct FuzzTarget: Sendable {
  let name: String
  /// Parses an input, and ends the process if a property does not hold.
  let check: @Sendable (_ input: inout FuzzInput) -> Void

  static let all: [FuzzTarget] = [
    .marbles, .dates, .cacheControl, .vary, .ranges, .entityTags, .locations, .redaction,
    .responses, .records, .savedValues, .feeds,
  ]

  static let chosenName = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
  static let chosen = all.first { $0.name == chosenName }
}

/// Ends the process with a message, which the fuzzer reports as a find.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError("A property does not hold: \(message())") }
}
