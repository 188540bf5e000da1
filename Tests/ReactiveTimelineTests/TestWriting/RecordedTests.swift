import Foundation
import TestSupport
import Testing

/// A text file of tests that timelines print, one for each seed; `CompiledTestsTests` runs them.
///
/// `TIMELINE_TESTS=200 RECORD_TIMELINES=1` writes the file, with more tests. The file is compared in
/// each process, so it has nothing that depends on the hashes of one.
struct RecordedTests {
  static let scripts = RecordedTests(name: "scripts")
  static let values = RecordedTests(name: "values")
  static let targets = RecordedTests(name: "targets")

  let name: String

  private var file: URL { GoldenExample.folder().appending(path: "\(name).txt") }

  var text: String {
    get throws { try String(contentsOf: file, encoding: .utf8) }
  }

  /// Compares the file with the printed tests, or writes it.
  ///
  /// - Parameter print: Returns the test of a seed.
  /// - Returns: The text of the printed tests.
  /// - Throws: The error that prevents reading or writing the file.
  @discardableResult
  func compare(_ print: (UInt64) -> String) throws -> String {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TIMELINE_TESTS"].flatMap(UInt64.init) ?? 20
    let tests = (0..<count).map(print)
    #expect(tests.filter { $0.contains("// No test") } == [])
    let printed = Self.imports + tests.map { $0.drop { $0 != "@" } }.joined(separator: "\n")
    if environment["RECORD_TIMELINES"] != nil {
      try printed.write(to: file, atomically: true, encoding: .utf8)
    }
    // A file with more tests begins with these.
    #expect(try text.hasPrefix(printed))
    return printed
  }

  private static let imports = """
    import Foundation
    import LoadableTesting
    import Testing


    """
}
