// Signals: marbles, completions, failures, cancellations.

extension PictureDrawing {
  mutating func drawSignals(_ row: Row) {
    let groups = row.part.groups
    for (index, group) in groups.enumerated() {
      let x = grid.x(group.column, in: row.band)
      let next = index + 1 < groups.count ? groups[index + 1].column : nil
      let end = next.map { grid.x($0, in: row.band) - PictureGrid.radius - 3 } ?? PictureGrid.right
      let values = drawValues(group, row, x, until: end - (group.signs.isEmpty ? 0 : 14))
      drawSigns(group, row, x, after: values, until: end)
    }
  }

  /// Draws the values of a frame from bottom to top; returns the right edge, or nil without values.
  private mutating func drawValues(
    _ group: LaneMarks.Group,
    _ row: Row,
    _ x: Int,
    until end: Int
  ) -> Int? {
    // The last state of a frame is a span.
    let isState = row.lane.kind == .states
    let values = isState ? Array(group.values.dropLast()) : group.values
    var right: Int?
    for (index, text) in stacked(values, isState ? 1 : 0).enumerated() {
      let level = values.isEmpty ? 0 : min(values.count, limit(isState)) - 1 - index
      let y = row.y - (level + (isState ? 1 : 0)) * PictureGrid.step
      let edge = drawMarble(text, row.lane, x, y, until: end)
      right = max(right ?? edge, edge)
    }
    return right
  }

  private func limit(_ isState: Bool) -> Int {
    MarblePicture.Limits.stack - (isState ? 1 : 0)
  }

  /// The names of a stack; nil for the count of those that it does not contain.
  private func stacked(_ values: [String], _ taken: Int) -> [MarbleText] {
    let limit = MarblePicture.Limits.stack - taken
    guard values.count > limit else { return values.map(MarbleText.name) }
    return values.prefix(limit - 1).map(MarbleText.name) + [.more(values.count - limit + 1)]
  }

  enum MarbleText {
    case name(String)
    case more(Int)
  }

  /// Draws a marble, as wide as its text if there is enough space; returns its right edge.
  private mutating func drawMarble(
    _ content: MarbleText,
    _ lane: PictureLane,
    _ x: Int,
    _ y: Int,
    until end: Int
  ) -> Int {
    let left = x - PictureGrid.radius
    var (text, tone) = ("", MarblePicture.Tone.neutral)
    switch content {
    case .more(let count): text = "+\(count)"
    case .name(let name):
      (text, tone) = (lane.text(of: name), lane.tone(of: name))
      if left + width(of: text) > end {
        let symbol = legend.symbol(of: name, text)
        legend.add(.marble(symbol, tone), text)
        text = symbol
      }
    }
    let width = width(of: text)
    let frame = SVGWriter.Rectangle(x: left, y: y - 11, width: width, height: 22)
    writer.rectangle("\(tone) tone", frame, radius: PictureGrid.radius)
    writer.text(text, "\(tone) middle", x: left + width / 2, y: y + 5)
    return left + width
  }

  private func width(of text: String) -> Int {
    max(2 * PictureGrid.radius, text.count == 1 ? 0 : text.width(size: 16) + 14)
  }
}

// MARK: Signs

extension PictureDrawing {
  private mutating func drawSigns(
    _ group: LaneMarks.Group,
    _ row: Row,
    _ x: Int,
    after values: Int?,
    until end: Int
  ) {
    let place = values.map { $0 + 6 } ?? x
    for sign in group.signs {
      switch sign {
      case .value, .subscribe: continue
      case .end:
        writer.path("sign", "M\(place) \(row.y - 11)v22")
        legend.add(.completion, "completed")
      case .failure(let name): drawFailure(name, row, values == nil ? x : place + 7, until: end)
      case .unsubscribe: drawEnd(group, row, x)
      }
    }
  }

  private mutating func drawFailure(_ name: String?, _ row: Row, _ x: Int, until end: Int) {
    writer.failure(x, row.y)
    guard let text = name.map(row.lane.text) else { return legend.add(.failure, "failed") }
    guard x + 18 + text.width(size: 16) <= max(end, x + 18) else {
      return legend.add(.failure, text)
    }
    writer.text(text, "failure", x: x + 17, y: row.y + 6)
  }

  /// The end of a subscription; in a lane of loads without a result, a cancellation.
  private mutating func drawEnd(_ group: LaneMarks.Group, _ row: Row, _ x: Int) {
    guard group.values.isEmpty else { return }
    guard row.lane.kind == .loads else {
      writer.path("sign", "M\(x) \(row.y - 9)v18")
      return legend.add(.unsubscription, "end of a subscription")
    }
    writer.cross(x, row.y)
    legend.add(.cancellation, "cancelled")
  }
}

extension SVGWriter {
  mutating func failure(_ x: Int, _ y: Int) {
    let frame = Rectangle(x: x - 11, y: y - 11, width: 22, height: 22)
    rectangle("failure tone", frame, radius: 11)
    path("failure sign", "M\(x - 4) \(y - 4)l8 8m0 -8l-8 8")
  }

  mutating func cross(_ x: Int, _ y: Int) {
    let frame = Rectangle(x: x - 11, y: y - 11, width: 22, height: 22)
    rectangle("neutral tone", frame, radius: 11)
    path("neutral sign", "M\(x - 4) \(y - 4)l8 8m0 -8l-8 8")
  }
}
