/// The frames of a picture's columns; an omitted pause is one column.
struct PictureColumns {
  let frame: Duration
  /// The frame of each column; nil for an omitted pause.
  private(set) var frames: [Int?] = []
  private(set) var isCut = false
  private var columns: [Int: Int] = [:]

  /// - Parameters:
  ///   - lanes: The drawn lanes.
  ///   - limit: The largest number of columns.
  init(_ lanes: [PictureLane], limit: Int) {
    frame = lanes.map(\.frame).min() ?? .milliseconds(10)
    var busy: Set<Int> = [0]
    for lane in lanes {
      for event in lane.events { busy.insert(event.time.frames(of: frame)) }
      busy.insert(max(lane.end - .nanoseconds(1), .zero).frames(of: frame))
    }
    fill(busy.sorted())
    extendLastState(lanes)
    isCut = frames.count > limit
    guard isCut else { return }
    frames.removeSubrange(limit...)
    columns = columns.filter { $0.value < limit }
  }

  /// The column of a time; nil if it is not drawn.
  func column(of time: Duration) -> Int? {
    columns[time.frames(of: frame)]
  }

  /// The column at which something ends; the number of columns if that is later.
  func end(_ time: Duration) -> Int {
    column(of: time) ?? frames.count
  }

  func time(of column: Int) -> Duration? {
    frames[column].map { frame * $0 }
  }

  private mutating func fill(_ busy: [Int]) {
    append(busy[0])
    for (earlier, later) in zip(busy, busy.dropFirst()) {
      let isLong = later - earlier - 1 > MarblePicture.Limits.pause
      let near = isLong ? earlier + MarblePicture.Limits.margin : later
      for number in (earlier + 1)...near { append(number) }
      guard isLong else { continue }
      frames.append(nil)
      for number in (later - MarblePicture.Limits.margin)...later { append(number) }
    }
  }

  private mutating func append(_ number: Int) {
    columns[number] = frames.count
    frames.append(number)
  }

  /// Adds columns so that a last state is wide enough for a short text.
  private mutating func extendLastState(_ lanes: [PictureLane]) {
    let starts = lanes.compactMap { lane in
      lane.kind == .states ? lane.events.last?.time.frames(of: frame) : nil
    }
    guard let start = starts.max(), let last = frames.last ?? nil, start > last - 2,
      last < .max - 3
    else { return }
    for number in (last + 1)..<(start + 3) { append(number) }
  }
}
