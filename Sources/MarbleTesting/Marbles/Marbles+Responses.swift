import MarbleReport

extension Marbles {
  /// Creates cold inputs by request, with a separate diagram for each.
  ///
  /// ```swift
  /// let load = m.responses(to: ["swift": "--x|", "rust": "----y|"], ["x": …, "y": …])
  /// let search = m.responses(to: ["swift": "--#x", "go": "--#y"], failures: ["x": …, "y": …])
  /// ```
  ///
  /// - Parameters:
  ///   - diagrams: The diagram of each request, from the time of the request.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names; none by default.
  ///   - cancellation: The reaction of a call to cancellation; by default it ends immediately.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A load function that takes a request.
  public func responses<Request: Hashable & Sendable, Table: MarbleTable, Failure: Error>(
    to diagrams: [Request: String],
    _ values: Table = MarbleValues<String>.names,
    failures: [String: Failure] = [:] as [String: Never],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleResponses<Request, Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return responses(to: diagrams, values, FailureTable(named: failures), cancellation, callSite)
  }

  /// Creates cold inputs by request, with a separate diagram for each, whose `#` is an error.
  public func responses<Request: Hashable & Sendable, Table: MarbleTable, Failure: Error>(
    to diagrams: [Request: String],
    _ values: Table = MarbleValues<String>.names,
    failure: Failure,
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleResponses<Request, Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return responses(to: diagrams, values, FailureTable(unnamed: failure), cancellation, callSite)
  }

  private func responses<Request: Hashable & Sendable, Value, Failure: Error>(
    to diagrams: [Request: String],
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    _ cancellation: MarbleCancellation,
    _ callSite: CallSite
  ) -> MarbleResponses<Request, Value, Failure> {
    reportEnd(of: "m.responses", at: callSite)
    let scripts = scripts(of: diagrams, values, failures, callSite)
    let colds = scripts.map { request, script in
      (request, cold([script], cancellation, callSite, answering: request))
    }
    let unknownRequests = Lock<[String]>([])
    run.finalChecks.append { [unowned run] in
      let names = unknownRequests.withLock { $0 }
      guard !names.isEmpty else { return nil }
      let word = MissingQuotesHint(run.record, requests: names)
      let label = SourceLabel.variable(at: callSite)
      let failure = RunFailure.unknownRequests(names, label, word?.text)
      return RunIssue(failure, at: callSite)
    }
    let responses = MarbleResponses(
      Dictionary(uniqueKeysWithValues: colds),
      fallback: MarbleCold([.end], cancellation: cancellation, timeline: run.timeline),
      noteUnknown: { request in unknownRequests.withLock { $0.append(oneLine(request)) } },
      timeline: run.timeline
    )
    let requests = responses.requests
    run.register(.requests, requests.log, requests.consumers, scripts.map(\.1), at: callSite)
    return responses
  }

  /// Parses the diagrams of all requests, and reports several mistakes in a stable order.
  private func scripts<Request: Hashable, Value, Failure: Error>(
    of diagrams: [Request: String],
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    _ callSite: CallSite
  ) -> [(Request, Script<Value, Failure>)] {
    var unreadable: [(request: String, diagram: String, error: MarbleDiagram.SyntaxError)] = []
    let scripts = diagrams.compactMap { request, diagram -> (Request, Script<Value, Failure>)? in
      do throws(MarbleDiagram.SyntaxError) {
        return (request, try script(diagram, values, failures))
      } catch {
        unreadable.append((oneLine(request), diagram, error))
        return nil
      }
    }
    if unreadable.isEmpty {
      let read = scripts.map(\.1.diagram)
      noteUnused(values.unusedNames(in: read), failures.unusedNames(in: read), at: callSite)
    }
    for mistake in unreadable.sorted(by: { $0.request < $1.request }) {
      report(mistake.error, in: mistake.diagram, at: callSite)
    }
    return scripts
  }
}
