/// The lanes as text, for screen readers.
struct PictureDescription {
  private let lanes: [PictureLane]

  init(_ lanes: [PictureLane]) {
    self.lanes = lanes
  }

  var text: String {
    (["A marble diagram."] + lanes.map(sentence)).joined(separator: " ")
  }

  private func sentence(_ lane: PictureLane) -> String {
    let events = lane.events.prefix(MarblePicture.Limits.described)
    var parts = events.map { "\(word($0.signal, lane)) at \($0.time.elapsedText.spacedUnit)" }
    let rest = lane.events.count - events.count
    if rest > 0 { parts.append("\(rest) more") }
    return "\(lane.name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", "))."
  }

  private func word(_ signal: MarbleDiagram.Signal, _ lane: PictureLane) -> String {
    switch signal {
    case .value(let name): lane.text(of: name)
    case .end: "completed"
    case .failure(let name): name.map { "failed with \(lane.text(of: $0))" } ?? "failed"
    case .subscribe: "started"
    case .unsubscribe: "ended"
    }
  }
}
