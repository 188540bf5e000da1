/// Appends shapes and texts of SVG to a string; every text is escaped.
package struct SVGWriter {
  var text = ""

  package mutating func line(_ line: String) {
    text += line
    text += "\n"
  }

  package mutating func rectangle(_ style: String, _ frame: Rectangle, radius: Int = 0) {
    let corner = radius > 0 ? " rx=\"\(radius)\"" : ""
    line(
      "<rect class=\"\(style)\" x=\"\(frame.x)\" y=\"\(frame.y)\" "
        + "width=\"\(frame.width)\" height=\"\(frame.height)\"\(corner)/>"
    )
  }

  package mutating func path(_ style: String, _ path: String) {
    line("<path class=\"\(style)\" d=\"\(path)\"/>")
  }

  /// Appends a cross in a circle.
  mutating func cross(_ tone: MarblePicture.Tone, _ x: Int, _ y: Int) {
    let frame = Rectangle(x: x - 11, y: y - 11, width: 22, height: 22)
    rectangle("\(tone) tone", frame, radius: 11)
    path("\(tone) sign", "M\(x - 4) \(y - 4)l8 8m0 -8l-8 8")
  }

  mutating func caret(_ x: Int, _ y: Int) { path("failure sign", "M\(x - 5) \(y)l5 -6l5 6") }

  /// Appends a text whose baseline is at `y`.
  package mutating func text(_ text: String, _ style: String, x: Int, y: Int) {
    line("<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(text.escapedForXML)</text>")
  }

  package struct Rectangle: Hashable, Sendable {
    package let x, y, width, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }
}

extension SVGWriter {
  /// Returns a whole document; the title and the description are for screen readers.
  package static func document(
    title: String,
    description: String,
    width: Int,
    height: Int,
    appearance: MarblePicture.Appearance,
    draw: (inout SVGWriter) -> Void
  ) -> String {
    var writer = SVGWriter()
    writer.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"\(appearance.name)\" "
        + "aria-label=\"\(title.escapedForXML)\" "
        + "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">"
    )
    writer.line("<title>\(title.escapedForXML)</title>")
    writer.line("<desc>\(description.escapedForXML)</desc>")
    writer.line("<style>\n\(appearance.styleSheet)\n</style>")
    writer.line(
      "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"\(width - 1)\" "
        + "height=\"\(height - 1)\" rx=\"8\"/>"
    )
    draw(&writer)
    writer.line("</svg>")
    return writer.text
  }
}
