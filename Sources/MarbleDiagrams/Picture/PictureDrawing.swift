/// Draws a picture: the title, the bands of lanes, the legend.
struct PictureDrawing {
  let lanes: [PictureLane]
  let columns: FrameColumns
  let grid: PictureGrid
  let highlights: Set<Int>
  let isStrip: Bool
  /// The most values of a frame that are drawn one above the other.
  let stack: Int
  private let marks: [LaneMarks]
  var writer = SVGWriter()
  var legend: PictureLegend
  /// The place of the next line, from the top.
  var y = 12
  private let title: String
  private let description: String
  private let omittedLanes: Int
  var places: [MarblePicture.Strip.Place] = []

  init(_ picture: MarblePicture) {
    let drawn = picture.lanes.prefix(MarblePicture.Limits.lanes)
    let limit = MarblePicture.Limits.events / max(drawn.count, 1)
    lanes = drawn.map { PictureLane($0, limit: limit) }
    omittedLanes = picture.lanes.count - lanes.count
    let most = MarblePicture.Limits.columns
    let times = picture.highlights.sorted().prefix(MarblePicture.Limits.events)
    columns = FrameColumns(lanes, times, limit: min(most.one, most.all / max(lanes.count, 1)))
    (isStrip, stack) = (false, MarblePicture.Limits.stack)
    highlights = Set(times.compactMap(columns.column))
    marks = lanes.map { [columns] in LaneMarks($0, columns) }
    grid = PictureGrid(columns.frames.count, isDense: marks.contains(where: \.isDense))
    title = picture.title.cut(after: MarblePicture.Limits.title)
    let summary = picture.summary ?? PictureDrawing.description(of: lanes, picture.highlights)
    description = summary.cut(after: MarblePicture.Limits.summary)
    legend = PictureLegend(avoiding: lanes)
  }

  /// Creates the drawing of the last columns that fit a width, as one band without texts around it.
  init(_ picture: MarblePicture, stripOf width: Int) {
    var lanes = picture.lanes.map { PictureLane($0, limit: MarblePicture.Limits.events) }
    let most = PictureGrid.columns(inStrip: width)
    let all = FrameColumns(lanes, [], limit: .max)
    let start = all.start(ofLast: most)
    for index in lanes.indices { lanes[index].drop(before: start) }
    columns = FrameColumns(lanes, [], from: start, limit: most)
    marks = lanes.map { [columns] in LaneMarks($0, columns) }
    grid = PictureGrid(strip: columns.frames.count, width: width)
    legend = PictureLegend(avoiding: [], hasLetters: true)
    (self.lanes, highlights, omittedLanes) = (lanes, [], 0)
    (title, description, y) = (picture.title, picture.summary ?? "", 0)
    (isStrip, stack) = (true, 1)
  }

  func svg(_ appearance: MarblePicture.Appearance) -> String {
    var drawing = self
    drawing.draw()
    return SVGWriter.document(
      title: title,
      description: description,
      width: PictureGrid.width,
      height: drawing.y + 12,
      appearance: appearance
    ) { $0.text += drawing.writer.text }
  }

  func strip(_ appearance: MarblePicture.Appearance) -> MarblePicture.Strip {
    var drawing = self
    let parts = marks.map { $0.parts(grid) }
    for band in grid.bands { drawing.draw(band, parts.map { $0[band] }) }
    let svg = SVGWriter.document(
      title: title,
      description: description,
      width: grid.right + PictureGrid.margin,
      height: drawing.y,
      appearance: appearance
    ) { $0.text += drawing.writer.text }
    return MarblePicture.Strip(svg: svg, places: drawing.places)
  }

  private mutating func draw() {
    for line in title.wrapped(toWidth: PictureGrid.right - PictureGrid.margin, size: 18) {
      writer.text(line, "title", x: PictureGrid.margin, y: y + 18)
      y += 26
    }
    y += 4
    let parts = marks.map { $0.parts(grid) }
    for band in grid.bands { draw(band, parts.map { $0[band] }) }
    legend.note("one column: \(columns.frame.elapsedText.spacedUnit)")
    addNotes()
    legend.draw(&writer, &y)
  }

  private mutating func addNotes() {
    if !highlights.isEmpty { legend.add(.highlight, "difference") }
    if columns.frames.contains(nil) { legend.add(.pause, "pause, omitted") }
    if columns.isCut { legend.note("later columns are not drawn") }
    if lanes.contains(where: \.isCut) { legend.note("later signals are not drawn") }
    if omittedLanes > 0 { legend.note("lanes that are not drawn: \(omittedLanes)") }
  }
}

extension String {
  /// The lines of a text, at most two, broken at spaces.
  fileprivate func wrapped(toWidth width: Int, size: Int) -> [String] {
    var lines = [""]
    for word in split(whereSeparator: \.isWhitespace) {
      let longer =
        lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
      if lines.count == 2 || longer.boldWidth(size: size) <= width || lines[0].isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { $0.cut(toWidth: width, size: size, isBold: true) }
  }

  /// The elapsed time with a space before its unit.
  var spacedUnit: String {
    let digits = prefix { $0.isNumber || $0 == "." }
    return "\(digits) \(dropFirst(digits.count))"
  }
}
