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

  @Test(arguments: ["a long text that does not fit in a part", "a text that fits in a state", "A"])
  func `the sign of an omitted pause covers no text of a state`(text: String) throws {
    for dashes in 0..<13 {
      let line = String(repeating: "-", count: dashes)
      let diagram = try MarbleDiagram("x\(line)a 300ms b")
      let lane = MarblePicture.Lane("s", diagram, as: .states, words: ["a": .init(text)])
      let parts = MarblePicture("Pauses", lanes: [lane]).svg().split(separator: "\n")
      let covers = parts.filter { $0.contains("class=\"cover\"") }.compactMap { $0.attribute("x") }
      // The text or the symbol of the state, which is in a group with its tone.
      let texts = parts.filter { $0.contains("<text class=\"neutral") }.map(\.textRange)
      #expect(covers.count == 1 && texts.count > 1)
      for cover in covers {
        for text in texts { #expect(!text.overlaps(cover..<(cover + 8)), "\(dashes): \(texts)") }
      }
    }
  }

  @Test(arguments: 0..<30)
  func `a row that begins with an omitted pause has a unit at its first time`(count: Int) throws {
    let dashes = String(repeating: "-", count: count)
    let diagram = try MarbleDiagram("\(dashes)ab 300ms cdefgh-----i 300ms jklmnopqr")
    let lane = MarblePicture.Lane("v", diagram)
    let parts = MarblePicture("Rows", lanes: [lane]).svg().split(separator: "\n")
    let times = parts.filter { $0.contains("class=\"dim") && $0.contains(" ms<") }
    let rows = parts.filter { $0.contains("class=\"name\"") }
    #expect(rows.count > 1)
    // The last one is the note on the width of a column.
    #expect(times.count == rows.count + 1)
  }

  @Test func `an optional value has the text of the value`() {
    let svg = svg("-a|", "-b|")
    #expect(svg.contains(">poster #1</text>"))
    #expect(!svg.contains("Optional"))
  }

  private struct Poster: Sendable, CustomStringConvertible { let description = "poster #1" }
}

extension Substring {
  /// The columns of a text, at least 6 points for each character.
  fileprivate var textRange: Range<Int> {
    let x = attribute("x") ?? 0
    let count = replacing("&quot;", with: "'").drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
      .count
    return contains("middle") ? (x - 3 * count)..<(x + 3 * count) : x..<(x + 6 * count)
  }

  /// The whole number of an attribute.
  fileprivate func attribute(_ name: String) -> Int? {
    components(separatedBy: " \(name)=\"").dropFirst().first.flatMap {
      Int($0.prefix { $0 != "\"" })
    }
  }
}
