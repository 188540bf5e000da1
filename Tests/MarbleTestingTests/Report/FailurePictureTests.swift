import MarbleDiagrams
@testable import MarbleReport
import Testing

/// The picture that a failure attaches: the lanes of its text, with the differences marked.
@Suite struct FailurePictureTests {
  @Test func `a picture is well-formed and describes its lanes and differences`() {
    let lanes = [lane("a<b>&\u{1}", [(10, .value("a")), (20, .value("&")), (40, .end)])]
    let picture = drawn(lanes, differing: [.milliseconds(20)])
    #expect(picture.isWellFormed)
    #expect(picture.text(of: "title") == #"A.swift:1  a: <&""#)
    #expect(
      picture.text(of: "desc") == "A marble diagram. a<b>&: a at 10 ms, & at 20 ms, "
        + "completed at 40 ms. Differences at 20 ms."
    )
  }

  @Test func `signals are drawn in their columns`() {
    let signals: [(Int, MarbleDiagram.Signal)] = [
      (0, .value("a")), (20, .value("b")), (30, .failure(nil)),
    ]
    let marbles = drawn([lane("a", signals)]).marbles.prefix(3).map(\.x)
    #expect(marbles.count == 3)
    #expect(marbles[1] - marbles[0] == 2 * (marbles[2] - marbles[1]))
  }

  @Test func `the differing columns are marked behind the lanes`() {
    let lanes = [
      lane("query", [(10, .value("a"))]),
      lane("expected", [(0, .value("a")), (10, .value("b"))]),
      lane("actual", [(20, .value("c"))]),
    ]
    let picture = drawn(lanes, differing: [.milliseconds(10), .milliseconds(20)])
    let marks = picture.shapes.filter { $0.style == "failure tone" && $0.attributes["rx"] == nil }
    let first = picture.elements.firstIndex { $0.style == "failure tone" }
    let marble = picture.elements.firstIndex { $0.style == "update tone" }
    // The last one is in the legend.
    #expect(marks.count == 3)
    #expect(marks[0].x + marks[0].width <= marks[1].x)
    #expect((first ?? .max) < (marble ?? 0))
    #expect(picture.texts.contains("difference"))
  }

  @Test func `a time within a frame is part of the text`() {
    #expect(drawn([lane("a", [(13, .value("a"))])]).texts.contains("a at 13ms"))
  }

  @Test(arguments: [
    ("model.states", "model.states"), ("a.map { $0 / 2 }", "a.map-0-2"), ("…", "stream"),
  ])
  func `the file is named after the stream`(_ name: String, _ file: String) {
    #expect(MarblePicture("", lanes: []).image(of: name).fileName == "\(file).svg")
  }

  private func lane(_ label: String, _ signals: [(Int, MarbleDiagram.Signal)]) -> Lane {
    Lane(
      label: label,
      kind: .values,
      signals: signals.map { MarbleDiagram.Event($1, at: .milliseconds($0)) },
      start: .zero,
      end: .milliseconds(50)
    )
  }

  private func drawn(_ lanes: [Lane], differing: [Duration] = []) -> DrawnPicture {
    let title = "A.swift:1  a: <&\""
    return DrawnPicture(
      lanes.picture(title, differing: differing, frame: .milliseconds(10))
    )
  }
}
