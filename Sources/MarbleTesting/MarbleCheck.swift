/// How much of a stream an expectation looks at: everything, unless it is told otherwise.
///
/// ```swift
/// m.expect(model.states, "------l-d", states, checking: .drawn)
/// ```
public struct MarbleCheck: Hashable, Sendable {
  enum Kind: Hashable {
    case everything, drawn, order
    case during(Range<Duration>)
  }

  let kind: Kind

  /// Every value, the end and the failure, each in its frame; nothing else may come. The default.
  public static let everything = MarbleCheck(kind: .everything)

  /// What is drawn must come in its frame and in this order; what else comes is not looked at.
  public static let drawn = MarbleCheck(kind: .drawn)

  /// Everything must come, nothing else, and in this order; when it comes is not looked at.
  public static let order = MarbleCheck(kind: .order)

  /// Everything that comes from the start of `times` up to, but not including, their end.
  ///
  /// - Parameter times: Counted from the start of the run; nothing may be drawn outside.
  public static func during(_ times: Range<Duration>) -> MarbleCheck {
    MarbleCheck(kind: .during(times))
  }
}

extension MarbleCheck {
  /// Throws when the diagram leaves nothing to check, or draws what is not looked at.
  func validate(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    switch kind {
    case .everything, .order: break
    case .drawn: if parsed.diagram.events.isEmpty { throw nothingDrawn(in: parsed) }
    case .during(let times): try validate(parsed, times)
    }
  }

  private func nothingDrawn(in parsed: ParsedDiagram) -> MarbleDiagram.SyntaxError {
    MarbleDiagram.SyntaxError(
      column: 1,
      expected: "something to check: only what is drawn is looked at",
      found: "silence"
    )
  }

  private func validate(
    _ parsed: ParsedDiagram,
    _ times: Range<Duration>
  ) throws(MarbleDiagram.SyntaxError) {
    for (event, column) in zip(parsed.diagram.events, parsed.columns)
    where !times.contains(event.time) {
      let window = "\(times.lowerBound.elapsedText)..<\(times.upperBound.elapsedText)"
      throw MarbleDiagram.SyntaxError(
        column: column,
        expected: "nothing outside \(window), which alone is looked at",
        found: "'\(event.signal.text)' at \(event.time.elapsedText)"
      )
    }
  }
}
