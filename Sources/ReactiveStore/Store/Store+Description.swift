import ReactiveLoadable

extension Store: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The store with its state on one line: `Store(Counter(count: 3))`.
  ///
  /// It has at most 300 characters; long values are cut. Any thread may read it, also an observer,
  /// a reducer or a middleware.
  public var description: String { "Store(\(shortText(state)))" }

  /// The description and the number of subscribers.
  public var debugDescription: String {
    "\(description); \(states.source.subscribersInWords)"
  }

  /// A mirror of the state and the number of subscribers.
  public var customMirror: Mirror {
    Mirror(of: self, ["state": state, "subscribers": states.subscriberCount])
  }
}

extension StoreModel: @MainActor CustomStringConvertible {
  /// The model with its state on one line, as in `StoreModel(Counter(count: 3))`.
  public var description: String { "StoreModel(\(shortText(state)))" }
}

extension StoreObject: @MainActor CustomStringConvertible {
  /// The object with its state on one line, as in `StoreObject(Counter(count: 3))`.
  public var description: String { "StoreObject(\(shortText(state)))" }
}
