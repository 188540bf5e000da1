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
    let (drawn, letters) = drawn(frame: frame, labels)
    let words = Dictionary(
      letters.meanings.map { meaning in
        let word = MarblePicture.Word(letters.text(of: meaning), meaning.tone)
        return (letters.knownName(of: meaning), word)
      },
      uniquingKeysWith: { first, _ in first }
    )
    // A stream without an end is open until the end of the recording.
    let end = drawn.map(\.diagram.length).max() ?? .zero
    let lanes = drawn.map { lane in
      let diagram = MarbleDiagram(
        events: lane.diagram.events,
        frame: lane.diagram.frame,
        length: end
      )
      return MarblePicture.Lane(lane.name, diagram, as: lane.role.kind, words: words)
    }
    return MarblePicture(title, lanes: lanes)
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
