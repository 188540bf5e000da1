import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// Values of many kinds, and the tests that they print.
@Suite struct PrintedValueTests {
  @Test func `values print the tests of their file`() throws {
    let printed = try RecordedTests.values.compare(recordedTest)
    #expect(Set(printed.unicodeScalars.filter(\.isHidden)) == [])
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
      named: "the values of seed \(seed) equal their expressions"
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
