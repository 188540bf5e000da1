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
    let role: TimelineLane.Role
  }

  /// Returns the lanes as marble diagrams, in the order in which they were added.
  ///
  /// - Parameters:
  ///   - frame: The time that one character takes; 10 ms by default.
  ///   - labels: Mappings of values to labels; none by default.
  /// - Returns: The lanes; the letters have the same meanings in all of them.
  public func diagrams(
    frame: Duration = .milliseconds(10),
    labels: [TimelineLabels] = []
  ) -> [Lane] {
    drawn(frame: frame, labels).lanes
  }

  /// Returns the lanes and the legend as text, in which equal columns are equal times.
  ///
  /// A long pause of all lanes is a time, such as ` 220ms `, in each of them.
  ///
  /// - Parameters:
  ///   - frame: The time that one character takes; 10 ms by default.
  ///   - columns: The width of the legend in characters; 76 by default. Lanes are never wrapped: a
  ///     longer frame makes them shorter.
  ///   - labels: Mappings of values to labels; none by default.
  /// - Returns: A line for each lane, and the legend; `Timeline: no lanes` before the first
  ///   recording.
  public func text(
    frame: Duration = .milliseconds(10),
    columns: Int = 76,
    labels: [TimelineLabels] = []
  ) -> String {
    let (lanes, letters) = drawn(frame: frame, labels)
    let removed = removedCount
    let start =
      removed == 0
      ? [] : ["(\(removed) ended \(removed == 1 ? "recording" : "recordings") removed before)"]
    if lanes.isEmpty { return "Timeline: no lanes" }
    let width = lanes.map(\.name.terminalColumns).max() ?? 0
    let texts = MarbleDiagram.alignedTexts(of: lanes.map(\.diagram))
    let lines = zip(lanes, texts).map { lane, text in
      let dropped = lane.droppedCount == 0 ? "" : "  (\(lane.droppedCount) dropped before)"
      return lane.name.padded(to: width) + "  \(text)" + dropped
    }
    let indent = String(repeating: " ", count: width + 2)
    let legend = letters.legend(columns: columns).map { indent + $0 }
    return (start + lines + legend).joined(separator: "\n")
  }

  func recordedLanes() -> [(lane: TimelineLane, entries: [TimelineLane.Entry])] {
    endReleased()
    return lanes.map { ($0, $0.entries) }
  }

  func drawn(
    frame: Duration,
    _ labels: [TimelineLabels]
  ) -> (lanes: [Lane], letters: TimelineLetters) {
    let recorded = recordedLanes()
    var letters = TimelineLetters(of: recorded, labels)
    let lanes = recorded.map { lane, entries in
      Lane(
        name: lane.name,
        diagram: MarbleDiagram(
          quantizing: entries.map { lane.event(of: $0, &letters) },
          frame: frame
        ),
        droppedCount: lane.droppedCount,
        role: lane.role
      )
    }
    return (lanes, letters)
  }
}

extension TimelineLane {
  func event(of entry: Entry, _ letters: inout TimelineLetters) -> MarbleDiagram.Event {
    let name = letters.meaning(of: entry, in: self).map { letters.name(of: $0) } ?? ""
    let signal: MarbleDiagram.Signal =
      switch entry.signal {
      case .value: .value(name)
      case .failure: .failure(name)
      case .end: .end
      }
    return MarbleDiagram.Event(signal, at: entry.time)
  }
}

extension Timeline: CustomStringConvertible {
  /// The lanes and the legend, with a frame of 10 ms.
  public var description: String { text() }
}

extension Timeline: CustomDebugStringConvertible {
  /// The number of lanes; the mirror has their texts.
  public var debugDescription: String { "Timeline: \(lanes.count.counted("lane", "lanes"))" }
}

extension Timeline: CustomReflectable {
  /// The texts of the lanes by their names, and the legend, with a frame of 10 ms.
  public var customMirror: Mirror {
    let (lanes, letters) = drawn(frame: .milliseconds(10), [])
    let legend = letters.legend(columns: .max).map {
      (label: "legend" as String?, value: $0 as Any)
    }
    return Mirror(
      self,
      children: lanes.map { (label: $0.name, value: "\($0.diagram)") } + legend,
      displayStyle: .class
    )
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - terminalColumns, 0))
  }
}
