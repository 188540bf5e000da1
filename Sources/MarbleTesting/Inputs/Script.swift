@preconcurrency import CombineShim

/// The signals of an input: typed values at their times, and optionally a completion.
struct Script<Value, Failure: Error> {
  enum Signal {
    case value(Value)
    case completion(Subscribers.Completion<Failure>)
  }

  let diagram: MarbleDiagram
  let steps: [(time: Duration, signal: Signal)]
  /// False if the names are the values.
  var hasTable = true
  /// The text of the diagram, if any character may be a value.
  var text: WrittenDiagram?

  /// True if a call, which returns the first value, has no result.
  var completesWithoutValue: Bool {
    if case .completion(.finished) = steps.first?.signal { true } else { false }
  }

  static var empty: Self {
    Script(diagram: MarbleDiagram(events: []), steps: [])
  }

  static var end: Self {
    Script(diagram: MarbleDiagram(events: []), steps: [(.zero, .completion(.finished))])
  }
}

extension Script {
  /// The signal of an event; nil without a value or an error.
  static func signal(
    _ signal: MarbleDiagram.Signal,
    _ value: Value?,
    _ failures: FailureTable<Failure>
  ) -> Signal? {
    switch signal {
    case .value: value.map { .value($0) }
    case .end: .completion(.finished)
    case .failure(let name): failures[name].map { .completion(.failure($0)) }
    case .subscribe, .unsubscribe: nil
    }
  }
}

extension Run {
  /// Registers an input; without consumers it passes its values to a closure.
  func register<Value, Failure: Error>(
    _ kind: InputRecord.Kind,
    _ log: SubscriptionLog,
    _ consumers: InputConsumers?,
    _ scripts: [Script<Value, Failure>],
    at callSite: CallSite
  ) {
    inputs.append(
      InputRecord(
        kind,
        at: callSite,
        log,
        withoutTable: scripts.compactMap { $0.hasTable ? nil : $0.diagram },
        texts: scripts.compactMap { $0.text },
        hasNoValue: scripts.contains { $0.completesWithoutValue },
        takesSubscribers: consumers != nil
      )
    )
    if let consumers { self.consumers.append(consumers) }
  }
}

extension Script: Sendable where Value: Sendable {}
extension Script.Signal: Sendable where Value: Sendable {}
