extension Marbles {
  /// Makes an input that plays from the start of the run.
  ///
  /// ```swift
  /// let query = m.hot("-a-(bc)---|")
  /// let count = m.hot("-a-b-|", ["a": 1, "b": 2])
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence. Values of frame 0 come when
  ///   everything that the body set up is listening.
  public func hot<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Table.Value, Never> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(script(diagram, values, Never?.none, place), place)
  }

  /// Makes an input that plays from the start of the run, and can fail.
  ///
  /// ```swift
  /// let count = m.hot("-a-b-#", ["a": 1, "b": 2], failure: Offline())
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - failure: What `#` stands for.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence.
  public func hot<Table: MarbleTable, Failure: Error>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    failure: Failure,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Table.Value, Failure> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return hot(script(diagram, values, failure, place), place)
  }

  /// Makes an input that plays anew for each subscription, from the moment of subscribing.
  ///
  /// ```swift
  /// let load = m.cold("---x|", ["x": podcasts])
  /// let model = SearchModel(load: { _ in try await load() }, clock: m.clock)
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - later: What later subscriptions play, one diagram for each; a subscription too many fails
  ///     the test. By default there may be any number, and all play the same.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher, a sequence through `elements`, and a load function.
  public func cold<Table: MarbleTable>(
    _ diagram: String,
    _ values: Table = MarbleValues<String>.names,
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Table.Value, Never> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let scripts = scripts([diagram] + later, values, Never?.none, place)
    return cold(scripts, cancellation, place)
  }

  /// Makes an input that plays anew for each subscription, and can fail.
  ///
  /// ```swift
  /// let load = m.cold("--#", failure: Offline(), then: ["---x|"])   // works when tried again
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - failure: What `#` stands for.
  ///   - later: What later subscriptions play, one diagram for each; a subscription too many fails
  ///     the test. By default there may be any number, and all play the same.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher, a sequence through `elements`, and a load function.
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
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    return cold(scripts([diagram] + later, values, failure, place), cancellation, place)
  }
}

extension Marbles {
  private func hot<Value, Failure: Error>(
    _ script: Script<Value, Failure>,
    _ place: Place
  ) -> MarbleHot<Value, Failure> {
    let hot = MarbleHot<Value, Failure>(timeline: run.timeline)
    guard mayRegister("m.hot", at: place) else { return hot }
    for step in script.steps {
      schedule(at: step.time, place) { hot.play(step.signal) }
    }
    run.inputs.append(InputLane(kind: .hot(script.diagram), place: place, log: hot.log))
    return hot
  }

  func cold<Value, Failure: Error>(
    _ scripts: [Script<Value, Failure>],
    _ cancellation: MarbleCancellation,
    _ place: Place,
    _ request: (() -> String)? = nil
  ) -> MarbleCold<Value, Failure> {
    let cold = MarbleCold(scripts, cancellation: cancellation, timeline: run.timeline)
    if run.phase == .over { run.report(Trouble.inputAfterTheRun.text, at: place) }
    let abandon = { [weak cold] () -> Void in cold?.abandon() }
    let kind =
      request.map { InputLane.Kind.answer(request: $0, abandon: abandon) }
      ?? .cold(abandon: abandon)
    run.inputs.append(InputLane(kind: kind, place: place, log: cold.log))
    if scripts.count > 1 { limit(cold.log, to: scripts.count, place) }
    return cold
  }

  /// Complains of subscriptions for which there is no diagram.
  private func limit(_ log: SubscriptionLog, to most: Int, _ place: Place) {
    run.complaints.append {
      let began = log.entries.map(\.began)
      guard began.count > most else { return nil }
      let label = SourceLabel.variable(at: place)
      return Issue(.tooManySubscriptions(began, most: most, label), at: place)
    }
  }

  private func scripts<Value, Failure: Error>(
    _ diagrams: [String],
    _ values: some MarbleTable<Value>,
    _ failure: Failure?,
    _ place: Place
  ) -> [Script<Value, Failure>] {
    diagrams.map { script($0, values, failure, place) }
  }

  private func script<Value, Failure: Error>(
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    _ failure: Failure?,
    _ place: Place
  ) -> Script<Value, Failure> {
    reading(diagram, at: place, otherwise: .empty) { () throws(MarbleDiagram.SyntaxError) in
      try script(diagram, values, failure)
    }
  }

  func script<Value, Failure: Error>(
    _ diagram: String,
    _ values: some MarbleTable<Value>,
    _ failure: Failure?
  ) throws(MarbleDiagram.SyntaxError) -> Script<Value, Failure> {
    let dialect = Dialect.values(failing: failure != nil)
    return try Script(
      diagram,
      values,
      failure: failure,
      dialect: dialect,
      frame: run.settings.frame
    )
  }
}
