import LoadableTesting
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// What debuggers and `dump` show.
@Suite struct TimelineDescriptionTests {
  @Test func `a dump has the lanes with their texts`() {
    let (timeline, query) = (Timeline(), PublishRelay<String>())
    timeline.record(query, as: "query")
    query.accept("a")
    timeline.stop()
    var text = ""
    dump(timeline, to: &text)
    #expect(
      text == """
        ▿ Timeline: 1 lane #0
          - query: "a"
          - legend: "a \\"a\\""

        """
    )
  }

  @Test func `streams, mappings and pictures have a description of one line`() {
    let (timeline, query) = (Timeline(), BehaviorRelay("a"))
    let stream = timeline.record(query.readOnly, as: "query")
    query.accept("b")
    #expect("\(stream)" == "RecordedStream \"query\": 2 values")
    #expect("\(TimelineLabels(of: Int.self) { _ in nil })" == "TimelineLabels of Int")
    #expect("\(SwiftExpression(of: [Int].self) { _ in nil })" == "SwiftExpression of Array<Int>")
    #expect("\(timeline.picture("A\nsearch"))" == "MarblePicture \"A search\": 1 lane")
    #expect("\(MarblePicture("", lanes: []))" == "MarblePicture \"\": 0 lanes")
  }
}
