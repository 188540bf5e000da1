// The columns of a drawing in a terminal.

extension FrameColumns {
  private static let most = 200

  init(frame: Duration, times: [Duration], end: Duration) {
    self.init(frame: frame, times: times + [end.lastInstant], longestPause: 29, margin: 4)
    cut(after: Self.most)
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
      isCut ? "only the first \(Self.most) columns are drawn" : nil,
    ]
    let present = notes.compactMap { $0 }
    return present.isEmpty ? nil : present.joined(separator: "; ")
  }

  private var countsSeconds: Bool { frame.components.attoseconds == 0 }

  private func label(_ time: Duration) -> String {
    countsSeconds ? "\(time.components.seconds)" : time.millisecondsText
  }
}
