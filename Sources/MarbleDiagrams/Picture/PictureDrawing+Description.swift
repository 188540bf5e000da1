// The lanes as text, for screen readers.

extension PictureDrawing {
  static func description(of lanes: [PictureLane], _ highlights: Set<Duration>) -> String {
    (["A marble diagram."] + lanes.map(\.sentence) + differences(at: highlights.sorted()))
      .joined(separator: " ")
  }

  private static func differences(at highlights: [Duration]) -> [String] {
    if highlights.isEmpty { return [] }
    let times = highlights.prefix(MarblePicture.Limits.described).map(\.elapsedText.spacedUnit)
    let rest = highlights.count - times.count
    let all = times + (rest > 0 ? ["\(rest) more"] : [])
    return ["Differences at \(all.joined(separator: ", "))."]
  }
}

extension PictureLane {
  fileprivate var sentence: String {
    let events = events.prefix(MarblePicture.Limits.described)
    let earlier = [nil] + events.map(Optional.some)
    var parts = zip(events, earlier).map { event, earlier in
      let hasResult = earlier?.time == event.time && earlier?.signal != .subscribe
      return "\(word(event.signal, hasResult)) at \(event.time.elapsedText.spacedUnit)"
    }
    let rest = self.events.count - events.count
    if rest > 0 { parts.append("\(rest) more") }
    return "\(name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", "))."
  }

  /// The word for a signal; a load that ends without a result is cancelled.
  private func word(_ signal: MarbleDiagram.Signal, _ hasResult: Bool) -> String {
    switch signal {
    case .value(let name): text(of: name)
    case .end: "completed"
    case .failure(let name): name.map { "failed with \(text(of: $0))" } ?? "failed"
    case .subscribe: "started"
    case .unsubscribe: kind == .loads && !hasResult ? "cancelled" : "ended"
    }
  }
}
