/// A line of a failure message that draws one stream under the ruler.
struct Lane {
  let label: String
  let kind: MarblePicture.Lane.Kind
  /// The signals, whose values have their texts as names.
  ///
  /// A text is a name, in quotes where a diagram needs them, or a description of the value. A text
  /// of one narrow character is drawn unchanged.
  let signals: [MarbleDiagram.Event]
  /// The start of the line of dashes.
  let start: Duration
  let end: Duration
}

extension Lane {
  init(_ label: String, _ diagram: MarbleDiagram, as kind: MarblePicture.Lane.Kind = .values) {
    self.init(
      label: label,
      kind: kind,
      signals: diagram.events.map(\.quoted),
      start: diagram.events.first.flatMap { $0.signal == .subscribe ? $0.time : nil } ?? .zero,
      end: diagram.length
    )
  }

  init(_ label: String, recording: [Recorded], until end: Duration) {
    let signals = recording.map(MarbleDiagram.Event.init(drawing:))
    let start = signals.first.flatMap { $0.signal == .subscribe ? $0.time : nil } ?? .zero
    self.init(label: label, kind: .values, signals: signals, start: start, end: end)
  }

  /// The lifetime of one subscription: blank before and after.
  init(_ label: String, _ entry: SubscriptionLog.Entry, until end: Duration) {
    let ending = entry.ended.map { [MarbleDiagram.Event(entry.endSign, at: $0)] } ?? []
    self.init(
      label: label,
      kind: .subscriptions,
      signals: [MarbleDiagram.Event(.subscribe, at: entry.began)] + ending,
      start: entry.began,
      end: entry.ended ?? end
    )
  }

  init(_ label: String, subscription diagram: MarbleDiagram, until end: Duration) {
    self.init(
      label: label,
      kind: .subscriptions,
      signals: diagram.events.map(\.quoted),
      start: diagram.events.first?.time ?? end,
      end: diagram.events.count > 1 ? diagram.events[1].time : end
    )
  }
}

extension RunRecord {
  private static let maxColdLanes = 6

  /// The lanes of the inputs: the diagram of a hot input, the subscriptions of a cold one.
  func lanes(until end: Duration) -> [Lane] {
    SourceLabel.inputs(of: self).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram, as: .inputs)]
      case .requests: []
      case .cold, .response:
        input.subscriptions.prefix(RunRecord.maxColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}

extension SubscriptionLog.Entry {
  /// The sign of the end: a completion and a failure look different from a cancellation.
  fileprivate var endSign: MarbleDiagram.Signal {
    switch ending {
    case .completion: .end
    case .failure: .failure(nil)
    case .cancellation, .value, nil: .unsubscribe
    }
  }
}

extension MarbleDiagram.Event {
  fileprivate init(drawing recorded: Recorded) {
    if case .value(let value) = recorded.signal, recorded.name == nil {
      self.init(.value(oneLine(value)), at: recorded.time)
    } else {
      self = Self(recorded.sign, at: recorded.time).quoted
    }
  }

  /// The event with the name of its value as a diagram writes it.
  fileprivate var quoted: Self {
    if case .value(let name) = signal { Self(.value(name.quotedIfNeeded), at: time) } else { self }
  }

  /// The text in a drawing: a sign, or the name of a value.
  var drawnText: String {
    if case .value(let text) = signal { text } else { signal.text }
  }

  /// The text in a drawing, with the time unless it is the start of a frame.
  func drawnText(in frame: Duration) -> String {
    frame * time.frames(of: frame) == time ? drawnText : "\(drawnText) at \(time.elapsedText)"
  }

  var endsLane: Bool { signal.isTerminal || signal == .unsubscribe }
}
