import MarbleReport

extension Marbles {
  /// Creates a hot input, which plays from the start of the run.
  ///
  /// ```swift
  /// let query = m.hot("-a-(bc)---|")
  /// let count = m.hot("-a-b-#x", ["a": 1, "b": 2], failures: ["x": Offline()])
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and optionally a completion `|` or a failure with a name, such as
  ///     `#x` or `#'not found'`.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names; none by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence. Values of frame 0 are
  ///   sent after the body has subscribed to it.
  public func hot<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failures: [String: Failure] = [:] as [String: Never],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(diagram, values, FailureTable(named: failures), callSite)
  }

  /// Creates a hot input, which plays from the start of the run and fails at `#` with an error.
  public func hot<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failure: Failure,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(diagram, values, FailureTable(unnamed: failure), callSite)
  }

  /// Creates a cold input, which plays for each subscription from the time of subscribing.
  ///
  /// ```swift
  /// let load = m.cold("---x|", ["x": podcasts])
  /// let model = SearchModel(load: { _ in try await load() }, clock: m.clock)
  /// let retried = m.cold("--#", failure: Offline(), then: ["---x|"])   // works when tried again
  /// let denied = m.cold("--#o", failures: ["o": LoadError.offline, "d": .denied], then: ["--#d"])
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and optionally a completion `|` or a failure with a name, such as
  ///     `#x` or `#'not found'`.
  ///   - values: The values of the names; by default each name is its value, as a `String`.
  ///   - failures: The errors of the failures, by their names; none by default.
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
    failures: [String: Failure] = [:] as [String: Never],
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let scripts = scripts([diagram] + later, values, FailureTable(named: failures), callSite)
    return cold(scripts, cancellation, callSite)
  }

  /// Creates a cold input, which plays for each subscription and fails at `#` with an error.
  public func cold<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failure: Failure,
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Table.Value, Failure> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let scripts = scripts([diagram] + later, values, FailureTable(unnamed: failure), callSite)
    return cold(scripts, cancellation, callSite)
  }
}

extension Marbles {
  private func hot<Value, Failure: Error>(
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    _ callSite: CallSite
  ) -> MarbleHot<Value, Failure> {
    let script = scripts([diagram], values, failures, callSite).first ?? .empty
    let hot = MarbleHot<Value, Failure>(timeline: run.timeline)
    guard mayRegister("m.hot", at: callSite) else { return hot }
    for step in script.steps {
      schedule(at: step.time, callSite) { hot.play(step.signal) }
    }
    run.register(.hot(script.diagram), hot.log, hot.consumers, [script], at: callSite)
    return hot
  }

  func cold<Value, Failure: Error>(
    _ scripts: [Script<Value, Failure>],
    _ cancellation: MarbleCancellation,
    _ callSite: CallSite,
    answering request: Any? = nil
  ) -> MarbleCold<Value, Failure> {
    let cold = MarbleCold(scripts, cancellation: cancellation, timeline: run.timeline)
    // The responses have reported it once for all requests.
    if request == nil { reportEnd(of: "m.cold", at: callSite) }
    let kind = request.map { InputRecord.Kind.response(request: $0) } ?? .cold
    run.register(kind, cold.log, cold.consumers, scripts, at: callSite)
    if scripts.count > 1 { limit(cold.log, to: scripts.count, callSite) }
    return cold
  }

  /// Reports subscriptions without a diagram.
  private func limit(_ log: SubscriptionLog, to most: Int, _ callSite: CallSite) {
    run.finalChecks.append { [unowned run] in
      let began = log.entries.map(\.began)
      guard began.count > most else { return nil }
      let label = SourceLabel.input(ObjectIdentifier(log), of: run.record)
      let failure = RunFailure.tooManySubscriptions(began, most: most, label)
      return RunIssue(failure, at: callSite, deviation: began[most])
    }
  }

  func scripts<Value, Failure: Error>(
    _ diagrams: [String],
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    _ callSite: CallSite
  ) -> [Script<Value, Failure>] {
    let scripts = diagrams.map { diagram in
      reading(diagram, at: callSite) { () throws(MarbleDiagram.SyntaxError) in
        try script(diagram, values, failures)
      }
    }
    let read = scripts.compactMap { $0?.diagram }
    if read.count == scripts.count {
      noteUnused(values.unusedNames(in: read), failures.unusedNames(in: read), at: callSite)
    }
    return scripts.map { $0 ?? .empty }
  }

  /// Parses a diagram with its values.
  func script<Value, Failure: Error>(
    _ text: String,
    _ values: some MarbleTable<Value>,
    _ failures: FailureTable<Failure>,
    as kind: DiagramKind? = nil
  ) throws(MarbleDiagram.SyntaxError) -> Script<Value, Failure> {
    let kind = kind ?? .values(FailureNames(of: failures))
    let parsed = try kind.parse(text, frame: run.settings.frame)
    let read = try values.values(of: parsed)
    let takesAnyName = values is MarbleValues<Value>
    // NB: In generic code, a loop takes less time than `zip` and `compactMap`.
    var steps: [(Duration, Script<Value, Failure>.Signal)] = []
    for (index, event) in parsed.diagram.events.enumerated() {
      guard let signal = Script.signal(event.signal, read[index], failures) else { continue }
      steps.append((event.time, signal))
    }
    return Script(
      diagram: parsed.diagram,
      steps: steps,
      hasTable: !(values is MarbleValues<String>),
      text: takesAnyName ? WrittenDiagram(text: text, lanePlace: lanePlace(of: text)) : nil
    )
  }
}
