/// The lanes as text, for screen readers.
struct PictureDescription {
  private let lanes: [PictureLane]

  private let highlights: [Duration]

  init(_ lanes: [PictureLane], _ highlights: Set<Duration>) {
    self.lanes = lanes
    self.highlights = highlights.sorted()
  }

  var text: String {
    (["A marble diagram."] + lanes.map(sentence) + differences).joined(separator: " ")
  }

  private var differences: [String] {
    if highlights.isEmpty { return [] }
    let times = highlights.prefix(MarblePicture.Limits.described).map(\.elapsedText.spacedUnit)
    let rest = highlights.count - times.count
    let all = times + (rest > 0 ? ["\(rest) more"] : [])
    return ["Differences at \(all.joined(separator: ", "))."]
  }

  private func sentence(_ lane: PictureLane) -> String {
    let events = lane.events.prefix(MarblePicture.Limits.described)
    let earlier = [nil] + events.map(Optional.some)
    var parts = zip(events, earlier).map { event, earlier in
      let hasResult = earlier?.time == event.time && earlier?.signal != .subscribe
      let word = word(event.signal, lane, hasResult)
      return "\(word) at \(event.time.elapsedText.spacedUnit)"
    }
    let rest = lane.events.count - events.count
    if rest > 0 { parts.append("\(rest) more") }
    return "\(lane.name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", "))."
  }

  /// The word for a signal; a load that ends without a result is cancelled.
  private func word(
    _ signal: MarbleDiagram.Signal,
    _ lane: PictureLane,
    _ hasResult: Bool
  ) -> String {
    switch signal {
    case .value(let name): lane.text(of: name)
    case .end: "completed"
    case .failure(let name): name.map { "failed with \(lane.text(of: $0))" } ?? "failed"
    case .subscribe: "started"
    case .unsubscribe: lane.kind == .loads && !hasResult ? "cancelled" : "ended"
    }
  }
}
