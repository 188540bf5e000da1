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

  /// A loader whose states last through an omitted pause, with the diagrams of two loads.
  private func svg(_ first: String, _ second: String) -> String {
    var svg = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let answer = m.cold(first, then: [second])
      let loader = m.keep(Loader { try await answer() })
      timeline.record(loader, as: "podcasts")
      timeline.record(m.hot("-p", ["p": Poster?.some(Poster())]), as: "poster")
      m.hot("-x-----------------------------y") { loader.load() }
      m.at(.milliseconds(900)) { svg = timeline.picture("Pauses").svg() }
    }
    return svg
  }

  @Test func `the sign of an omitted pause covers no text of a state`() throws {
    for (first, second) in [("--a|", "30ms b|"), ("200ms a|", "400ms b|"), ("-a|", "-b|")] {
      let svg = svg(first, second)
      var (covers, line) = ([Int](), 0)
      // The lanes from top to bottom: states, then signs, then the next lane.
      var texts: [Range<Int>] = []
      for part in svg.split(separator: "\n") {
        if part.contains("class=\"name\"") { (texts, line) = ([], line + 1) }
        if part.contains("class=\"cover\""), let x = part.attribute("x") {
          covers.append(x)
          for text in texts { #expect(!text.overlaps(x..<(x + 8)), "\(part) covers \(text)") }
        } else if line == 1, part.hasPrefix("<text"), let x = part.attribute("x"),
          !part.contains("name"), !part.contains("dim")
        {
          let count = part.replacing("&quot;", with: "'").drop { $0 != ">" }.dropFirst().prefix {
            $0 != "<"
          }.count
          texts.append(part.contains("middle") ? (x - 5)..<(x + 5) : x..<(x + 6 * count))
        }
      }
      #expect(!covers.isEmpty)
    }
  }

  @Test func `a row that begins with an omitted pause has a unit at its first time`() throws {
    var svg = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      timeline.record(m.hot("a-b-c-d-e-f-g-h-i 300ms j-k"), as: "v")
      m.at(.milliseconds(900)) { svg = timeline.picture("Rows").svg() }
    }
    let times = svg.split(separator: "\n").filter {
      $0.contains("class=\"dim") && $0.contains("ms")
    }
    let rows = svg.split(separator: "\n").filter { $0.contains("class=\"name\"") }
    #expect(rows.count > 1)
    // The last one is the note on the width of a column.
    #expect(times.count == rows.count + 1, "\(svg)")
  }

  @Test func `an optional value has the text of the value`() {
    let svg = svg("-a|", "-b|")
    #expect(svg.contains(">poster #1</text>"))
    #expect(!svg.contains("Optional"))
  }

  private struct Poster: Sendable, CustomStringConvertible { let description = "poster #1" }
}

extension Substring {
  /// The whole number of an attribute.
  fileprivate func attribute(_ name: String) -> Int? {
    components(separatedBy: " \(name)=\"").dropFirst().first.flatMap {
      Int($0.prefix { $0 != "\"" })
    }
  }
}
