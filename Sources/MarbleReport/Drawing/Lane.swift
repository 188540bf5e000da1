/// A line of a failure message that draws one stream under the ruler.
struct Lane {
  /// A signal and its text.
  ///
  /// A text of one narrow character is drawn unchanged.
  struct Signal {
    let time: Duration
    /// A sign, a name (in quotes where a diagram needs them) or a description of a value.
    let text: String
    var ends = false
  }

  let label: String
  let signals: [Signal]
  /// The start of the line of dashes.
  let start: Duration
  let end: Duration
}

extension Lane {
  init(_ label: String, _ diagram: MarbleDiagram) {
    self.label = label
    signals = diagram.events.map(Signal.init)
    start = diagram.events.first.flatMap { $0.signal == .subscribe ? $0.time : nil } ?? .zero
    end = diagram.length
  }

  init(_ label: String, recording: [Recorded], until end: Duration) {
    self.label = label
    signals = recording.map(Signal.init)
    start =
      recording.first.flatMap { if case .subscribe = $0.signal { $0.time } else { nil } } ?? .zero
    self.end = end
  }

  /// The lifetime of one subscription: blank before and after.
  init(_ label: String, _ entry: SubscriptionLog.Entry, until end: Duration) {
    self.label = label
    signals =
      [Signal(time: entry.began, text: "^")]
      + (entry.ended.map { [Signal(time: $0, text: entry.endSign, ends: true)] } ?? [])
    start = entry.began
    self.end = entry.ended ?? end
  }

  init(_ label: String, subscription diagram: MarbleDiagram, until end: Duration) {
    self.label = label
    signals = diagram.events.map(Signal.init)
    start = diagram.events.first?.time ?? end
    self.end = diagram.events.count > 1 ? diagram.events[1].time : end
  }
}

extension SubscriptionLog.Entry {
  /// The sign of the end: a completion and a failure look different from a cancellation.
  fileprivate var endSign: String {
    switch ending {
    case .completion: "|"
    case .failure: "#"
    case .cancellation, .value, nil: "!"
    }
  }
}

extension Lane.Signal {
  package init(_ event: MarbleDiagram.Event) {
    let ends: Bool =
      switch event.signal {
      case .end, .failure, .unsubscribe: true
      case .value, .subscribe: false
      }
    self.init(time: event.time, text: event.signal.drawnText, ends: ends)
  }

  package init(_ recorded: Recorded) {
    switch recorded.signal {
    case .value(let value):
      self.init(time: recorded.time, text: recorded.name?.quotedIfNeeded ?? oneLine(value))
    case .end:
      self.init(time: recorded.time, text: "|", ends: true)
    case .failure:
      let failure = MarbleDiagram.Signal.failure(recorded.name)
      self.init(time: recorded.time, text: failure.text, ends: true)
    case .subscribe:
      self.init(time: recorded.time, text: "^")
    case .unsubscribe:
      self.init(time: recorded.time, text: "!", ends: true)
    }
  }
}

extension MarbleDiagram.Signal {
  fileprivate var drawnText: String {
    if case .value(let name) = self { name.quotedIfNeeded } else { text }
  }
}
