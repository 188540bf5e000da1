/// A signal of a stream and its time.
package struct Recorded {
  package enum Signal {
    case value(Any)
    case end
    case failure(any Error)
    /// The start of the observation by a `^` of its diagram.
    case subscribe
    /// The cancellation of the observation by a `!` of its diagram.
    case unsubscribe
  }

  package let time: Duration
  package let signal: Signal
  /// The name of the value or failure in a diagram; nil for one without a name.
  package var name: String?

  package init(time: Duration, signal: Signal) {
    self.time = time
    self.signal = signal
  }

  /// The signal in a diagram; a value without a name has an empty one.
  package var sign: MarbleDiagram.Signal {
    switch signal {
    case .value: .value(name ?? "")
    case .end: .end
    case .failure: .failure(name)
    case .subscribe: .subscribe
    case .unsubscribe: .unsubscribe
    }
  }
}

extension [Recorded] {
  /// The recording with the names of its values and failures.
  ///
  /// The names of the compared part follow from its values only, as in its diagram.
  package func named(by matcher: Matcher, in check: MarbleCheck) -> [Recorded] {
    var compared = matcher.names(values { check.covers($0) })[...]
    var others = matcher.names(values { !check.covers($0) })[...]
    return map { recorded in
      var recorded = recorded
      switch recorded.signal {
      case .value:
        let isCompared = check.covers(recorded.time)
        recorded.name = isCompared ? compared.removeFirst() : others.removeFirst()
      case .failure(let error): recorded.name = matcher.failures.name(of: error)
      case .end, .subscribe, .unsubscribe: break
      }
      return recorded
    }
  }

  private func values(at isIncluded: (Duration) -> Bool) -> [Any] {
    compactMap { recorded in
      guard case .value(let value) = recorded.signal, isIncluded(recorded.time) else { return nil }
      return value
    }
  }
}

package struct Recording {
  package var events: [Recorded] = []
  /// The number of events from other threads, whose times are meaningless.
  package var offThread = 0
  package var isOfReadings = false
  /// The calls that completed the stream before the end of its diagram.
  package var endOrigin: EndOrigin?

  package init() {}
}
