import ReactiveRelays

// The texts and mirrors of objects, in the format of the article "Reading descriptions". They are made of
// copies of the state, outside the lock.

extension Loader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The loader with its name, request and state: `Loader podcasts("swift"): loading(attempt: 1)`.
  ///
  /// It is one line of at most 300 characters; long values are cut. Any thread may read it, also an
  /// observer.
  public var description: String { text.description }

  /// The description, the policy where it differs from the default, and the subscribers.
  public var debugDescription: String {
    text.debugDescription([storage.policy.inWords, storage.states.source.subscribersInWords])
  }

  /// A mirror of the name, the request, the state, the policy and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(
      of: self,
      [
        "name": storage.policy.name, "request": request, "state": state,
        "policy": storage.policy.inWords, "subscribers": storage.states.subscriberCount,
      ]
    )
  }

  private var text: ObjectText {
    ObjectText("Loader", name: storage.policy.name, request: request, state: "\(state)")
  }

  private var request: Request? {
    storage.keyInQuestion.flatMap { $0 is NoRequest ? nil : $0 }
  }
}

extension Loader: NamedObject {
  package var nameInText: String? { storage.policy.name }
  package var requestInText: Any? { request }
}

extension LoadTask: CustomStringConvertible, CustomReflectable {
  /// The handle with the name and the request of its load, and `in flight` or the outcome.
  ///
  /// `LoadTask podcasts("swift"): in flight` becomes `LoadTask podcasts("swift"): loaded(3)`.
  /// The handle of an ended load has no request after the loader has started another one.
  public var description: String {
    ObjectText("LoadTask", name: name, request: request, state: stateText).description
  }

  /// A mirror of the name, the request and the state or outcome.
  public var customMirror: Mirror {
    let parts: [(label: String?, value: Any?)] = [
      ("name", name), ("request", request), ("state", stateText),
    ]
    return Mirror(
      self,
      children: parts.compactMap { part in part.value.map { (label: part.label, value: $0) } }
    )
  }

  private var name: String? {
    started.load.flatMap { LoadPerformer.performer($0.owner)?.policy.name }
  }

  private var request: Any? {
    guard let load = started.load else { return nil }
    let request: Any? = LoadPerformer.performer(load.owner)?.request(of: load)?.erased
    return request is NoRequest ? nil : request
  }

  private var stateText: String {
    guard let load = started.load else { return "skipped(\(started.skipReason))" }
    let end: String? = load.end.map { LoadOutcome<Value, Failure>($0).description }
    return end ?? "in flight"
  }
}

extension LoadQueue: CustomStringConvertible, CustomReflectable {
  /// The queue with its limit and its loads, as in `LoadQueue(2 of 6 running, 3 waiting)`.
  public var description: String {
    let count = count
    return "LoadQueue(\(count.running) of \(limit) running, \(count.waiting) waiting)"
  }

  /// A mirror of the limit and the numbers of loads.
  public var customMirror: Mirror {
    let count = count
    return Mirror(of: self, ["limit": limit, "running": count.running, "waiting": count.waiting])
  }
}

extension LoadActivity: CustomStringConvertible, CustomReflectable {
  /// The activity with the number of its loads in flight, as in `LoadActivity(2 in flight)`.
  public var description: String { "LoadActivity(\(count) in flight)" }

  /// A mirror of the number of loads.
  public var customMirror: Mirror { Mirror(of: self, ["count": count]) }
}

extension LoadFailures: CustomStringConvertible, CustomReflectable {
  /// The number of the failures since the creation of the object, and the last one.
  ///
  /// For instance `LoadFailures: 2 failures, the last podcasts: offline`.
  ///
  /// It is one line of at most 300 characters.
  public var description: String {
    let count = count
    guard count > 0 else { return "LoadFailures: no failures" }
    let last = latest.value.map { "the last \($0)" } ?? "dismissed"
    return cutText("LoadFailures: \(count) \(count == 1 ? "failure" : "failures"), \(last)", 300)
  }

  /// A mirror of the number of failures and the last one.
  public var customMirror: Mirror { Mirror(of: self, ["count": count, "latest": latest.value]) }
}

extension LoadFailures.Failure: CustomStringConvertible {
  /// The name and the error on one line without the request, as in `podcasts: offline`.
  public var description: String {
    ObjectText(cutText(name, 100), state: error.logText(.hidden)).description
  }
}

extension Once: CustomStringConvertible, CustomReflectable {
  /// The gate with its state: `Once: open`, `Once: running` or `Once: has run`.
  public var description: String { "Once: \(stateInWords)" }

  /// A mirror of the state.
  public var customMirror: Mirror { Mirror(of: self, ["state": stateInWords]) }

  private var stateInWords: String { hasRun ? "has run" : isInside ? "running" : "open" }
}

extension FlagCollapse: CustomStringConvertible, CustomReflectable {
  /// The current state, as in `FlagCollapse(loading)`.
  public var description: String { "FlagCollapse(\(state))" }

  /// A mirror of the state and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(of: self, ["state": state, "subscribers": states.subscriberCount])
  }
}
