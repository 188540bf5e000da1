extension DiagramKind {
  /// The correction of a signal that is not allowed after the earlier ones.
  func remedy(
    for signal: MarbleDiagram.Signal,
    after earlier: [MarbleDiagram.Signal]
  ) -> String {
    switch self {
    case .values(let failures): remedyInValues(signal, failures)
    case .observation(let failures): remedyInObservation(signal, failures, earlier)
    case .valuesOnly: "Remove it, or write a value as `'\(signal.text)'`."
    case .subscription: remedyInSubscription(signal, earlier)
    }
  }

  /// True for a failure whose name is not one of those in `failures:`.
  func lacksError(_ signal: MarbleDiagram.Signal) -> Bool {
    switch (self, signal) {
    case (.values(let failures), .failure(let name)),
      (.observation(let failures), .failure(let name)):
      failures.hasNames && failures.alternative(to: name) != nil
    case (.values, _), (.observation, _), (.valuesOnly, _), (.subscription, _): false
    }
  }

  private func remedyInValues(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames
  ) -> String {
    switch signal {
    case .value, .end: ""
    case .failure(let name): failures.remedy(for: name)
    case .subscribe:
      "The test starts subscriptions to inputs: use `m.expectSubscriptions`, or a value `'^'`."
    case .unsubscribe:
      "The test ends subscriptions to inputs: use `m.expectSubscriptions`, or a value `'!'`."
    }
  }

  private func remedyInObservation(
    _ signal: MarbleDiagram.Signal,
    _ failures: FailureNames,
    _ earlier: [MarbleDiagram.Signal]
  ) -> String {
    if earlier.last == .unsubscribe {
      return "`!` cancels the observation, so it is last. Write a value as `'!'`."
    }
    return switch signal {
    case .value, .end, .unsubscribe: ""
    case .failure(let name): failures.remedy(for: name)
    case .subscribe: "`^` starts the observation, so it is first. Write a value as `'^'`."
    }
  }

  private func remedyInSubscription(
    _ signal: MarbleDiagram.Signal,
    _ earlier: [MarbleDiagram.Signal]
  ) -> String {
    let separate = "Write each subscription as a separate diagram."
    return switch signal {
    case .value: "Expect values with `m.expect`; `^`, `!`, `-` and times are enough here."
    case .subscribe: separate
    case .end, .failure, .unsubscribe:
      switch earlier.count {
      case 0: "Write `^` in the frame of the subscription."
      case 1: "Every end of a subscription is written `!`."
      default: "A subscription has one end. \(separate)"
      }
    }
  }
}
