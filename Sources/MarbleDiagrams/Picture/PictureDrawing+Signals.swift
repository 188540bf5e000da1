// Signals: marbles, completions, failures, cancellations.

extension PictureDrawing {
  mutating func drawSignals(_ row: Row) {
    let groups = row.part.groups
    for (index, group) in groups.enumerated() {
      let x = grid.x(group.column, in: row.band)
      let next = index + 1 < groups.count ? groups[index + 1].column : nil
      let end = next.map { grid.x($0, in: row.band) - PictureGrid.radius - 3 } ?? grid.right
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
    let (taken, limit) =
      isState ? (1, stack - 1) : (0, stack)
    let isCut = values.count > limit
    for index in 0..<min(values.count, limit) {
      let level = min(values.count, limit) - 1 - index
      let y = row.y - (level + taken) * PictureGrid.step
      let edge =
        isCut && index == limit - 1
        ? drawMarble("+\(values.count - index)", .neutral, x, y)
        : drawMarble(named: values[index], row.lane, x, y, until: end)
      right = max(right ?? edge, edge)
    }
    if let right {
      notePlace(in: row, column: group.column, from: x - PictureGrid.radius, to: right)
    }
    return right
  }

  /// Draws a marble with the text of a value, or with a symbol if the text is too wide.
  private mutating func drawMarble(
    named name: String,
    _ lane: PictureLane,
    _ x: Int,
    _ y: Int,
    until end: Int
  ) -> Int {
    let (text, tone) = (lane.text(of: name), lane.tone(of: name))
    guard x - PictureGrid.radius + width(of: text) > end else {
      return drawMarble(text, tone, x, y)
    }
    let symbol = legend.symbol(of: name, text)
    legend.add(.marble(symbol, tone), text)
    return drawMarble(symbol, tone, x, y)
  }

  /// Draws a marble; returns its right edge.
  private mutating func drawMarble(
    _ text: String,
    _ tone: MarblePicture.Tone,
    _ x: Int,
    _ y: Int
  ) -> Int {
    let (left, width) = (x - PictureGrid.radius, width(of: text))
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
    writer.cross(.failure, x, row.y)
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
    writer.cross(.neutral, x, row.y)
    legend.add(.cancellation, "cancelled")
  }
}
