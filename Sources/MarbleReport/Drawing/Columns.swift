/// The frames of the columns.
///
/// A long idle time that all lanes share takes one column.
struct Columns {
  private let frame: Duration
  /// The frame of each column; nil for an omitted idle time.
  private(set) var frames: [Int?] = []
  private var isCut = false
  private var columns: [Int: Int] = [:]

  private static let longestPause = 30
  private static let margin = 4
  private static let maxColumns = 200

  init(frame: Duration, times: [Duration], end: Duration) {
    self.frame = frame
    let last = max(end - .nanoseconds(1), .zero).frames(of: frame)
    let busy = Set(times.map { $0.frames(of: frame) } + [0, last]).sorted()
    append(busy[0])
    for (earlier, later) in zip(busy, busy.dropFirst()) {
      append(after: earlier, to: later)
    }
    isCut = frames.count > Columns.maxColumns
    guard isCut else { return }
    columns = columns.filter { $0.value < Columns.maxColumns }
    frames.removeSubrange(Columns.maxColumns...)
  }

  func column(of time: Duration) -> Int? {
    columns[time.frames(of: frame)]
  }

  /// The time at which a column starts.
  func time(of column: Int) -> Duration? {
    frames[column].map { frame * $0 }
  }

  func isAtStart(_ time: Duration) -> Bool {
    frame * time.frames(of: frame) == time
  }

  /// Labels every fifth frame and the frame after an idle time, if the label fits.
  var ruler: String {
    var text = ""
    for (column, number) in frames.enumerated() {
      guard let number else { continue }
      let followsSilence = column > 0 && frames[column - 1] == nil
      guard number % 5 == 0 || followsSilence, text.isEmpty || text.count < column else { continue }
      text += String(repeating: " ", count: column - text.count) + label(frame * number)
    }
    return text
  }

  var unit: String { countsSeconds ? "time(s)" : "time(ms)" }

  /// A note below the lanes about omitted parts.
  var note: String? {
    let notes = [
      frames.contains(nil) ? "~ = idle time of all lanes, omitted" : nil,
      isCut ? "only the first \(Columns.maxColumns) columns are drawn" : nil,
    ]
    let present = notes.compactMap { $0 }
    return present.isEmpty ? nil : present.joined(separator: "; ")
  }

  private var countsSeconds: Bool { frame.components.attoseconds == 0 }

  private func label(_ time: Duration) -> String {
    countsSeconds ? "\(time.components.seconds)" : time.millisecondsText
  }

  private mutating func append(after earlier: Int, to later: Int) {
    let isLong = later - earlier > Columns.longestPause
    let near = isLong ? earlier + Columns.margin : later
    for number in (earlier + 1)..<(near + 1) { append(number) }
    guard isLong else { return }
    frames.append(nil)
    for number in (later - Columns.margin)...later { append(number) }
  }

  private mutating func append(_ number: Int) {
    columns[number] = frames.count
    frames.append(number)
  }
}
