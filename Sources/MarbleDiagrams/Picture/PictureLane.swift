/// The drawn part of a lane.
struct PictureLane {
  let name: String
  let kind: MarblePicture.Lane.Kind
  private(set) var events: [MarbleDiagram.Event]
  let frame: Duration
  /// The end of the diagram, or of the events if more of them are not drawn.
  let end: Duration
  let isCut: Bool
  private let words: [String: MarblePicture.Word]

  init(_ lane: MarblePicture.Lane, limit: Int) {
    name = lane.name.cut(after: MarblePicture.Limits.name)
    kind = lane.kind
    events = lane.diagram.events.prefix(limit).map(\.shortened)
    isCut = events.count < lane.diagram.events.count
    frame = lane.diagram.frame
    words = lane.words
    end = isCut ? (events.last?.time ?? .zero) + frame : lane.diagram.length
  }

  /// Drops the events before a time; the state that is valid at that time stays.
  mutating func drop(before start: Duration) {
    let dropped = events.prefix { $0.time < start }
    events.removeFirst(dropped.count)
    guard kind == .states, events.first?.time != start, let state = dropped.last else { return }
    events.insert(MarbleDiagram.Event(state.signal, at: start), at: 0)
  }

  func text(of name: String) -> String {
    (word(of: name)?.text ?? name).cut(after: MarblePicture.Limits.word)
  }

  private func word(of name: String) -> MarblePicture.Word? {
    words.isEmpty ? nil : words[name]
  }

  func tone(of name: String) -> MarblePicture.Tone {
    if let tone = word(of: name)?.tone { return tone }
    return switch kind {
    case .values, .subscriptions: .update
    case .inputs: .input
    case .states: .neutral
    case .loads: .success
    }
  }
}

extension MarbleDiagram.Event {
  /// The event with a name that is short enough to compare and to measure again and again.
  fileprivate var shortened: Self {
    switch signal {
    case .value(let name): Self(.value(name.shortened), at: time)
    case .failure(let name): Self(.failure(name?.shortened), at: time)
    case .end, .subscribe, .unsubscribe: self
    }
  }
}

extension String {
  fileprivate var shortened: String {
    utf8.count <= MarblePicture.Limits.nameBytes ? self : cut(after: MarblePicture.Limits.word)
  }
}

extension FrameColumns {
  init(
    _ lanes: [PictureLane],
    _ highlights: some Sequence<Duration>,
    from start: Duration = .zero,
    limit: Int
  ) {
    self.init(
      frame: lanes.map(\.frame).min() ?? .milliseconds(10),
      origin: start,
      times: lanes.flatMap { $0.events.map(\.time) + [$0.end.lastInstant] } + highlights,
      longestPause: MarblePicture.Limits.pause,
      margin: MarblePicture.Limits.margin
    )
    let lastStates = lanes.compactMap { $0.kind == .states ? $0.events.last?.time : nil }
    if let start = lastStates.max() { extend(stateFrom: start.frames(of: frame)) }
    cut(after: limit)
  }
}
