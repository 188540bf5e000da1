extension Marbles {
  /// Makes an input that plays from the start of the run.
  ///
  /// ```swift
  /// let query = m.hot("-a-(bc)---|")
  /// let count = m.hot("-a-b-#", ["a": 1, "b": 2], failure: Offline())
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - failure: What `#` stands for; by default the input cannot fail.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence. Values of
  ///   frame 0 come when everything that the body set up is listening.
  public func hot<Value, Failure: Error>(
    _ diagram: String,
    _ values: MarbleValues<Value> = MarbleValues<String>.names,
    failure: Failure? = Never?.none,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Value, Failure> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let hot = MarbleHot(script(diagram, values, failure, place), timeline: run.timeline)
    guard mayRegister("m.hot", at: place) else { return hot }
    for step in hot.script.steps {
      schedule(at: step.time) { hot.play(step.signal) }
    }
    run.inputs.append(InputLane(kind: .hot(hot.script.diagram), place: place, log: hot.log))
    return hot
  }

  /// Makes an input that plays from the start of the run, with values from a dictionary.
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for.
  ///   - failure: What `#` stands for; by default the input cannot fail.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher; its `elements` are an asynchronous sequence.
  public func hot<Value, Failure: Error>(
    _ diagram: String,
    _ values: [String: Value],
    failure: Failure? = Never?.none,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleHot<Value, Failure> {
    hot(
      diagram,
      MarbleValues(values),
      failure: failure,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Makes an input that plays anew for each subscription, from the moment of subscribing.
  ///
  /// ```swift
  /// let load = m.cold("---x|", ["x": podcasts])
  /// let model = SearchModel(load: { _ in try await load() }, clock: m.clock)
  /// ```
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for; by default each for itself, as a `String`.
  ///   - failure: What `#` stands for; by default the input cannot fail.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher, a sequence through `elements`, and a load function.
  public func cold<Value, Failure: Error>(
    _ diagram: String,
    _ values: MarbleValues<Value> = MarbleValues<String>.names,
    failure: Failure? = Never?.none,
    cancellation: MarbleCancellation = .honoured,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Value, Failure> {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let cold = MarbleCold(
      script(diagram, values, failure, place),
      cancellation: cancellation,
      timeline: run.timeline
    )
    run.inputs.append(InputLane(kind: .cold, place: place, log: cold.log))
    return cold
  }

  /// Makes an input that plays anew for each subscription, with values from a dictionary.
  ///
  /// - Parameters:
  ///   - diagram: The values, and an end `|` or a failure `#` if it has one.
  ///   - values: What the names stand for.
  ///   - failure: What `#` stands for; by default the input cannot fail.
  ///   - cancellation: What a call does when its task is cancelled; ends at once by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  /// - Returns: A publisher, a sequence through `elements`, and a load function.
  public func cold<Value, Failure: Error>(
    _ diagram: String,
    _ values: [String: Value],
    failure: Failure? = Never?.none,
    cancellation: MarbleCancellation = .honoured,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> MarbleCold<Value, Failure> {
    cold(
      diagram,
      MarbleValues(values),
      failure: failure,
      cancellation: cancellation,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  private func script<Value, Failure: Error>(
    _ diagram: String,
    _ values: MarbleValues<Value>,
    _ failure: Failure?,
    _ place: Place
  ) -> Script<Value, Failure> {
    reading(diagram, at: place, otherwise: .empty) { () throws(MarbleDiagram.SyntaxError) in
      try Script(diagram, values, failure: failure, frame: run.settings.frame)
    }
  }
}
