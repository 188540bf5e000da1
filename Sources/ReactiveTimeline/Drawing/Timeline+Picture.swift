public import MarbleDiagrams

extension Timeline {
  /// Returns a picture of the lanes, with states as colored spans and values as labeled marbles.
  ///
  /// ```swift
  /// try timeline.picture("A search").svg().write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title of the picture.
  ///   - frame: The time of one column, to which times are rounded down; 10 ms by default.
  ///   - labels: Mappings of values to labels; none by default.
  /// - Returns: The picture; it has the first 50 lanes.
  public func picture(
    _ title: String,
    frame: Duration = .milliseconds(10),
    labels: [TimelineLabels] = []
  ) -> MarblePicture {
    let recorded = recordedLanes()
    var letters = TimelineLetters(of: recorded, labels)
    let diagrams = recorded.map { lane, entries in
      let events = entries.map { lane.event(of: $0, &letters) }
      return MarbleDiagram(quantizing: events, frame: frame)
    }
    // A stream without an end is open until the end of the recording.
    let end = diagrams.map(\.length).max() ?? .zero
    let lanes = zip(recorded, diagrams).map { recorded, diagram in
      let (lane, entries) = recorded
      return MarblePicture.Lane(
        lane.name,
        MarbleDiagram(events: diagram.events, frame: diagram.frame, length: end),
        as: lane.role.kind,
        words: words(of: entries.compactMap { letters.meaning(of: $0, in: lane) }, &letters)
      )
    }
    return MarblePicture(title, lanes: lanes)
  }

  private func words(
    of meanings: [TimelineMeaning],
    _ letters: inout TimelineLetters
  ) -> [String: MarblePicture.Word] {
    var words: [String: MarblePicture.Word] = [:]
    for meaning in meanings {
      let word = MarblePicture.Word(letters.text(of: meaning), meaning.tone)
      words[letters.name(of: meaning)] = word
    }
    return words
  }
}

extension TimelineLane.Role {
  fileprivate var kind: MarblePicture.Lane.Kind {
    switch self {
    case .input, .method, .constant: .inputs
    case .states: .states
    case .output, .function, .events: .values
    }
  }
}
