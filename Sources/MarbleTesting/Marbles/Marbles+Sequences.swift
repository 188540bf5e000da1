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
    observe(.sequence(sequence, in: run), diagram, .table(values), failures, check, callSite)
  }

  /// Expects an asynchronous sequence of strings, numbers or the like to publish a diagram, whose
  /// names are the values.
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
    let names = MarbleValues<Stream.Element>.names
    observe(.sequence(sequence, in: run), diagram, .table(names), failures, check, callSite)
  }

  /// Expects an asynchronous sequence to publish a diagram, whose names and elements a closure
  /// compares.
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
    observe(.sequence(sequence, in: run), diagram, .closure(matches), failures, check, callSite)
  }
}
