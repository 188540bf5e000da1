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
    cancellation: MarbleCancellation = .honored,
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
    cancellation: MarbleCancellation = .honored,
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
    let scripts = scripts(of: diagrams, values, failure, place)
    let colds = scripts.map { request, script in
      (request, cold([script], cancellation, place) { oneLine(request) })
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

  /// Reads the diagrams of all requests; what is wrong with several is reported in a stable order.
  private func scripts<Request: Hashable, Value, Failure: Error>(
    of diagrams: [Request: String],
    _ values: some MarbleTable<Value>,
    _ failure: Failure?,
    _ place: Place
  ) -> [(Request, Script<Value, Failure>)] {
    var unreadable: [(request: String, text: String)] = []
    let scripts = diagrams.compactMap { request, diagram -> (Request, Script<Value, Failure>)? in
      do throws(MarbleDiagram.SyntaxError) {
        return (request, try script(diagram, values, failure))
      } catch {
        unreadable.append((oneLine(request), error.text(in: diagram)))
        return nil
      }
    }
    for mistake in unreadable.sorted(by: { $0.request < $1.request }) {
      run.report(mistake.text, at: place)
    }
    return scripts
  }
}
