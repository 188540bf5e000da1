@preconcurrency public import CombineShim

extension Marbles {
  /// Expects a publisher to publish the signals of a diagram and no others.
  ///
  /// The publisher is subscribed to by this call, or in the frame of a `^`. Values that it sends
  /// synchronously are in that frame. It is cancelled at the end of the run, or in the frame of a
  /// `!`. Every value, the completion and the failure must be in the diagram; `#` matches any
  /// failure, and `#x` the error of that name in `failures`.
  ///
  /// ```swift
  /// m.expect(player.states, "i-p", ["i": .idle, "p": .playing("intro")])
  /// m.expect(model.titles, "a-b-|")
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: The stream under test.
  ///   - diagram: The expected signals until the end of the run.
  ///   - values: The values of the names; compared with `==`.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(publisher, diagram, failures, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failures: failures)
    }
  }

  /// Expects a publisher to publish the signals of a diagram, whose names are the values.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test, with values such as strings or numbers.
  ///   - diagram: The expected signals until the end of the run.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable & LosslessStringConvertible {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(publisher, diagram, failures, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Stream.Output>.names, parsed, failures: failures)
    }
  }

  /// Expects a publisher to publish the signals of a diagram, compared by a closure.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test; its values need not be `Equatable`.
  ///   - diagram: The expected signals until the end of the run.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - matches: A predicate that returns true if a value matches a name.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ value: Stream.Output) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(publisher, diagram, failures, check, callSite) { parsed in
      Matcher(parsed.diagram, matches: matches, failures: failures)
    }
  }

  private func observe<Stream: Publisher>(
    _ publisher: Stream,
    _ text: String,
    _ failures: FailureTable<any Error>,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    let names = FailureNames(of: failures, anyUnnamed: true)
    add(text, .observation(names), check, callSite, matcher) { recorder in
      let subscription = publisher.sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: recorder.record(.end)
          case .failure(let error): recorder.record(.failure(error))
          }
        },
        receiveValue: { recorder.record(.value($0)) }
      )
      return Observation.Running(cancel: subscription.cancel)
    }
  }

  func add(
    _ text: String,
    _ kind: DiagramKind,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher,
    member: String = "m.expect",
    _ observe: @escaping (Recorder) -> Observation.Running
  ) {
    guard mayRegister(member, at: callSite) else { return }
    let read = reading(text, at: callSite, otherwise: nil) {
      () throws(MarbleDiagram.SyntaxError) -> (MarbleDiagram, Matcher)? in
      let parsed = try kind.parse(text, frame: run.settings.frame)
      try check.validate(parsed)
      return (parsed.diagram, try matcher(parsed))
    }
    guard let (expected, plain) = read else { return }
    var matcher = plain
    matcher.diagramText = matcher.takesAnyName ? text : nil
    UnusedEntries(matcher.unusedNames, matcher.failures, in: [expected], at: callSite)
      .map { unusedEntries.append($0) }
    run.isChecked = true
    let recorder = Recorder(expected, run.timeline)
    let observation = Observation { observe(recorder) }
    start(observation, recorder, expected, callSite)
    run.expectations.append(
      StreamExpectation(expected, matcher, check, recorder, observation, callSite)
    )
  }

  /// Starts an observation now or at its `^`, and cancels it at its `!`.
  private func start(
    _ observation: Observation,
    _ recorder: Recorder,
    _ expected: MarbleDiagram,
    _ callSite: CallSite
  ) {
    if let first = expected.events.first, first.signal == .subscribe {
      schedule(at: first.time, callSite) {
        recorder.record(.subscribe)
        observation.start()
      }
    } else {
      observation.start()
    }
    guard let last = expected.events.last, last.signal == .unsubscribe else { return }
    schedule(at: last.time, callSite) {
      recorder.stop()
      observation.cancel()
    }
  }
}
