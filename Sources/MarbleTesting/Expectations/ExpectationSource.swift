@preconcurrency import CombineShim

/// A stream or an expression that an expectation observes.
struct ExpectationSource {
  /// The call in the report of a misuse.
  var member = "m.expect"
  /// True for an expression, which has values but no completion, failure or subscription.
  var isExpression = false
  let start: (Recorder) -> Observation

  static func publisher(_ publisher: some Publisher) -> Self {
    Self { recorder in
      let subscription = publisher.sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: recorder.record(.end)
          case .failure(let error): recorder.record(.failure(error))
          }
        },
        receiveValue: { recorder.record(.value($0)) }
      )
      return Observation(cancel: subscription.cancel)
    }
  }

  static func sequence(_ sequence: some AsyncSequence, in run: Run) -> Self {
    let isolation = run.settings.isolation
    return Self { recorder in
      let ended = Lock(false)
      let iteration = DriverConfined { await recorder.record(sequence, ended) }
      let task =
        switch isolation {
        case .caller: Task { await iteration.value() }
        case .mainActor: Task { @MainActor in await iteration.value() }
        }
      return Observation(cancel: task.cancel) { ended.withLock { $0 } }
    }
  }

  /// The values of an expression whenever all work has settled.
  static func reading<Value: Equatable>(
    _ expression: @escaping () -> Value,
    in run: Run
  ) -> Self {
    Self(isExpression: true) { [run] recorder in
      recorder.takesReadings()
      var last: Value?
      run.readings.append {
        let value = expression()
        guard value != last else { return }
        last = value
        recorder.record(.value(value))
      }
      return Observation(cancel: {})
    }
  }
}

extension Recorder {
  fileprivate func record(_ sequence: some AsyncSequence, _ ended: borrowing Lock<Bool>) async {
    do {
      for try await element in sequence { record(.value(element)) }
      record(.end)
    } catch {
      record(.failure(error))
    }
    ended.withLock { $0 = true }
  }
}

/// The comparison of recorded values with the names of a diagram.
struct ValueComparison {
  let matcher: (ParsedDiagram, FailureTable<any Error>) throws(MarbleDiagram.SyntaxError) -> Matcher

  /// Compares the values of a table with `==`.
  static func table<Value: Equatable>(_ table: some MarbleTable<Value>) -> Self {
    Self { parsed, failures throws(MarbleDiagram.SyntaxError) in
      try Matcher(table, parsed, failures: failures)
    }
  }

  /// Compares with a closure of the test.
  static func closure<Value>(_ matches: @escaping (String, Value) -> Bool) -> Self {
    Self { parsed, failures in Matcher(parsed.diagram, matches: matches, failures: failures) }
  }
}
