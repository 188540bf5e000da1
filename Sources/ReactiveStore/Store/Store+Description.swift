import ReactiveLoadable

extension Store: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The store with its state on one line: `Store(Counter(count: 3))`.
  ///
  /// It has at most 300 characters; long values are cut. Any thread may read it, also an observer,
  /// a reducer or a middleware.
  public var description: String { "Store(\(shortText(state, isQuoted: true)))" }

  /// The description and the number of subscribers.
  public var debugDescription: String {
    "\(description); \(states.source.subscribersInWords)"
  }

  /// A mirror of the state and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(of: self, ["state": state, "subscribers": states.subscriberCount])
  }
}

extension StoreTask: CustomStringConvertible, CustomReflectable {
  /// The handle with its state: `StoreTask: in flight` or `StoreTask: ended`.
  public var description: String { "StoreTask: \(stateInWords)" }

  /// A mirror of the state.
  public var customMirror: Mirror { Mirror(self, children: ["state": stateInWords]) }

  private var stateInWords: String { work?.isInFlight == true ? "in flight" : "ended" }
}

extension Effect: CustomStringConvertible, CustomReflectable {
  /// The operations of the effect, as in `Effect<Action>: none` and `Effect<Action>: send, run`.
  public var description: String {
    let names = parts.prefix(10).map(\.kind.name) + (parts.count > 10 ? ["…"] : [])
    let type = "Effect<\(cutText("\(Action.self)", 100))>"
    return "\(type): \(names.isEmpty ? "none" : names.joined(separator: ", "))"
  }

  /// A mirror of the operations.
  public var customMirror: Mirror {
    Mirror(self, children: ["operations": parts.map(\.kind.name)], displayStyle: .struct)
  }
}

extension EffectPart.Kind {
  fileprivate var name: String {
    switch self {
    case .send: "send"
    case .run: "run"
    case .subscribe: "publisher"
    case .attach: "attachment"
    case .report: "failure"
    case .cancel, .sweep: "cancel"
    }
  }
}
