import Foundation
import LoadableTesting
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The columns of a text: equal columns are equal times (K5).
@Suite struct AlignedTextTests {
  /// Records diagrams, whose names are the values.
  private func text(_ diagrams: [String]) -> [String] {
    var text = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      for (number, diagram) in diagrams.enumerated() {
        timeline.record(m.hot(diagram), as: "\(number)")
      }
      m.at(.seconds(2)) { text = timeline.text() }
    }
    return text.split(separator: "\n").prefix(diagrams.count)
      .map { String($0.dropFirst(3)) }
  }

  @Test func `only a pause of all lanes is written as a time, in the same columns`() {
    #expect(
      text(["300ms t 10ms u", "a----s 240ms t 10ms w", "-b"])
        == [
          "------ 240ms t-u",
          "a----s 240ms t-w",
          "-b",
        ]
    )
  }

  @Test func `the example of the article is that of a recording`() throws {
    let lines = text(["a---s 250ms w", "b 280ms i--o"])
    #expect(lines == ["a---s 240ms -w", "b---- 240ms i--o"])
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/ReactiveTimeline/Documentation.docc/Articles/RecordingTimelines.md"
    )
    #expect(
      try String(contentsOf: file, encoding: .utf8).contains(
        "query    \(lines[0])\nresults  \(lines[1])\n"
      )
    )
  }

  @Test func `a long pause that another lane interrupts is drawn`() {
    #expect(
      text(["a 200ms b", "----------c"]) == ["a--------------------b", "----------c"]
    )
  }

  @Test func `a group is as wide in all lanes`() {
    #expect(
      text(["a(bc)d", "-x'long'y-z", "--e--f"]) == [
        "a(bc)d",
        "-x   ly-z",
        "--   e--f",
      ]
    )
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `K5: every line parses to its lane, and equal columns are equal times`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let names = ["a", "1", "0", "m", "s", "'", "👍", "b c", "|", "é"]
    var timeline: Timeline?
    let relays = (0..<3).map { _ in PublishRelay<Name>() }
    marbles { m in
      m.expectCleanRun()
      let recorded = Timeline(clock: m.clock)
      timeline = recorded
      for (number, relay) in relays.enumerated() { recorded.record(relay, as: "\(number)") }
      for _ in 0..<12 {
        let (relay, name) = (
          relays.randomElement(using: &random), names.randomElement(using: &random)
        )
        let time = Int.random(in: 0...40, using: &random) * Int.random(in: 1...2, using: &random)
        m.at(.milliseconds(10 * time)) { relay?.accept(Name(text: name ?? "")) }
      }
    }
    let labels = TimelineLabels(of: Name.self) { TimelineLabel($0.text) }
    let recorded = try #require(timeline)
    let lines = recorded.text(labels: [labels]).split(separator: "\n").prefix(3)
      .map { String($0.dropFirst(3)) }
    let diagrams = recorded.diagrams(labels: [labels]).map(\.diagram)
    for (line, diagram) in zip(lines, diagrams) {
      #expect(try MarbleDiagram(line, frame: diagram.frame) == diagram)
    }
    let places = zip(lines, diagrams).map { line, diagram in
      Set(diagram.events.map(\.time)).sorted().map { time in
        (time, line.column(of: time, diagram.frame))
      }
    }
    let columns = Dictionary(grouping: places.flatMap(\.self), by: \.0)
    for (time, places) in columns {
      #expect(Set(places.map(\.1)).count == 1, "\(time) in \(lines)")
    }
  }

  struct Name: Sendable { let text: String }
}

extension String {
  /// The column at which the text shows a time: that after the longest start that is not later.
  fileprivate func column(of time: Duration, _ frame: Duration) -> Int? {
    let starts = (indices + [endIndex]).map { String(self[..<$0]) }
    let last = starts.last { start in
      (try? MarbleDiagram(start, frame: frame)).map { $0.length <= time } ?? false
    }
    return last?.reduce(0) { $0 + $1.columns }
  }
}
