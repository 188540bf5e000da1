/// The part of a stream that an expectation compares: everything by default.
///
/// ```swift
/// m.expect(model.states, "------l-d", states, checking: .drawn)
/// ```
public struct MarbleCheck: Hashable, Sendable {
  package enum Kind: Hashable {
    case everything, drawn, order
    case from(Duration, to: Duration?)
  }

  package let kind: Kind

  /// Compares everything: each signal in its frame, and no other signal.
  ///
  /// The default.
  public static let everything = MarbleCheck(kind: .everything)

  /// Compares only drawn signals, each in its frame, and ignores other signals.
  public static let drawn = MarbleCheck(kind: .drawn)

  /// Compares all signals and their order, and ignores their times.
  public static let order = MarbleCheck(kind: .order)

  /// Compares all signals within a part of the run.
  ///
  /// - Parameters:
  ///   - start: The start of the part, from the start of the run.
  ///   - end: The end of the part, exclusive; by default the end of the run.
  /// - Returns: A check. The diagram must not draw signals outside the part.
  public static func from(_ start: Duration, to end: Duration? = nil) -> MarbleCheck {
    MarbleCheck(kind: .from(start, to: end))
  }
}

extension MarbleCheck {
  /// Throws if the diagram has nothing to compare, or draws signals that are not compared.
  package func validate(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    switch kind {
    case .everything, .order: break
    case .drawn:
      guard !parsed.diagram.events.contains(where: \.signal.isReceived) else { return }
      throw MarbleDiagram.SyntaxError(
        column: 1,
        expected: "an event, because `.drawn` compares only drawn events",
        found: "none",
        remedy: "Draw an event, or compare everything."
      )
    case .from: try validatePart(parsed)
    }
  }

  func covers(_ time: Duration) -> Bool {
    switch kind {
    case .everything, .drawn, .order: true
    case .from(let start, let end): start <= time && end.map { time < $0 } ?? true
    }
  }

  /// The end of the compared part; nil for the end of the run.
  package var end: Duration? {
    switch kind {
    case .everything, .drawn, .order: nil
    case .from(_, let end): end
    }
  }

  /// True if a diagram can be checked that draws no signals of the stream.
  package var takesNothing: Bool { kind != .drawn }

  private func validatePart(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    if case .from(let start, let end?) = kind, end <= start {
      throw MarbleDiagram.SyntaxError(
        column: 1,
        expected: "a part that starts before its end",
        found: "one from \(start.elapsedText) to \(end.elapsedText)",
        remedy: "Pass an end after the start: `.from(start, to: end)`."
      )
    }
    for (event, column) in zip(parsed.diagram.events, parsed.columns)
    where event.signal.isReceived && !covers(event.time) {
      throw MarbleDiagram.SyntaxError(
        column: column,
        expected: "no event outside the compared part",
        found: "'\(event.signal.text)' at \(event.time.elapsedText)",
        remedy: "Draw only the events of the part, or compare another part."
      )
    }
  }
}

extension MarbleDiagram.Signal {
  /// True for a signal of the stream, false for the `^` and `!` of its observation.
  package var isReceived: Bool {
    switch self {
    case .value, .end, .failure: true
    case .subscribe, .unsubscribe: false
    }
  }
}
