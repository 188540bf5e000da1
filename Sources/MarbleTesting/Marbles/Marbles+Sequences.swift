extension Marbles {
  /// Expects an asynchronous sequence to publish the signals of a diagram and no others.
  ///
  /// A task iterates the sequence from the start of the run, or from the frame of a `^`. It is
  /// cancelled at the end of the run, or in the frame of a `!`. Every element, the end and the
  /// failure must be in the diagram; `#` matches any failure, and `#x` the error of that name in
  /// `failures`.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test.
  ///   - diagram: The expected signals until the end of the run.
  ///   - values: The values of the names; elements are compared with `==`.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Element>,
    failure: (any Error)? = nil,
    failures: [String: any Error] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(sequence, diagram, failures, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failures: failures)
    }
  }

  /// Expects an asynchronous sequence to publish a diagram's signals, whose names are the values.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test, with elements such as strings or numbers.
  ///   - diagram: The expected signals until the end of the run.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    failures: [String: any Error] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable & LosslessStringConvertible {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(sequence, diagram, failures, check, callSite) {
      parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Stream.Element>.names, parsed, failures: failures)
    }
  }

  /// Expects an asynchronous sequence to publish a diagram's signals, compared by a closure.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test; its elements need not be `Equatable`.
  ///   - diagram: The expected signals until the end of the run.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - matches: A predicate that returns true if an element matches a name.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    failures: [String: any Error] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ element: Stream.Element) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(sequence, diagram, failures, check, callSite) { parsed in
      Matcher(parsed.diagram, matches: matches, failures: failures)
    }
  }

  private func observe<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ text: String,
    _ failures: FailureTable<any Error>,
    _ check: MarbleCheck,
    _ callSite: CallSite,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    let names = FailureNames(of: failures, anyUnnamed: true)
    let isolation = run.settings.isolation
    add(text, .observation(names), check, callSite, matcher) { recorder in
      let ended = CompletionFlag()
      let iteration = DriverConfined { await recorder.record(sequence, ended) }
      let task =
        switch isolation {
        case .caller: Task { await iteration.value() }
        case .mainActor: Task { @MainActor in await iteration.value() }
        }
      return Observation.Running(cancel: task.cancel) { ended.isSet }
    }
  }
}

extension Recorder {
  fileprivate func record<Stream: AsyncSequence>(_ sequence: Stream, _ ended: CompletionFlag) async
  {
    do {
      for try await element in sequence {
        record(.value(element))
      }
      record(.end)
    } catch {
      record(.failure(error))
    }
    ended.set()
  }
}
