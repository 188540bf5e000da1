extension RelayPublisher {
  /// The number of current subscribers.
  ///
  /// It counts a subscriber from its subscription to its cancellation or completion, also during a
  /// delivery. Each operator, `for await` loop or view that observes the relay is one subscriber. A
  /// read-only view counts all subscribers of its relay; the states of a `LoadInterest` count those
  /// of the interest.
  ///
  /// Any thread may read it. While other threads subscribe or cancel, it is the number at one point
  /// of the call. A finished relay has no subscribers. See
  /// <doc:RelayContract#R13-The-number-of-subscribers>.
  ///
  /// ```swift
  /// let query = BehaviorRelay("")
  /// let subscription = query.sink { print($0) }
  /// print(query.subscriberCount)  // 1
  /// subscription.cancel()
  /// print(query.subscriberCount)  // 0
  /// ```
  public var subscriberCount: Int { source.subscriberCount }
}

extension RelaySource {
  /// The number of current subscribers of the relay or the scope.
  var subscriberCount: Int {
    if let scope { core.withState { _ in scope.count } } else { core.subscriberCount }
  }

  /// The subscribers in words for a debugger: `2 subscribers`.
  package var subscribersInWords: String {
    let count = subscriberCount
    return "\(count) \(count == 1 ? "subscriber" : "subscribers")"
  }

  /// The subscribers, and the loader or source location of the relay.
  var debugDetails: [String?] { [subscribersInWords, core.originInWords] }
}
