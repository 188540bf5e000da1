extension Marbles {
  /// Makes an input that answers each request with a diagram of its own.
  ///
  /// ```swift
  /// let load = m.responses(to: ["swift": "--x|", "rust": "----y|"], ["x": …, "y": …])
  /// ```
  ///
  /// - Parameters:
  ///   - diagrams: The diagram of each request, counted from the moment it is asked for.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A load function that takes a request.
  public func responses<Request: Hashable & Sendable, Table: MarbleTable>(
    to diagrams: [Request: String],
    _ values: Table = MarbleValues<String>.names,
    cancellation: MarbleCancellation = .honoured,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleResponses<Request, Table.Value, Never> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return responses(to: diagrams, values, Never?.none, cancellation, place)
  }

  /// Makes an input that answers each request with a diagram of its own, and can fail.
  ///
  /// - Parameters:
  ///   - diagrams: The diagram of each request, counted from the moment it is asked for.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - failure: What `#` stands for.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A load function that takes a request.
  public func responses<Request: Hashable & Sendable, Table: MarbleTable, Failure: Error>(
    to diagrams: [Request: String],
    _ values: Table = MarbleValues<String>.names,
    failure: Failure,
    cancellation: MarbleCancellation = .honoured,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleResponses<Request, Table.Value, Failure> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return responses(to: diagrams, values, failure, cancellation, place)
  }

  private func responses<Request: Hashable & Sendable, Value, Failure: Error>(
    to diagrams: [Request: String],
    _ values: some MarbleTable<Value>,
    _ failure: Failure?,
    _ cancellation: MarbleCancellation,
    _ place: Place
  ) -> MarbleResponses<Request, Value, Failure> {
    let answers = diagrams.map { (request: $0, diagram: $1, key: oneLine($0)) }
    let colds = answers.sorted { $0.key < $1.key }.map { answer in
      let script = script(answer.diagram, values, failure, place)
      return (answer.request, cold([script], cancellation, place, key: answer.key))
    }
    let strangers = Lock<[String]>([])
    run.complaints.append {
      let names = strangers.withLock { $0 }
      return names.isEmpty
        ? nil : Issue(.unknownRequests(names, SourceLabel.variable(at: place)), at: place)
    }
    let responses = MarbleResponses(
      Dictionary(uniqueKeysWithValues: colds),
      stranger: MarbleCold([.end], cancellation: cancellation, timeline: run.timeline),
      strangers: strangers,
      timeline: run.timeline
    )
    run.inputs.append(InputLane(kind: .requests, place: place, log: responses.requests.log))
    return responses
  }
}
