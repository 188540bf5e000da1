/// Appends shapes and texts of SVG to a string; every text is escaped.
package struct SVGWriter {
  package private(set) var text = ""

  package init() {}

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

  /// Appends a text whose baseline is at `y`.
  package mutating func text(_ text: String, _ style: String, x: Int, y: Int) {
    line("<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(text.escapedForXML)</text>")
  }

  /// The place and the size of a rectangle.
  package struct Rectangle: Hashable, Sendable {
    package let x, y, width, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }
}

extension SVGWriter {
  /// Returns a whole document.
  ///
  /// - Parameters:
  ///   - title: The title for screen readers.
  ///   - description: The description for screen readers.
  ///   - width: The width in points.
  ///   - height: The height in points.
  ///   - appearance: The colors.
  ///   - draw: Draws the contents.
  /// - Returns: The document.
  package static func document(
    title: String,
    description: String,
    width: Int,
    height: Int,
    appearance: MarblePicture.Appearance,
    draw: (inout SVGWriter) -> Void
  ) -> String {
    var writer = SVGWriter()
    let style = PictureStyle(appearance)
    writer.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"\(style.name)\" "
        + "aria-label=\"\(title.escapedForXML)\" "
        + "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">"
    )
    writer.line("<title>\(title.escapedForXML)</title>")
    writer.line("<desc>\(description.escapedForXML)</desc>")
    writer.line("<style>\n\(style.sheet)\n</style>")
    let page = Rectangle(x: 0, y: 0, width: width, height: height)
    writer.line(
      "<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"\(page.width - 1)\" "
        + "height=\"\(page.height - 1)\" rx=\"8\"/>"
    )
    draw(&writer)
    writer.line("</svg>")
    return writer.text
  }
}
