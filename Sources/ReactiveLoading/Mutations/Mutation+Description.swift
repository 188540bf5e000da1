import ReactiveRelays

extension Mutation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The mutation with its name, its state and its open writes.
  ///
  /// For instance `Mutation like: loading, 1 running, 2 waiting`.
  ///
  /// It is one line of at most 300 characters; long values are cut. Any thread may read it, also an
  /// observer.
  public var description: String { text.description }

  /// The description, the policy where it differs from the default, and the subscribers.
  public var debugDescription: String {
    text.debugDescription([storage.policyInWords, storage.states.source.subscribersInWords])
  }

  /// A mirror of the name, the state, the open writes, the history, the policy and the subscribers.
  public var customMirror: Mirror {
    let open = storage.openWrites
    return Mirror(
      of: self,
      [
        "name": storage.policy.name, "state": state, "running": open.running,
        "waiting": open.waiting, "history": storage.history.value,
        "policy": storage.policyInWords, "subscribers": storage.states.subscriberCount,
      ]
    )
  }

  private var text: ObjectText {
    let open = storage.openWrites
    let running = open.running > 0 ? ", \(open.running) running" : ""
    let waiting = open.waiting > 0 ? ", \(open.waiting) waiting" : ""
    return ObjectText(
      "Mutation",
      name: storage.policy.name,
      state: "\(cutText("\(state)", 200))\(running)\(waiting)"
    )
  }
}

extension MutationRecord: CustomStringConvertible {
  /// The number, the input and the state on one line.
  ///
  /// For instance `MutationRecord 3("swift"): running(attempt: 1)`.
  ///
  /// A long input or output is cut.
  public var description: String {
    let input = Input.self == NoRequest.self ? nil : Optional(input)
    return ObjectText("MutationRecord", name: "\(id)", request: input, state: "\(state)")
      .description
  }
}

extension MutationRecord.State: CustomStringConvertible {
  /// The state on one line, as in `running(attempt: 1)` and `ended(loaded(3))`.
  public var description: String {
    switch self {
    case .waiting: "waiting"
    case .running(attempt: 0): "running"
    case .running(let attempt): "running(attempt: \(attempt))"
    case .stopping(let outcome): "stopping(\(outcome))"
    case .ended(let outcome): "ended(\(outcome))"
    }
  }
}
