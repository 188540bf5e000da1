import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// Texts that reorder a line or that an editor does not show, in printed tests and in texts (K4, K7).
@Suite struct HostileTextTests {
  struct Person: Hashable, Sendable { var name: String }

  private func timeline<Value: Sendable>(of value: Value) -> Timeline {
    let timeline = Timeline(clock: FrozenClock())
    timeline.record(BehaviorRelay(value).readOnly, as: "value")
    return timeline
  }

  @Test(arguments: [
    ("\u{202E}", #""\u{202E}""#), ("a\u{2066}b\u{2069}", #""a\u{2066}b\u{2069}""#),
    ("a\u{2028}b", #""a\u{2028}b""#), ("\u{A0}\u{200B}\u{3164}", #""\u{A0}\u{200B}\u{3164}""#),
    ("\u{301}", #""\u{301}""#), ("e\u{301}", "\"e\u{301}\""), ("שלום", #""שלום""#),
    ("👨‍👩‍👧❤️", #""👨‍👩‍👧❤️""#), ("a\u{200D}", #""a\u{200D}""#), ("\u{E0041}", #""\u{E0041}""#),
    ("\n\u{301}\r\n\t\0\"\\", #""\n\u{301}\r\n\t\0\"\\""#), ("it's", #""it's""#),
  ])
  func `a test has escapes for what an editor does not show`(text: String, code: String) {
    let test = timeline(of: Person(name: text)).swiftTest(of: "Model()")
    #expect(test.contains("HostileTextTests.Person(name: \(code))"), "\(test.debugDescription)")
  }

  @Test func `a text has escapes for what reorders a line`() {
    let text = timeline(of: Person(name: "a\u{202E}b\u{2066}c\u{200F}")).text()
    #expect(text.hasSuffix(#"a Person(name: "a\u{202E}b\u{2066}c\u{200F}")"#), "\(text)")
    let named = Timeline(clock: FrozenClock())
    named.record(BehaviorRelay(1).readOnly, as: "a\u{202E}b")
    #expect(named.text().hasPrefix(#"a\u{202E}b  (1|)"#))
    #expect(named.swiftTest(of: "Model()").contains(#"the lane 'a\u{202E}b' is no path"#))
    let svg = named.picture("names").svg()
    #expect(!svg.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a value that is described by a date without a number prints`() {
    let values: [any Sendable] = [
      Date(timeIntervalSinceReferenceDate: .nan), [Date(timeIntervalSinceReferenceDate: .nan)],
      DateInterval(start: Date(timeIntervalSinceReferenceDate: .nan), duration: 0),
      LoadError(Outage(end: Date(timeIntervalSinceReferenceDate: .nan))),
      LoadState<Date?>.loaded(Date(timeIntervalSinceReferenceDate: .nan)),
    ]
    for value in values {
      let timeline = timeline(of: value)
      #expect(timeline.text().contains("Date(nan)"), "\(timeline)")
      #expect(timeline.swiftTest(of: "Model()").hasPrefix("// No test: "))
    }
    #expect(timeline(of: Date.distantFuture).text().hasSuffix("4001-01-01 00:00:00 +0000"))
  }

  struct Outage: Error, Equatable { var end: Date }
}

/// A clock whose time does not pass.
struct FrozenClock: Clock {
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
