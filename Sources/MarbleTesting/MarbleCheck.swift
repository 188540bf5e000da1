/// How much of a stream an expectation looks at: everything, unless it is told otherwise.
///
/// ```swift
/// m.expect(model.states, "------l-d", states, checking: .drawn)
/// ```
public struct MarbleCheck: Hashable, Sendable {
  enum Kind: Hashable {
    case everything, drawn, order
    case from(Duration, to: Duration?)
  }

  let kind: Kind

  /// Everything must come, each thing in its frame, and nothing else; this is the default.
  public static let everything = MarbleCheck(kind: .everything)

  /// What is drawn must come in its frame; what else comes is not looked at.
  public static let drawn = MarbleCheck(kind: .drawn)

  /// Everything must come in this order, and nothing else; when it comes is not looked at.
  public static let order = MarbleCheck(kind: .order)

  /// Everything that comes in a part of the run: nothing else may come in it.
  ///
  /// - Parameters:
  ///   - start: Where the part begins, counted from the start of the run.
  ///   - end: Where the part ends; what comes exactly then is no longer in it. By default the part
  ///     goes on to the end of the run.
  /// - Returns: A check; nothing may be drawn outside of the part.
  public static func from(_ start: Duration, to end: Duration? = nil) -> MarbleCheck {
    MarbleCheck(kind: .from(start, to: end))
  }
}

extension MarbleCheck {
  /// Throws when the diagram leaves nothing to check, or draws what is not looked at.
  func validate(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    switch kind {
    case .everything, .order: break
    case .drawn: if parsed.diagram.events.isEmpty { throw nothingDrawn }
    case .from: try validatePart(parsed)
    }
  }

  /// Whether what comes at a time is looked at.
  func covers(_ time: Duration) -> Bool {
    switch kind {
    case .everything, .drawn, .order: true
    case .from(let start, let end): start <= time && end.map { time < $0 } ?? true
    }
  }

  private var nothingDrawn: MarbleDiagram.SyntaxError {
    MarbleDiagram.SyntaxError(
      column: 1,
      expected: "something to check: only what is drawn is looked at",
      found: "silence"
    )
  }

  private func noPart(_ start: Duration, _ end: Duration) -> MarbleDiagram.SyntaxError {
    MarbleDiagram.SyntaxError(
      column: 1,
      expected: "a part that begins before it ends, to look at what is drawn",
      found: "one from \(start.elapsedText) to \(end.elapsedText)"
    )
  }

  private func validatePart(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    if case .from(let start, let end?) = kind, end <= start { throw noPart(start, end) }
    for (event, column) in zip(parsed.diagram.events, parsed.columns) where !covers(event.time) {
      throw MarbleDiagram.SyntaxError(
        column: column,
        expected: "nothing outside of the part that is looked at",
        found: "'\(event.signal.text)' at \(event.time.elapsedText)"
      )
    }
  }
}
