extension MarblePicture {
  /// A named diagram of a picture.
  public struct Lane: Hashable, Sendable {
    /// The name, above the lane.
    public let name: String
    /// The diagram.
    public let diagram: MarbleDiagram
    /// The meaning of the signals.
    public let kind: Kind
    /// The texts of values, by their names in the diagram.
    public let words: [String: Word]

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - name: The name, above the lane; cut at the width of the picture.
    ///   - diagram: The diagram, in the time of the picture.
    ///   - kind: The meaning of the signals; values by default.
    ///   - words: The texts and colors of values, by their names in the diagram. A value without a
    ///     word has its name as text.
    public init(
      _ name: String,
      _ diagram: MarbleDiagram,
      as kind: Kind = .values,
      words: [String: Word] = [:]
    ) {
      self.name = name
      self.diagram = diagram
      self.kind = kind
      self.words = words
    }

    /// Creates a lane of one load, with its result.
    ///
    /// - Parameters:
    ///   - name: The name, above the lane.
    ///   - subscription: The time of the load: `^` and `!`.
    ///   - answer: The diagram of the load function, from its call. Only signals before the end of
    ///     the subscription are drawn.
    ///   - words: The texts and colors of values, by their names in the answer.
    public init(
      _ name: String,
      _ subscription: MarbleDiagram,
      answer: MarbleDiagram,
      words: [String: Word] = [:]
    ) {
      let diagram = subscription.answered(by: answer)
      self.init(name, diagram, as: .loads, words: words)
    }

    /// The meaning of the signals of a lane.
    public enum Kind: Hashable, Sendable, CaseIterable {
      /// Values of a stream.
      case values
      /// Values from outside, such as typed text or calls.
      case inputs
      /// A value is valid until the next one.
      case states
      /// Loads: a `!` without a result in its frame is a cancellation.
      case loads
      /// Subscriptions or observations: a `!` is their end.
      case subscriptions
    }
  }
}

extension MarbleDiagram {
  /// Returns the subscription with the signals of an answer that starts with it.
  fileprivate func answered(by answer: MarbleDiagram) -> MarbleDiagram {
    guard let start = events.first(where: { $0.signal == .subscribe })?.time else { return self }
    let end = events.first { $0.signal == .unsubscribe }?.time
    let results = answer.events.prefix(MarblePicture.Limits.events)
      .map { Event($0.signal, at: start + $0.time) }
      .filter { result in end.map { result.time <= $0 } ?? true }
    // A terminal signal would drop the end of the subscription, which has the same meaning.
    let ending = results.last { $0.signal.isTerminal }
    let kept = events.filter { ending == nil || $0.signal != .unsubscribe }
    let values = results.filter { !$0.signal.isTerminal }
    let starts = kept.filter { $0.signal == .subscribe }
    let others = kept.filter { $0.signal != .subscribe }
    let ends = ending.map { [$0] } ?? []
    return MarbleDiagram(events: starts + values + others + ends, frame: frame, length: length)
  }
}
