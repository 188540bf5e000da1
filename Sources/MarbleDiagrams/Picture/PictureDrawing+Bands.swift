// A band: the ruler, and below it the part of each lane.

extension PictureDrawing {
  mutating func draw(_ band: Int, _ parts: [LaneMarks.Part]) {
    let ticks = ticks(of: band)
    for tick in ticks {
      writer.text(tick.text, "dim \(tick.isFirst ? "" : "middle")", x: tick.labelX, y: y + 16)
    }
    let drawn = zip(lanes, parts).filter { band == 0 || !$0.1.isEmpty }
    let top = y + 22
    let bottom = top + drawn.reduce(0) { $0 + height(of: $1.1) }
    for column in grid.columns(of: band) where highlights.contains(column) {
      highlight(grid.x(column, in: band), from: top, to: bottom)
    }
    for tick in ticks { writer.path("grid", "M\(tick.x) \(top)V\(bottom - 4)") }
    y = top
    for (lane, part) in drawn {
      draw(lane, part, in: band)
      y += height(of: part)
    }
    y += 6
  }

  /// Marks a column behind the lanes, with a caret below them.
  private mutating func highlight(_ x: Int, from top: Int, to bottom: Int) {
    let width = min(grid.cell, 2 * PictureGrid.radius + 4)
    writer.rectangle(
      "failure tone",
      SVGWriter.Rectangle(x: x - width / 2, y: top, width: width, height: bottom - top - 4)
    )
    writer.caret(x, bottom + 4)
  }

  private mutating func draw(_ lane: PictureLane, _ part: LaneMarks.Part, in band: Int) {
    let name = lane.name.cut(
      toWidth: grid.right - PictureGrid.margin,
      size: 16,
      isBold: true
    )
    writer.text(name, "name", x: PictureGrid.margin, y: y + 17)
    let row = Row(lane: lane, part: part, band: band, y: y + height(of: part) - 19)
    drawSpans(row)
    drawBreaks(row)
    drawSignals(row)
  }

  /// The height of a lane: its name, and the largest stack of values in the band.
  private func height(of part: LaneMarks.Part) -> Int {
    let values = min(part.groups.map(\.values.count).max() ?? 1, stack)
    return 24 + PictureGrid.step * max(values, 1) + 12
  }

  /// A part of a lane, and the place of its line.
  struct Row {
    let lane: PictureLane
    let part: LaneMarks.Part
    let band: Int
    let y: Int
  }
}

// MARK: The ruler

extension PictureDrawing {
  private typealias Tick = (x: Int, labelX: Int, text: String, isFirst: Bool)

  /// The times of some columns, far enough apart for their texts.
  private func ticks(of band: Int) -> [Tick] {
    var ticks: [Tick] = []
    var free = 0
    var followsPause = true
    let all = grid.columns(of: band)
    let step = step(all)
    for column in all {
      guard let number = columns.frames[column], let time = columns.time(of: column) else {
        followsPause = true
        continue
      }
      let isDrawn = followsPause || number % step == 0
      followsPause = false
      guard isDrawn else { continue }
      let isFirst = ticks.isEmpty
      let text = isFirst ? "\(label(time)) \(unit)" : label(time)
      let (x, width) = (grid.x(column, in: band), text.width(size: 16))
      let left = isFirst ? x - PictureGrid.radius : x - width / 2
      guard left >= free, left + width <= grid.right else { continue }
      free = left + width + 10
      ticks.append((x, isFirst ? left : x, text, isFirst))
    }
    return ticks
  }

  /// The distance of labels in frames: 1, 2, 5 or 10 times a power of ten.
  private func step(_ all: Range<Int>) -> Int {
    let texts = all.compactMap { columns.time(of: $0).map(label) }
    let width = (texts.map { $0.width(size: 16) }.max() ?? 0) + 14
    let needed = (width + grid.cell - 1) / grid.cell
    return [1, 2, 5, 10, 20].first { $0 >= needed } ?? 50
  }

  /// True for seconds: frames of whole seconds, or long times in tenths of a second.
  private var countsSeconds: Bool {
    let tenth = columns.frame.attoseconds % Duration.milliseconds(100).attoseconds == 0
    let last = columns.frames.last.flatMap(\.self) ?? 0
    let isLong = columns.frame * last >= .seconds(10)
    return columns.frame.components.attoseconds == 0 || (tenth && isLong)
  }

  private var unit: String { countsSeconds ? "s" : "ms" }

  private func label(_ time: Duration) -> String {
    countsSeconds ? time.secondsText : time.millisecondsText
  }
}
