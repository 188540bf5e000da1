/// Inputs with several kinds of failure.
extension Marbles {
  /// Creates a hot input, which plays from the start of the run and has failures with names.
  ///
  /// ```swift
  /// let count = m.hot("-a-b-#x", failures: ["x": Offline()])
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and optionally a completion `|` or a failure with a name, such as
  ///     `#x` or `#'not found'`.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence.
  public func hot<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failures: [String: Failure],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(script(diagram, values, FailureTable(named: failures), callSite), callSite)
  }

  /// Creates a cold input, which plays for each subscription separately and has failures with
  /// names.
  ///
  /// ```swift
  /// let load = m.cold("--#o", failures: ["o": LoadError.offline, "d": .denied], then: ["--#d"])
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and optionally a completion `|` or a failure with a name, such as
  ///     `#x` or `#'not found'`.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names.
  ///   - later: The diagrams of later subscriptions, one for each; an additional subscription
  ///     fails the test. By default every subscription plays `diagram`.
  ///   - cancellation: The reaction of a call to cancellation; by default it ends immediately.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A publisher, a sequence through `elements`, and a load function.
  public func cold<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failures: [String: Failure],
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(named: failures)
    return cold(scripts([diagram] + later, values, failures, callSite), cancellation, callSite)
  }

  /// Creates cold inputs by request, with a separate diagram for each and failures with names.
  ///
  /// ```swift
  /// let load = m.responses(to: ["swift": "--#x", "go": "--#y"], failures: ["x": …, "y": …])
  /// ```
  ///
  /// - Parameters:
  ///   - diagrams: The diagram of each request, from the time of the request.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names.
  ///   - cancellation: The reaction of a call to cancellation; by default it ends immediately.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A load function that takes a request.
  public func responses<Request: Hashable & Sendable, Table: MarbleTable, Failure: Error>(
    to diagrams: [Request: String],
    _ values: Table = MarbleValues<String>.names,
    failures: [String: Failure],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleResponses<Request, Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return responses(to: diagrams, values, FailureTable(named: failures), cancellation, callSite)
  }
}
