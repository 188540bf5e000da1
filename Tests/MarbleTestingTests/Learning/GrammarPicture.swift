/// The grammar of marble diagrams as an SVG: each row is a diagram, drawn over a ruler of frames.
struct GrammarPicture {
  /// The colors of one appearance.
  struct Colors {
    let text, muted, grid, value, onValue, failure, subscription: String

    static let light = Colors(
      text: "#1d1d1f",
      muted: "#5f5f66",
      grid: "#dcdce0",
      value: "#0b63c4",
      onValue: "#ffffff",
      failure: "#c2261d",
      subscription: "#1a7a3a"
    )
    static let dark = Colors(
      text: "#f5f5f7",
      muted: "#b0b0b8",
      grid: "#3c3c42",
      value: "#5aa9ff",
      onValue: "#06182c",
      failure: "#ff7a70",
      subscription: "#57d684"
    )
  }

  static let rows: [(diagram: String, label: String)] = [
    ("-a--b-|", "values, empty frames, the completion"),
    ("-a--#", "the failure"),
    ("-a--#x", "the failure with the name x"),
    ("-a-(bc|)", "several signals in one frame"),
    ("-a-'two'-|", "a value with a longer name"),
    ("a 30ms b|", "exactly this time, between spaces"),
    ("--^----!", "a subscription: its start and its end"),
    ("-a - b -|", "a space takes no time"),
    ("-a-/* b */-c", "a comment takes no time"),
    ("-a-b|---", "dashes after the end, to align lines"),
  ]

  let colors: Colors

  var svg: String {
    let height = Self.top + Self.rows.count * Self.rowHeight + 4
    let rows = Self.rows.indices.map(row).joined(separator: "\n")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="700" height="\(height)" viewBox="0 0 700 \(height)">
      <title>The signs of marble diagrams over a ruler of frames</title>
      <g font-family="ui-sans-serif, system-ui, -apple-system, Helvetica, Arial, sans-serif" font-size="22">
      \(ruler(height))
      \(rows)
      </g>
      </svg>

      """
  }

  private static let (top, rowHeight, width, left, frames) = (84, 96, 66, 20, 10)
  private static let code = #"font-family="monospace" font-weight="bold""#

  /// The center of a frame.
  private func x(_ frame: Int) -> Int { Self.left + Self.width * frame + Self.width / 2 }

  private func ruler(_ height: Int) -> String {
    let texts = (0..<Self.frames).map { frame in
      let time = frame == 0 ? "0 ms" : "\(frame * 10)"
      return text(time, x(frame), 66, colors.muted, #"text-anchor="middle""#)
    }
    let lines = (0...Self.frames).map { frame in
      let x = Self.left + Self.width * frame
      return #"<path d="M\#(x) 76V\#(height - 4)" stroke="\#(colors.grid)" stroke-width="1.5"/>"#
    }
    let title = text("A sign takes one frame, here 10 ms", Self.left, 26, colors.text)
    return ([title] + texts + lines).joined(separator: "\n")
  }

  private func row(_ index: Int) -> String {
    let (diagram, label) = Self.rows[index]
    let top = Self.top + index * Self.rowHeight
    let signs = GrammarSign.signs(of: diagram)
    let code = text(escaped(diagram), Self.left + 6, top + 26, colors.text, Self.code)
    let words = text(label, 676, top + 26, colors.muted, #"text-anchor="end""#)
    let plate = """
      <rect x="\(Self.left - 4)" y="\(top + 2)" width="668" height="34" fill="\(colors.grid)" fill-opacity="0.45" rx="6"/>
      """
    return ([plate, code, words] + signs.map { draw($0, top + 62) }).joined(separator: "\n")
  }

  private func draw(_ sign: GrammarSign, _ y: Int) -> String {
    let x = x(sign.frame)
    switch sign.kind {
    case .empty(let isAfterEnd):
      return stroke("M\(x - 15) \(y)h30", colors.muted, 4, opacity: isAfterEnd ? 0.45 : 1)
    case .value(let name):
      let half = max(19, name.count * 7 + 8)
      return """
        <rect x="\(x - half)" y="\(y - 19)" width="\(half * 2)" height="38" rx="19" fill="\(colors.value)"/>
        \(text(name, x, y + 8, colors.onValue, #"text-anchor="middle" font-weight="bold""#))
        """
    case .end: return stroke("M\(x) \(y - 20)v40", colors.text, 5)
    case .failure(let name):
      let cross = stroke("M\(x - 14) \(y - 14)l28 28m0 -28l-28 28", colors.failure, 5)
      let bold = #"font-weight="bold""#
      return name.isEmpty ? cross : cross + "\n" + text(name, x + 19, y + 8, colors.failure, bold)
    case .subscribe: return stroke("M\(x - 13) \(y + 8)l13 -18l13 18", colors.subscription, 5)
    case .unsubscribe:
      return stroke("M\(x) \(y - 18)v22m0 11v4", colors.subscription, 5)
    case .group(let members): return group(members, x, y)
    case .elapsed(let time):
      let end = x + Self.width * (sign.frames - 1)
      return """
        \(stroke("M\(x - 24) \(y - 9)v18m0 -9H\(end + 24)m0 -9v18", colors.muted, 3))
        \(text(time, (x + end) / 2, y - 8, colors.text, #"text-anchor="middle""#))
        """
    }
  }

  /// The signs of a group, in one frame.
  private func group(_ members: [String], _ x: Int, _ y: Int) -> String {
    let drawn = members.enumerated().map { index, member in
      let x = x - 9 * (members.count - 1) + 18 * index
      guard member != "|" else { return stroke("M\(x) \(y - 14)v28", colors.text, 4) }
      return """
        <circle cx="\(x)" cy="\(y)" r="9" fill="\(colors.value)"/>
        \(text(member, x, y + 6, colors.onValue, #"text-anchor="middle" font-weight="bold" font-size="16""#))
        """
    }
    let frame = """
      <rect x="\(x - 32)" y="\(y - 22)" width="64" height="44" rx="9" fill="none" stroke="\(colors.muted)" stroke-width="2.5"/>
      """
    return ([frame] + drawn).joined(separator: "\n")
  }

  private func stroke(
    _ path: String,
    _ color: String,
    _ width: Int,
    opacity: Double = 1
  ) -> String {
    """
    <path d="\(path)" stroke="\(color)" stroke-width="\(width)" stroke-opacity="\(opacity)" fill="none" stroke-linecap="round"/>
    """
  }

  private func text(
    _ text: String,
    _ x: Int,
    _ y: Int,
    _ color: String,
    _ more: String = ""
  ) -> String {
    #"<text x="\#(x)" y="\#(y)" fill="\#(color)" xml:space="preserve" \#(more)>\#(text)</text>"#
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
