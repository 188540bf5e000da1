// What lasts: lines, states, subscriptions.

extension PictureDrawing {
  mutating func drawSpans(_ row: Row) {
    for span in row.part.spans {
      switch row.lane.kind {
      case .values, .inputs: drawLine(span, row)
      case .states: drawState(span, row)
      case .loads, .subscriptions: drawSubscription(span, row)
      }
    }
  }

  /// The part of a span within the band, in points.
  private func range(of span: LaneMarks.Span, _ row: Row) -> ClosedRange<Int> {
    let band = grid.columns(of: row.band)
    let start = max(span.start, band.lowerBound)
    let end = max(start, min(span.end, band.upperBound))
    return grid.x(start, in: row.band)...grid.x(end, in: row.band)
  }

  private mutating func drawLine(_ span: LaneMarks.Span, _ row: Row) {
    let range = range(of: span, row)
    writer.path("track", "M\(range.lowerBound) \(row.y)H\(range.upperBound)")
  }

  private mutating func drawState(_ span: LaneMarks.Span, _ row: Row) {
    guard let name = span.name else { return }
    let range = range(of: span, row)
    let (text, tone) = (row.lane.text(of: name), row.lane.tone(of: name))
    let width = max(range.count - 3, 6)
    writer.rectangle(
      "\(tone) tone",
      SVGWriter.Rectangle(x: range.lowerBound, y: row.y - 13, width: width, height: 26),
      radius: 5
    )
    notePlace(
      in: row,
      column: span.start,
      from: range.lowerBound,
      to: range.lowerBound + width
    )
    let needed = text.width(size: 16)
    let parts = unbrokenParts(of: range.lowerBound..<(range.lowerBound + width), row)
    if let part = parts.first(where: { needed + 10 <= $0.count }) {
      let x = part.lowerBound + min((part.count - needed) / 2, 7)
      writer.text(text, "\(tone)", x: x, y: row.y + 6)
      return
    }
    let symbol = legend.symbol(of: name, text)
    legend.add(.state(symbol, tone), text)
    guard let part = parts.first(where: { symbol.width(size: 16) + 2 <= $0.count }) else { return }
    writer.text(symbol, "\(tone) middle", x: part.lowerBound + part.count / 2, y: row.y + 6)
  }

  /// The parts of a state before, between and after the signs of omitted pauses, in points.
  private func unbrokenParts(of state: Range<Int>, _ row: Row) -> [Range<Int>] {
    let band = grid.columns(of: row.band)
    var (parts, start) = ([Range<Int>](), state.lowerBound)
    for column in band where columns.frames[column] == nil {
      let sign = breakRange(at: breakX(of: column, in: row.band))
      guard state.overlaps(sign) else { continue }
      if start < sign.lowerBound { parts.append(start..<sign.lowerBound) }
      start = max(start, sign.upperBound)
    }
    return start < state.upperBound ? parts + [start..<state.upperBound] : parts
  }

  private mutating func drawSubscription(_ span: LaneMarks.Span, _ row: Row) {
    let range = range(of: span, row)
    let tone = row.lane.kind == .loads ? "running" : "neutral"
    let bar = SVGWriter.Rectangle(
      x: range.lowerBound,
      y: row.y - 5,
      width: max(range.count - 1, 6),
      height: 10
    )
    writer.rectangle("\(tone) tone", bar, radius: 5)
  }

  /// Breaks what lasts during an omitted pause.
  mutating func drawBreaks(_ row: Row) {
    let band = grid.columns(of: row.band)
    for column in band where columns.frames[column] == nil {
      let isCovered = row.part.spans.contains { $0.start < column && column < $0.end }
      guard isCovered else { continue }
      drawBreak(at: breakX(of: column, in: row.band), row.y)
    }
  }

  private func breakX(of column: Int, in band: Int) -> Int {
    grid.x(column, in: band) + grid.cell / 2
  }

  /// The place of the sign of an omitted pause.
  private func breakRange(at x: Int) -> Range<Int> { (x - 8)..<(x + 7) }

  private mutating func drawBreak(at x: Int, _ y: Int) {
    let cover = SVGWriter.Rectangle(x: x - 5, y: y - 15, width: 8, height: 30)
    writer.rectangle("cover", cover)
    writer.path("track", "M\(x - 7) \(y + 8)l4 -16m8 0l-4 16")
  }
}
