@preconcurrency public import CombineShim

extension Marbles {
  /// Expects a publisher to send what a diagram says, and nothing else.
  ///
  /// It is subscribed at this call. Values that it sends meanwhile are in frame 0. Every value,
  /// the end and the failure must be in the diagram; `#` matches any failure.
  ///
  /// ```swift
  /// m.expect(model.states, "n-l-d", ["n": .notRequested, "l": .loading, "d": .loaded(podcasts)])
  /// m.expect(model.states, "n-l-d", .states(loaded: ["d": podcasts]))
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: The stream under test.
  ///   - diagram: What it should send until time is over.
  ///   - values: What the names stand for; values are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(publisher, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failure: failure)
    }
  }

  /// Expects a publisher to send what a diagram says; each name stands for itself.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test, of strings, numbers and the like.
  ///   - diagram: What it should send until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable & LosslessStringConvertible {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(publisher, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Stream.Output>.names, parsed, failure: failure)
    }
  }

  /// Expects a publisher to send what a diagram says, as far as a closure can tell.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test; its values need not be `Equatable`.
  ///   - diagram: What it should send until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - matches: Answers whether a value is what a name stands for.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ value: Stream.Output) -> Bool
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(publisher, diagram, check, place) { parsed in
      Matcher(parsed.diagram, matches: matches, failure: failure)
    }
  }

  private func watch<Stream: Publisher>(
    _ publisher: Stream,
    _ text: String,
    _ check: MarbleCheck,
    _ place: Place,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .values(failing: true), check, place, matcher) { recorder in
      let subscription = publisher.sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: recorder.record(.end)
          case .failure(let error): recorder.record(.failure(error))
          }
        },
        receiveValue: { recorder.record(.value($0)) }
      )
      return Watch(cancel: subscription.cancel)
    }
  }

  func add(
    _ text: String,
    _ dialect: Dialect,
    _ check: MarbleCheck,
    _ place: Place,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher,
    _ watch: (Recorder) -> Watch
  ) {
    guard mayRegister("m.expect", at: place) else { return }
    let read = reading(text, at: place, otherwise: nil) {
      () throws(MarbleDiagram.SyntaxError) -> (MarbleDiagram, Matcher)? in
      let parsed = try dialect.parse(text, frame: run.settings.frame)
      try check.validate(parsed)
      return (parsed.diagram, try matcher(parsed))
    }
    guard let (expected, matcher) = read else { return }
    run.isChecked = true
    let recorder = Recorder(run.timeline)
    run.expectations.append(
      StreamExpectation(expected, matcher, check, recorder, watch(recorder), place)
    )
  }
}
