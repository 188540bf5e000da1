// The texts and mirrors of relays, in the format of the article "Reading descriptions". They are made of
// copies of the state, outside the lock.

extension BehaviorRelay: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The relay with its current value, as in `BehaviorRelay(3)`.
  public var description: String { "BehaviorRelay(\(shortText(value, isQuoted: true)))" }

  /// The description, the number of subscribers and the source location of the relay.
  public var debugDescription: String { source.debugText(description) }

  /// A mirror of the current value and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(of: self, ["value": value, "subscribers": subscriberCount])
  }
}

extension ReadOnlyRelay: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The view with the current value of its relay, as in `ReadOnlyRelay(3)`.
  public var description: String { "ReadOnlyRelay(\(shortText(value, isQuoted: true)))" }

  /// The description, the number of subscribers and the source location of the relay.
  public var debugDescription: String { source.debugText(description) }

  /// A mirror of the current value and the number of subscribers.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = ["value": value, "subscribers": subscriberCount]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension PublishRelay: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The relay with the type of its values, as in `PublishRelay<Int>`.
  public var description: String { typeText("PublishRelay", Output.self) }

  /// The description, the number of subscribers and the source location of the relay.
  public var debugDescription: String { source.debugText(description) }

  /// A mirror of the number of subscribers.
  public var customMirror: Mirror { Mirror(of: self, ["subscribers": subscriberCount]) }
}

extension ReplayRelay: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The relay with the type of its values, as in `ReplayRelay<Int>`.
  public var description: String { typeText("ReplayRelay", Output.self) }

  /// The description, the number of subscribers and the source location of the relay.
  public var debugDescription: String { source.debugText(description) }

  /// A mirror of the number of subscribers.
  public var customMirror: Mirror { Mirror(of: self, ["subscribers": subscriberCount]) }
}

extension ReadOnlyEvents: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The view with the type of its values, as in `ReadOnlyEvents<Int>`.
  public var description: String { typeText("ReadOnlyEvents", Output.self) }

  /// The description, the number of subscribers and the source location of the relay.
  public var debugDescription: String { source.debugText(description) }

  /// A mirror of the number of subscribers.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = ["subscribers": subscriberCount]
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension Elements: CustomStringConvertible {
  /// The sequence with the type of its elements, as in `Elements<Int>`.
  public var description: String { typeText("Elements", Element.self) }
}

private func typeText<Value>(_ name: String, _ type: Value.Type) -> String {
  "\(name)<\(cutText("\(type)", 200))>"
}
