public import MarbleDiagrams

extension Timeline {
  /// A lane as a marble diagram.
  public struct Lane: Sendable {
    /// The name of the lane.
    public let name: String
    /// The diagram; times are rounded down to whole frames.
    public let diagram: MarbleDiagram
    /// The number of entries that were dropped because the lane was full.
    public let droppedCount: Int
  }

  /// Returns the lanes as marble diagrams, in the order in which they were added.
  ///
  /// - Parameter frame: The time that one character takes; 10 ms by default.
  /// - Returns: The lanes; the letters have the same meanings in all of them.
  public func diagrams(frame: Duration = .milliseconds(10)) -> [Lane] {
    drawn(frame: frame).lanes
  }

  /// Returns the lanes and the legend as text.
  ///
  /// - Parameters:
  ///   - frame: The time that one character takes; 10 ms by default.
  ///   - columns: The width of the legend in characters; 76 by default.
  /// - Returns: A line for each lane, and the legend.
  public func text(frame: Duration = .milliseconds(10), columns: Int = 76) -> String {
    let (lanes, letters) = drawn(frame: frame)
    let width = lanes.map(\.name.count).max() ?? 0
    let lines = lanes.map { lane in
      let dropped = lane.droppedCount == 0 ? "" : "  (\(lane.droppedCount) dropped before)"
      return lane.name.padded(to: width) + "  \(lane.diagram)" + dropped
    }
    let indent = String(repeating: " ", count: width + 2)
    return (lines + letters.legend(columns: columns).map { indent + $0 }).joined(separator: "\n")
  }

  private func drawn(frame: Duration) -> (lanes: [Lane], letters: TimelineLetters) {
    let recorded = lanes.map { (lane: $0, entries: $0.entries) }
    var letters = TimelineLetters()
    let entries = recorded.flatMap(\.entries).sorted { $0.position < $1.position }
    // States have the same letters in all texts. Values choose before events, whose lanes are less important.
    for group in TimelineMeaning.Group.allCases {
      for meaning in entries.compactMap(\.meaning) where meaning.group == group {
        _ = letters.name(of: meaning)
      }
    }
    let lanes = recorded.map { lane, entries in
      Lane(
        name: lane.name,
        diagram: MarbleDiagram(quantizing: entries, frame: frame, &letters),
        droppedCount: lane.droppedCount
      )
    }
    return (lanes, letters)
  }
}

extension Timeline: CustomStringConvertible {
  /// The lanes and the legend, with a frame of 10 ms.
  public var description: String { text() }
}

extension MarbleDiagram {
  fileprivate init(
    quantizing entries: [TimelineEntry],
    frame: Duration,
    _ letters: inout TimelineLetters
  ) {
    let events = entries.map { entry in
      let signal: Signal =
        switch entry.content {
        case .value(let meaning): .value(letters.name(of: meaning))
        case .failure(let meaning): .failure(letters.name(of: meaning))
        case .end: .end
        }
      return Event(signal, at: entry.time)
    }
    self.init(quantizing: events, frame: frame)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
