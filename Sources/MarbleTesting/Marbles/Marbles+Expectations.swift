@preconcurrency public import CombineShim
import MarbleReport

extension Marbles {
  /// Expects a publisher to publish the signals of a diagram and no others.
  ///
  /// The publisher is subscribed to by this call, or in the frame of a `^`. Values that it sends
  /// synchronously are in that frame. It is cancelled at the end of the run, or in the frame of a
  /// `!`. Every value, the completion and the failure must be in the diagram; `#` matches any
  /// failure, and `#x` the error of that name in `failures`.
  ///
  /// ```swift
  /// m.expect(player.states, "i-p", ["i": .idle, "p": .playing("intro")])
  /// m.expect(model.titles, "a-b-|")
  /// ```
  ///
  /// - Parameters:
  ///   - publisher: The stream under test.
  ///   - diagram: The expected signals until the end of the run.
  ///   - values: The values of the names; compared with `==`.
  ///   - failure: The error of `#`; by default `#` matches any error.
  ///   - failures: The errors of failures with a name, such as `#x`; none by default.
  ///   - check: The part of the stream to compare; everything by default.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(.publisher(publisher), diagram, .table(values), failures, check, callSite)
  }

  /// Expects a publisher of strings, numbers or the like to publish a diagram, whose names are the
  /// values.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Stream.Output: Equatable & LosslessStringConvertible {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    let names = MarbleValues<Stream.Output>.names
    observe(.publisher(publisher), diagram, .table(names), failures, check, callSite)
  }

  /// Expects a publisher to publish a diagram, whose names and values a closure compares.
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: Stream.Failure? = nil,
    failures: [String: Stream.Failure] = [:],
    checking check: MarbleCheck = .everything,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    where matches: @escaping (_ name: String, _ value: Stream.Output) -> Bool
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let failures = FailureTable(failure, failures)
    observe(.publisher(publisher), diagram, .closure(matches), failures, check, callSite)
  }
}
