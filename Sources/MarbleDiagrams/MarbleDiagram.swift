/// A marble diagram: events over time as a line of text, one character per frame.
///
/// ```swift
/// let diagram = try MarbleDiagram("-a-(bc) 40ms |")
/// diagram.events.map(\.time)   // 10 ms, 30 ms, 30 ms, 80 ms
/// print(diagram)               // -a-(bc)----|
/// ```
///
/// The grammar is in the article “Writing marble diagrams” of MarbleTesting. Parsing
/// ``description`` with the same ``frame`` returns an equal diagram.
public struct MarbleDiagram: Hashable, Sendable {
  /// The meaning of a character in a diagram.
  public enum Signal: Hashable, Sendable {
    /// A value, by its name in the diagram.
    case value(String)
    /// The completion of the stream: `|`.
    case end
    /// The failure of the stream: `#`, or `#x` with the name `x`.
    case failure(String?)
    /// The start of a subscription or an observation: `^`.
    case subscribe
    /// The end of a subscription by completion, failure or cancellation, or the cancellation of an
    /// observation: `!`.
    case unsubscribe
  }

  /// A signal and its time.
  public struct Event: Hashable, Sendable {
    /// The time since the start of the diagram.
    public let time: Duration
    /// The signal.
    public let signal: Signal

    /// Creates an event.
    public init(_ signal: Signal, at time: Duration) {
      self.time = time
      self.signal = signal
    }
  }

  /// The time that one character takes.
  public let frame: Duration
  /// The time from the start to the end of the text, including empty frames.
  public let length: Duration
  /// The events in the order of their times.
  public let events: [Event]

  /// Creates a diagram of events.
  ///
  /// Events are sorted by time. Events after a completion or failure are dropped. If two events are
  /// less than a frame apart, the frame is shortened to their distance, so that the text can
  /// represent them. A name that cannot be quoted, such as a lone combining mark, is surrounded by
  /// dotted circles.
  ///
  /// - Parameters:
  ///   - events: The events, in any order; times are clamped to 0…999,999,999,999 s.
  ///   - frame: The time that one character takes. At least a nanosecond, at most 999,999,999 s; 10
  ///     ms by default.
  ///   - length: The time that the text covers, if empty frames follow the last event; at most the
  ///     latest time.
  public init(
    events: [Event],
    frame: Duration = .milliseconds(10),
    length: Duration = .zero
  ) {
    let ordered = Event.inOrder(events)
    let frame = Event.frame(holding: ordered, atMost: frame.asFrame)
    let needed = ordered.last.map { $0.time + frame } ?? .zero
    self.events = ordered
    self.frame = frame
    self.length =
      ordered.last?.signal.isTerminal == true ? needed : max(needed, min(length, .latest))
  }

  init(parsed events: [Event], frame: Duration, length: Duration) {
    self.events = events
    self.frame = frame
    self.length = length
  }
}

extension MarbleDiagram.Signal {
  package var isTerminal: Bool {
    switch self {
    case .end, .failure: true
    case .value, .subscribe, .unsubscribe: false
    }
  }

  fileprivate var printable: Self {
    switch self {
    case .value(let name): .value(name.quotable)
    case .failure(let name): .failure(name?.quotable)
    case .end, .subscribe, .unsubscribe: self
    }
  }
}

extension String {
  /// The name, or a similar one that can be quoted.
  fileprivate var quotable: String {
    isQuotable ? self : "\u{25cc}\(self)\u{25cc}"
  }
}

extension MarbleDiagram.Event {
  fileprivate static func inOrder(_ events: [Self]) -> [Self] {
    let sorted = events.enumerated()
      .map { (order: $0.offset, event: $0.element.normalized) }
      .sorted { ($0.event.time, $0.order) < ($1.event.time, $1.order) }
      .map(\.event)
    guard let end = sorted.firstIndex(where: \.signal.isTerminal) else { return sorted }
    return Array(sorted[...end])
  }

  private var normalized: Self {
    Self(signal.printable, at: min(max(time, .zero), .latest))
  }

  fileprivate static func frame(holding events: [Self], atMost frame: Duration) -> Duration {
    zip(events, events.dropFirst())
      .map { $1.time - $0.time }
      .filter { $0 > .zero }
      .reduce(frame, min)
  }
}

extension Duration {
  /// The latest time of an event that is not parsed; its text has a thousand numbers.
  package static let latest = Duration.seconds(999_999_999_999 as Int64)

  /// The nearest valid time of one character.
  var asFrame: Duration { min(max(self, .nanoseconds(1)), .longestElapsed) }
}
