extension Marbles {
  /// Expects an asynchronous sequence to hand out what a diagram says, and nothing else.
  ///
  /// A task iterates it from the start of the run. Every element, the end and the failure must be
  /// in the diagram; `#` matches any failure.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test.
  ///   - diagram: What it should hand out until time is over.
  ///   - values: What the names stand for; elements are compared with `==`.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Element>,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(sequence, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(values, parsed, failure: failure)
    }
  }

  /// Expects an asynchronous sequence to hand out what a diagram says; each name stands for itself.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test, of strings, numbers and the like.
  ///   - diagram: What it should hand out until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Element: Equatable & LosslessStringConvertible {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(sequence, diagram, check, place) { parsed throws(MarbleDiagram.SyntaxError) in
      try Matcher(MarbleValues<Stream.Element>.names, parsed, failure: failure)
    }
  }

  /// Expects an asynchronous sequence to hand out what a diagram says, as far as a closure can tell.
  ///
  /// - Parameters:
  ///   - sequence: The stream under test; its elements need not be `Equatable`.
  ///   - diagram: What it should hand out until time is over.
  ///   - failure: The failure that `#` stands for; any, if left out.
  ///   - check: How much of the stream is looked at; everything by default.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The file that a failure is shown in.
  ///   - line: The line that a failure is shown at.
  ///   - column: The column that a failure is shown at.
  ///   - matches: Answers whether an element is what a name stands for.
  public func expect<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ diagram: String,
    failure: (any Error)? = nil,
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ element: Stream.Element) -> Bool
  ) {
    let place = Place(fileID: fileID, filePath: filePath, line: line, column: column)
    watch(sequence, diagram, check, place) { parsed in
      Matcher(parsed.diagram, matches: matches, failure: failure)
    }
  }

  private func watch<Stream: AsyncSequence>(
    _ sequence: Stream,
    _ text: String,
    _ check: MarbleCheck,
    _ place: Place,
    _ matcher: (ParsedDiagram) throws(MarbleDiagram.SyntaxError) -> Matcher
  ) {
    add(text, .values(failing: true), check, place, matcher) { recorder in
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
