import Foundation
@testable import MarbleReport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct DrawingSVGTests {
  @Test func `an image is well-formed and names its lanes`() throws {
    let svg = image([lane("a<b>&\u{1}", [(10, "a"), (20, "&"), (30, "(x)"), (40, "|")])])
    #expect(XMLParser(data: Data(svg.text.utf8)).parse())
    #expect(svg.text.contains("<title id=\"title\">A.swift:1  a: &lt;&amp;&quot;</title>"))
    #expect(
      svg.text.contains("A marble diagram in frames. a&lt;b&gt;&amp;: -a&amp;*|, * = (x).")
    )
    #expect(svg.text.contains("prefers-color-scheme: dark"))
  }

  @Test func `signals are drawn in their columns`() {
    let text = image([lane("a", [(0, "a"), (20, "b"), (30, "#")])]).text
    let circles = text.matches(of: #/<circle[^>]* cx="(\d+)"/#).compactMap { Int($0.1) }
    #expect(circles.count == 2)
    #expect(circles.last.map { $0 - (circles.first ?? 0) } == 36)
  }

  @Test func `only the differing signals of expected and actual are colored`() {
    let lanes = [
      lane("query", [(10, "a")]), lane("expected", [(0, "a"), (10, "b")]),
      lane("actual", [(10, "c")]),
    ]
    let text = image(lanes, differing: [.milliseconds(10)]).text
    let classes = text.matches(of: #/<circle class="([^"]+)"/#).map { String($0.1) }
    #expect(classes == ["input differs", "expected", "expected differs", "actual differs"])
    #expect(text.split(separator: "class=\"caret\"").count == 2)
  }

  @Test(arguments: [
    ("model.states", "model.states"), ("a.map { $0 / 2 }", "a.map-0-2"), ("…", "stream"),
  ])
  func `the file is named after the stream`(_ name: String, _ file: String) {
    #expect(image([lane("a", [])], name: name).fileName == "\(file).svg")
  }

  private func lane(_ label: String, _ signals: [(Int, String)]) -> Lane {
    Lane(
      label: label,
      signals: signals.map { time, text in
        Lane.Signal(time: .milliseconds(time), text: text, ends: "|#!".contains(text))
      },
      start: .zero,
      end: .milliseconds(50)
    )
  }

  private func image(
    _ lanes: [Lane],
    differing: [Duration] = [],
    name: String = "a"
  ) -> DrawingSVG {
    let drawing = Drawing(lanes, differing: differing, frame: .milliseconds(10))
    return DrawingSVG(drawing, name: name, title: "A.swift:1  a: <&\"")
  }
}
