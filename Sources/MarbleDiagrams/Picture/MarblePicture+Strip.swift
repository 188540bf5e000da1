extension MarblePicture {
  /// The last columns of the lanes as one band, without title and legend, for a live display.
  package struct Strip: Sendable {
    /// The center and the width of a marble or a state, in the units of the image.
    package struct Place: Hashable, Sendable {
      /// The name of the last value.
      package let name: String
      /// The number of values of the frame.
      package let count: Int
      package let x, y, width: Int
    }

    package let svg: String
    package let places: [Place]
  }

  /// Draws as many of the last columns as fit a width in points.
  ///
  /// All lanes have the same height. Of several states of a frame the last one is drawn, and of
  /// several values their number. A text that is too wide is its first letter, or its first word of
  /// two letters.
  package func strip(width: Int, _ appearance: Appearance = .automatic) -> Strip {
    PictureDrawing(self, stripOf: width).strip(appearance)
  }
}

extension PictureDrawing {
  /// Notes the place of the last value of a column in a strip.
  mutating func notePlace(in row: Row, column: Int, from left: Int, to right: Int) {
    guard isStrip, let group = row.part.groups.first(where: { $0.column == column }),
      let name = group.values.last
    else { return }
    places.append(
      MarblePicture.Strip.Place(
        name: name,
        count: group.values.count,
        x: (left + right) / 2,
        y: row.y,
        width: right - left
      )
    )
  }
}

extension FrameColumns {
  /// The time of the first of the last columns, which is not an omitted pause.
  func start(ofLast count: Int) -> Duration {
    let first = frames.suffix(count).lazy.compactMap(\.self).first ?? 0
    return frame * first
  }
}
