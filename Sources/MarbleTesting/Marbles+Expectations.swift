@preconcurrency public import OpenCombineShim

extension Marbles {
  /// Expects a publisher to send exactly what a diagram says.
  ///
  /// It is subscribed at this call. Values that it sends meanwhile are in frame 0. Every value,
  /// the end and the failure must be in the diagram; `#` matches any failure.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test.
  ///   - diagram: What it should send until time is over.
  ///   - values: What the names stand for; values are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: MarbleValues<Stream.Output>,
    failure: Stream.Failure? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(publisher, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects a publisher to send exactly what a diagram says, with values from a dictionary.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test.
  ///   - diagram: What it should send until time is over.
  ///   - values: What the names stand for; values are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: [String: Stream.Output],
    failure: Stream.Failure? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = MarbleValues(values)
    watch(publisher, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects a publisher to send exactly what a diagram says; each name stands for itself.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test, of strings, numbers and the like.
  ///   - diagram: What it should send until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable & LosslessStringConvertible {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = MarbleValues<Stream.Output>.names
    watch(publisher, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects a publisher to send what a diagram says, as far as a closure can tell.
  ///
  /// - Parameters:
  ///   - publisher: The stream under test; its values need not be `Equatable`.
  ///   - diagram: What it should send until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - matches: Answers whether a value is what a name stands for.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ value: Stream.Output) -> Bool
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(publisher, diagram, nil, place) {
      Matcher(expected: $0, matches: matches, failure: failure)
    }
  }

  private func watch<Stream: Publisher>(
    _ publisher: Stream,
    _ text: String,
    _ values: MarbleValues<Stream.Output>?,
    _ place: Place,
    _ matcher: (MarbleDiagram) -> Matcher
  ) {
    add(text, values, place, matcher) { recorder in
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

  func add<Value>(
    _ text: String,
    _ values: MarbleValues<Value>?,
    _ place: Place,
    _ matcher: (MarbleDiagram) -> Matcher,
    _ watch: (Recorder) -> Watch
  ) {
    guard mayRegister("m.expect", at: place) else { return }
    let parsed = reading(text, at: place, otherwise: nil) {
      () throws(MarbleDiagram.SyntaxError) -> ParsedDiagram? in
      let parsed = try Dialect.values(failing: true).parse(text, frame: run.settings.frame)
      try values?.check(parsed)
      return parsed
    }
    guard let expected = parsed?.diagram else { return }
    let recorder = Recorder(run)
    run.expectations.append(
      StreamExpectation(expected, matcher(expected), recorder, watch(recorder), place)
    )
  }
}
