import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// Values of many kinds, and the tests that they print: those of RecordedValues.swift.
///
/// `TIMELINE_TESTS=200 RECORD_TIMELINES=1` writes that file, with more tests. The file is compared in
/// each process, so it has nothing that depends on the hashes of one.
@Suite struct PrintedValueTests {
  @Test func `values print the tests of the file`() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["TIMELINE_TESTS"].flatMap(UInt64.init) ?? 20
    let tests = (0..<count).map(recordedTest)
    #expect(tests.filter { $0.contains("// No test") } == [])
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "RecordedValues.swift")
    let printed = Self.header + tests.map(Self.withoutImports).joined(separator: "\n")
    if environment["RECORD_TIMELINES"] != nil {
      try printed.write(to: file, atomically: true, encoding: .utf8)
    }
    // A file with more tests begins with these.
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(printed))
    #expect(Set(printed.unicodeScalars.filter(\.isHidden)) == [])
  }

  private static let header = """
    // swift-format-ignore-file
    // Printed by PrintedValueTests.swift.

    import Foundation
    import LoadableTesting
    import Testing


    """

  private static func withoutImports(_ test: String) -> Substring {
    test.drop { $0 != "@" }
  }

  private func recordedTest(_ seed: UInt64) -> String {
    let timeline = Timeline(clock: FrozenClock())
    let (sample, pairs) = (PrintedSample(seed: seed), ValueModel.pairs(seed))
    let model = ValueModel(seed: seed, sample, pairs, ValueModel.fault(seed))
    timeline.recordConstant(sample, as: "sample")
    timeline.recordConstant(pairs, as: "pairs")
    timeline.recordConstant(ValueModel.fault(seed), as: "fault")
    timeline.record(model.differences.readOnly, as: "differences")
    return timeline.swiftTest(
      of: "ValueModel(seed: \(seed), sample, pairs, fault)",
      named: "values \(seed)"
    )
  }
}

extension Unicode.Scalar {
  /// True for what an editor does not show, except the joiner and the selector in an emoji.
  fileprivate var isHidden: Bool {
    if self == "\n" || self == " " || self == "\u{200D}" || self == "\u{FE0F}" { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned, .surrogate:
      return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
