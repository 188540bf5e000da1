import MarbleDiagrams

/// The four cases of `Loadable` and their transitions; only the places are chosen by hand.
struct LoadablePicture {
  typealias Case = LoadableTransitions.Case
  typealias Edge = LoadableTransitions.Edge

  /// The order of words in a label.
  private static let order = [
    "load", "loadIfNeeded", "refresh", "retry", "set", "success", "failure", "timeout", "cancel",
    "reset", "partial value", "progress", "failure before a retry",
  ]

  /// The arrow of an edge, and the place of its label.
  private struct Arrow {
    let path: String
    /// The tip, with the direction that it points to.
    let tip: (x: Int, y: Int, turn: Int)
    let label: (x: Int, y: Int)
    let style: String
  }

  let transitions: LoadableTransitions

  /// The changes of the case that have no arrow, and the arrows without a change.
  var mistakes: [String] {
    let changes = transitions.events.keys.filter { $0.from != $0.to }
    let missing = changes.filter { Self.arrows[$0] == nil }.map { "no arrow: \($0)" }
    let wrong = Self.arrows.keys.filter { transitions.events[$0] == nil }.map { "no change: \($0)" }
    return missing + wrong
  }

  func svg(_ appearance: MarblePicture.Appearance) -> String {
    SVGWriter.document(
      title: "The states of a Loadable",
      description: description,
      width: 480,
      height: 620,
      appearance: appearance
    ) { writer in
      writer.text("The states of a Loadable", "title", x: 14, y: 32)
      for edge in edges { draw(edge, &writer) }
      for state in Case.allCases { draw(state, &writer) }
      for (index, line) in unchanged.enumerated() {
        writer.text(line, "dim", x: 14, y: 574 + index * 22)
      }
    }
  }

  /// The words of an edge, in the order of the picture.
  private func words(_ edge: Edge) -> [String] {
    let words = transitions.events[edge] ?? []
    return Self.order.filter(words.contains) + words.subtracting(Self.order).sorted()
  }

  /// The edges between two cases, in the order of the cases.
  private var edges: [Edge] {
    Case.allCases.flatMap { from in Case.allCases.map { Edge(from: from, to: $0) } }
      .filter { $0.from != $0.to && transitions.events[$0] != nil }
  }

  /// The events that change a loading state into another one.
  private var unchanged: [String] {
    let words = words(Edge(from: .loading, to: .loading))
    let (first, second) = (words.prefix(4), words.dropFirst(4))
    return [
      "stays loading: \(first.joined(separator: ", ")),", second.joined(separator: ", "),
    ]
  }

  private var description: String {
    edges.map { edge in
      "\(edge.from.rawValue) becomes \(edge.to.rawValue) by \(words(edge).joined(separator: ", "))."
    }
    .joined(separator: " ")
  }
}

// MARK: Drawing

extension LoadablePicture {
  private func draw(_ state: Case, _ writer: inout SVGWriter) {
    let (x, y, tone) = Self.places[state] ?? (0, 0, .neutral)
    let frame = SVGWriter.Rectangle(x: x - Self.half, y: y - 22, width: 2 * Self.half, height: 44)
    writer.rectangle("\(tone) tone", frame, radius: 10)
    writer.text(state.rawValue, "\(tone) middle", x: x, y: y + 6)
  }

  private func draw(_ edge: Edge, _ writer: inout SVGWriter) {
    guard let arrow = Self.arrows[edge] else { return }
    let (x, y, turn) = arrow.tip
    writer.path("track", arrow.path)
    writer.line(
      "<path class=\"arrow\" transform=\"translate(\(x) \(y)) rotate(\(turn))\" d=\"M0 0l-10 -5v10z\"/>"
    )
    for (line, word) in words(edge).enumerated() {
      writer.text(word, arrow.style, x: arrow.label.x, y: arrow.label.y + line * 20)
    }
  }

  /// Half the width of a box.
  private static let half = 70

  private static let places: [Case: (x: Int, y: Int, tone: MarblePicture.Tone)] = [
    .notRequested: (240, 84, .neutral), .loading: (240, 290, .running),
    .loaded: (84, 500, .success), .failed: (396, 500, .failure),
  ]

  private static let arrows: [Edge: Arrow] = [
    Edge(from: .notRequested, to: .loading): Arrow(
      path: "M215 106V266",
      tip: (215, 268, 90),
      label: (205, 166),
      style: "end"
    ),
    Edge(from: .loading, to: .notRequested): Arrow(
      path: "M265 268V108",
      tip: (265, 106, -90),
      label: (275, 182),
      style: ""
    ),
    Edge(from: .loading, to: .loaded): Arrow(
      path: "M215 312L136 474",
      tip: (134, 478, 116),
      label: (170, 440),
      style: ""
    ),
    Edge(from: .loading, to: .failed): Arrow(
      path: "M265 312L344 474",
      tip: (346, 478, 64),
      label: (310, 420),
      style: "end"
    ),
    Edge(from: .loaded, to: .loading): Arrow(
      path: "M66 478V298Q66 290 74 290H168",
      tip: (170, 290, 0),
      label: (76, 334),
      style: ""
    ),
    Edge(from: .failed, to: .loading): Arrow(
      path: "M414 478V298Q414 290 406 290H312",
      tip: (310, 290, 180),
      label: (404, 334),
      style: "end"
    ),
    Edge(from: .notRequested, to: .loaded): Arrow(
      path: "M170 94H54Q46 94 46 102V474",
      tip: (46, 478, 90),
      label: (62, 116),
      style: ""
    ),
    Edge(from: .loaded, to: .notRequested): Arrow(
      path: "M26 478V82Q26 74 34 74H166",
      tip: (170, 74, 0),
      label: (62, 66),
      style: ""
    ),
    Edge(from: .failed, to: .notRequested): Arrow(
      path: "M444 478V92Q444 84 436 84H314",
      tip: (310, 84, 180),
      label: (428, 76),
      style: "end"
    ),
    Edge(from: .failed, to: .loaded): Arrow(
      path: "M326 506H158",
      tip: (154, 506, 180),
      label: (240, 526),
      style: "middle"
    ),
  ]
}
