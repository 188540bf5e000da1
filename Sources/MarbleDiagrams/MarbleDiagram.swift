/// What happens in time, as a line of text: one character is one frame.
///
/// ```swift
/// let diagram = try MarbleDiagram("-a-(bc) 40ms |")
/// diagram.events.map(\.time)   // 10 ms, 30 ms, 30 ms, 80 ms
/// print(diagram)               // -a-(bc)----|
/// ```
///
/// MarbleTesting's article “Writing diagrams” has the grammar. A diagram and its text are the same
/// thing: parsing ``description`` with the same ``frame`` gives the diagram back.
public struct MarbleDiagram: Hashable, Sendable {
  /// What a character of a diagram stands for.
  public enum Signal: Hashable, Sendable {
    /// A value, by the name it has in the diagram.
    case value(String)
    /// The end of the stream: `|`.
    case end
    /// The failure of the stream: `#`.
    case failure
    /// The moment of a subscription: `^`.
    case subscribe
    /// The end of a subscription, for whatever reason: `!`.
    case unsubscribe
  }

  /// A signal and when it comes.
  public struct Event: Hashable, Sendable {
    /// The time since the start of the diagram.
    public let time: Duration
    /// What comes then.
    public let signal: Signal

    /// Creates an event.
    public init(_ signal: Signal, at time: Duration) {
      self.time = time
      self.signal = signal
    }
  }

  /// The time that one character takes.
  public let frame: Duration
  /// The time from the start to the end of the text, silent frames included.
  public let length: Duration
  /// The events in the order in which they come.
  public let events: [Event]

  /// Creates a diagram of events.
  ///
  /// Events are put into the order of their times. Nothing comes after an end or a failure. Two
  /// events less than a frame apart make the frame that much shorter, so that the text can hold
  /// them. A name that cannot stand between quotes, such as a lone combining mark, gets a dotted
  /// circle to stand on.
  ///
  /// - Parameters:
  ///   - events: The events, in any order; times before zero count as zero, times after
  ///     999,999,999,999 s as that.
  ///   - frame: The time that one character takes. At least a nanosecond, at most 999,999,999 s;
  ///     10 ms by default.
  ///   - length: The time that the text covers, when silence follows the last event; at most as
  ///     long as the latest time.
  public init(
    events: [Event],
    frame: Duration = .milliseconds(10),
    length: Duration = .zero
  ) {
    let kept = Event.inOrder(events)
    let frame = Event.frame(holding: kept, atMost: frame.asFrame)
    let needed = kept.last.map { $0.time + frame } ?? .zero
    self.events = kept
    self.frame = frame
    self.length = kept.last?.signal.isTerminal == true ? needed : max(needed, min(length, .latest))
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
    guard case .value(let name) = self else { return self }
    return name.isQuotable ? self : .value("\u{25cc}\(name)\u{25cc}")
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
  /// The latest time of an event that is not read from a text; a text of it has a thousand numbers.
  fileprivate static let latest = Duration.seconds(999_999_999_999)

  /// The nearest time that one character can take.
  var asFrame: Duration { min(max(self, .nanoseconds(1)), .longestElapsed) }
}
