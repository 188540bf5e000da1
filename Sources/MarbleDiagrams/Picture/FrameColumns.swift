/// The frames of the columns of a drawing; a long pause of all lanes is one column.
package struct FrameColumns {
  package let frame: Duration
  /// The frame of each column; nil for an omitted pause.
  package private(set) var frames: [Int?] = []
  package private(set) var isCut = false
  private var columns: [Int: Int] = [:]

  /// A longer pause between the times is omitted, except for columns before and after it.
  ///
  /// The first column is that of the origin.
  package init(
    frame: Duration,
    origin: Duration = .zero,
    times: some Sequence<Duration>,
    longestPause pause: Int,
    margin: Int
  ) {
    self.frame = frame
    let busy = Set(times.map { $0.frames(of: frame) }).union([origin.frames(of: frame)])
      .sorted()
    append(busy[0])
    for (earlier, later) in zip(busy, busy.dropFirst()) {
      let isLong = later - earlier - 1 > pause
      let near = isLong ? earlier + margin : later
      for number in (earlier + 1)...near { append(number) }
      guard isLong else { continue }
      frames.append(nil)
      for number in (later - margin)...later { append(number) }
    }
  }

  /// The column of a time; nil if it is not drawn.
  package func column(of time: Duration) -> Int? {
    columns[time.frames(of: frame)]
  }

  /// The column at which something ends; the number of columns if that is later.
  func end(_ time: Duration) -> Int { column(of: time) ?? frames.count }

  /// The time at which a column starts; nil for an omitted pause.
  package func time(of column: Int) -> Duration? {
    frames[column].map { frame * $0 }
  }

  package mutating func cut(after limit: Int) {
    isCut = frames.count > limit
    guard isCut else { return }
    frames.removeSubrange(limit...)
    columns = columns.filter { $0.value < limit }
  }

  private mutating func append(_ number: Int) {
    columns[number] = frames.count
    frames.append(number)
  }

  /// Adds columns so that a state that starts in a frame is wide enough for a short text.
  mutating func extend(stateFrom start: Int) {
    guard let last = frames.last ?? nil, start > last - 2, last < .max - 3 else { return }
    for number in (last + 1)..<(start + 3) { append(number) }
  }
}

extension Duration {
  /// The start of the last frame of a lane that ends at this time.
  package var lastInstant: Duration { max(self - .nanoseconds(1), .zero) }
}
