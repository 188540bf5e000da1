extension [Lane] {
  /// A picture of the lanes with the frames in which they differ.
  func picture(_ title: String, differing: [Duration], frame: Duration) -> MarblePicture {
    var picture = MarblePicture(title, lanes: map { $0.drawn(frame) })
    picture.highlights = Set(differing)
    return picture
  }
}

extension Lane {
  fileprivate func drawn(_ frame: Duration) -> MarblePicture.Lane {
    let events = signals.map { event in
      guard case .value = event.signal else { return event }
      return MarbleDiagram.Event(.value(event.drawnText(in: frame)), at: event.time)
    }
    let diagram = MarbleDiagram(quantizing: events, frame: frame)
    let whole = MarbleDiagram(events: diagram.events, frame: diagram.frame, length: end)
    return MarblePicture.Lane(label, whole, as: kind)
  }
}

extension MarblePicture {
  /// The picture to attach; its file is named after the stream, with letters, digits and dots.
  func image(of stream: String) -> RunImage {
    let words = stream.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_" }
    let name = words.joined(separator: "-").prefix(60)
    return ("\(name.isEmpty ? "stream" : name).svg", { svg() })
  }
}
