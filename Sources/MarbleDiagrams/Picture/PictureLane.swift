/// The drawn part of a lane.
struct PictureLane {
  let name: String
  let kind: MarblePicture.Lane.Kind
  let events: [MarbleDiagram.Event]
  let frame: Duration
  /// The end of the diagram, or of the events if more of them are not drawn.
  let end: Duration
  let isCut: Bool
  private let words: [String: MarblePicture.Word]

  /// - Parameters:
  ///   - lane: The lane.
  ///   - limit: The largest number of events.
  init(_ lane: MarblePicture.Lane, limit: Int) {
    name = lane.name.cut(after: MarblePicture.Limits.name)
    kind = lane.kind
    events = Array(lane.diagram.events.prefix(limit))
    isCut = events.count < lane.diagram.events.count
    frame = lane.diagram.frame
    words = lane.words
    end = isCut ? (events.last?.time ?? .zero) + frame : lane.diagram.length
  }

  /// The text of a value.
  func text(of name: String) -> String {
    (words[name]?.text ?? name).cut(after: MarblePicture.Limits.word)
  }

  /// The color of a value.
  func tone(of name: String) -> MarblePicture.Tone {
    if let tone = words[name]?.tone { return tone }
    return switch kind {
    case .values, .subscriptions: .update
    case .inputs: .input
    case .states: .neutral
    case .loads: .success
    }
  }
}
