@preconcurrency import OpenCombineShim

/// What an input plays: typed values at their times, then perhaps an end.
struct Script<Value, Failure: Error> {
  enum Signal {
    case value(Value)
    case completion(Subscribers.Completion<Failure>)
  }

  let diagram: MarbleDiagram
  let steps: [(time: Duration, signal: Signal)]

  static var empty: Self {
    Script(diagram: MarbleDiagram(events: []), steps: [])
  }
}

extension Script {
  /// Reads a diagram against its values.
  init(
    _ text: String,
    _ values: MarbleValues<Value>,
    failure: Failure?,
    frame: Duration
  ) throws(MarbleDiagram.SyntaxError) {
    let dialect = Dialect.values(failing: failure != nil)
    let parsed = try dialect.parse(text, frame: frame)
    try values.check(parsed)
    diagram = parsed.diagram
    steps = parsed.diagram.events.compactMap { event in
      Script.signal(event.signal, values, failure).map { (event.time, $0) }
    }
  }

  private static func signal(
    _ signal: MarbleDiagram.Signal,
    _ values: MarbleValues<Value>,
    _ failure: Failure?
  ) -> Signal? {
    switch signal {
    case .value(let name): values.value(name).map { .value($0) }
    case .end: .completion(.finished)
    case .failure: failure.map { .completion(.failure($0)) }
    case .subscribe, .unsubscribe: nil
    }
  }
}

extension MarbleValues {
  /// Answers with the column of the first name that stands for nothing.
  func check(_ parsed: ParsedDiagram) throws(MarbleDiagram.SyntaxError) {
    for (event, column) in zip(parsed.diagram.events, parsed.columns) {
      guard case .value(let name) = event.signal, value(name) == nil else { continue }
      let known = names.map { "'\($0)'" }.joined(separator: ", ")
      throw MarbleDiagram.SyntaxError(
        column: column,
        expected: known.isEmpty ? "a name that has a value" : "a name that has a value (\(known))",
        found: "'\(name)'"
      )
    }
  }
}
