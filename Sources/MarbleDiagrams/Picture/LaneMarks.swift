/// The signals of a lane in columns, and what lasts between them.
struct LaneMarks {
  /// The signals of one column.
  struct Group {
    let column: Int
    /// The stacked values.
    var values: [String] = []
    var signs: [MarbleDiagram.Signal] = []
  }

  /// Something that lasts: a line, a state or a subscription.
  struct Span {
    let start: Int
    var end: Int
    var name: String?
  }

  private(set) var groups: [Group] = []
  private(set) var spans: [Span] = []
  private let kind: MarblePicture.Lane.Kind
  private var isOpen = false

  init(_ lane: PictureLane, _ columns: FrameColumns) {
    kind = lane.kind
    for event in lane.events {
      guard let column = columns.column(of: event.time) else { break }
      if groups.last?.column != column { groups.append(Group(column: column)) }
      groups[groups.count - 1].append(event.signal)
    }
    for group in groups { follow(group) }
    if groups.isEmpty, kind.hasLine { open(0, nil) }
    close(at: kind == .states ? columns.frames.count : columns.end(lane.end))
  }

  /// True if two signals are in neighboring columns.
  var isDense: Bool {
    zip(groups, groups.dropFirst()).contains { $1.column - $0.column == 1 }
  }

  private mutating func follow(_ group: Group) {
    if spans.isEmpty, kind.hasLine {
      open(group.signs.first == .subscribe ? group.column : 0, nil)
    }
    if kind == .states, let name = group.values.last {
      close(at: group.column)
      open(group.column, name)
    }
    if !kind.hasLine, kind != .states, group.signs.contains(.subscribe) {
      close(at: group.column)
      open(group.column, nil)
    }
    if group.signs.contains(where: { $0 == .unsubscribe || $0.isTerminal }) {
      close(at: group.column)
    }
  }

  private mutating func open(_ column: Int, _ name: String?) {
    spans.append(Span(start: column, end: column, name: name))
    isOpen = true
  }

  private mutating func close(at column: Int) {
    guard isOpen else { return }
    spans[spans.count - 1].end = max(column, spans[spans.count - 1].start)
    isOpen = false
  }
}

extension LaneMarks.Group {
  fileprivate mutating func append(_ signal: MarbleDiagram.Signal) {
    if case .value(let name) = signal { values.append(name) } else { signs.append(signal) }
  }
}

extension MarblePicture.Lane.Kind {
  /// True if a line connects the values.
  var hasLine: Bool { self == .values || self == .inputs }
}

extension LaneMarks {
  struct Part {
    var groups: [Group] = []
    var spans: [Span] = []
    var isEmpty: Bool { groups.isEmpty && spans.isEmpty }
  }

  /// Returns the parts for each band; a span of several bands is in each of them.
  func parts(_ grid: PictureGrid) -> [Part] {
    var parts = grid.bands.map { _ in Part() }
    for group in groups { parts[grid.band(of: group.column)].groups.append(group) }
    for span in spans {
      let last = max(span.start, span.end - 1)
      for band in grid.band(of: span.start)...grid.band(of: last) where band < parts.count {
        parts[band].spans.append(span)
      }
    }
    return parts
  }
}
