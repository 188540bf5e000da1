extension Marbles {
  /// Expects an asynchronous sequence to hand out exactly what a diagram says.
  ///
  /// A task iterates it from the start of the run. Every element, the end and the failure must be
  /// in the diagram; `#` matches any failure.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test.
  ///   - diagram: What it should hand out until time is over.
  ///   - values: What the names stand for; elements are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: MarbleValues<Stream.Element>,
    failure: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(sequence, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects an asynchronous sequence to follow a diagram, with values from a dictionary.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test.
  ///   - diagram: What it should hand out until time is over.
  ///   - values: What the names stand for; elements are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: [String: Stream.Element],
    failure: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = MarbleValues(values)
    watch(sequence, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects an asynchronous sequence to follow a diagram; each name stands for itself.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test, of strings, numbers and the like.
  ///   - diagram: What it should hand out until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable & LosslessStringConvertible {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = MarbleValues<Stream.Element>.names
    watch(sequence, diagram, values, place) { Matcher(values, expected: $0, failure: failure) }
  }

  /// Expects an asynchronous sequence to follow a diagram, as far as a closure can tell.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test; its elements need not be `Equatable`.
  ///   - diagram: What it should hand out until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - matches: Answers whether an element is what a name stands for.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ element: Stream.Element) -> Bool
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(sequence, diagram, nil, place) {
      Matcher(expected: $0, matches: matches, failure: failure)
    }
  }

  private func watch<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ text: String,
    _ values: MarbleValues<Stream.Element>?,
    _ place: Place,
    _ matcher: (MarbleDiagram) -> Matcher
  ) {
    add(text, values, place, matcher) { recorder in
      let ended = Flag()
      let iteration = OnDriver { await recorder.record(sequence, ended) }
      let task =
        switch run.settings.isolation {
        case .caller: Task { await iteration.value() }
        case .mainActor: Task { @MainActor in await iteration.value() }
        }
      return Watch(cancel: task.cancel) { ended.isSet }
    }
  }
}

extension Recorder {
  fileprivate func record<Stream: AsyncSequence>(_ sequence: Stream, _ ended: Flag) async {
    do {
      for try await element in sequence {
        record(.value(element))
      }
      record(.end)
    } catch {
      record(.failure(error))
    }
    ended.set()
  }
}

extension Marbles {
  /// Expects the subscriptions of a cold input, one diagram for each, in the order they began.
  ///
  /// ```swift
  /// m.expectSubscriptions(load, ["------^-!", "----------^--!"])
  /// ```
  ///
  /// - Parameters:
  ///   - cold: The input.
  ///   - diagrams: `^` where a subscription begins, `!` where it ends for whatever reason; without
  ///     a `!` it lasts until time is over. Both in one frame are written `(^!)`.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expectSubscriptions<Output, Failure: Error>(
    _ cold: MarbleCold<Output, Failure>,
    _ diagrams: [String],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    guard mayRegister("m.expectSubscriptions", at: place) else { return }
    let expected = diagrams.compactMap { text in
      reading(text, at: place, otherwise: nil) {
        () throws(MarbleDiagram.SyntaxError) -> MarbleDiagram? in
        try Dialect.subscription.parse(text, frame: run.settings.frame).diagram
      }
    }
    let input = run.inputs.first { $0.log === cold.log }
    run.expectations.append(
      SubscriptionExpectation(cold.log, expected, inputPlace: input?.place, place)
    )
  }
}
