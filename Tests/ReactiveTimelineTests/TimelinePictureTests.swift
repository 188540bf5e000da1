import Foundation
import LoadableTesting
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The pictures of recordings (K12).
@Suite struct TimelinePictureTests {
  /// A short stream, one that ends, and one with values in three rows.
  private var picture: MarblePicture? {
    var picture: MarblePicture?
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      timeline.record(m.hot("-a-"), as: "short")
      timeline.record(m.hot("-a-|"), as: "ended")
      timeline.record(m.hot("---------b---------c---------d---------e---------f"), as: "long")
      m.at(.milliseconds(500)) { picture = timeline.picture("Three streams") }
    }
    return picture
  }

  @Test func `a stream without an end is open until the end of the recording`() throws {
    let lanes = try #require(picture).lanes
    #expect(lanes.map(\.diagram.length) == [500, 40, 500].map { .milliseconds($0) })
  }

  @Test func `a stream that has ended is not in the next rows`() throws {
    let svg = try #require(picture).svg()
    let counts = ["short", "ended", "long"].map { name in
      svg.components(separatedBy: ">\(name)</text>").count - 1
    }
    #expect(counts == [3, 1, 3])
    #expect(svg.components(separatedBy: "class=\"track\"").count - 1 == 7)
  }
}
