/// A test file of another project, at the version from which its diagrams are.
struct PeerFile: Sendable {
  let project: String
  let version: String
  let name: String
  let grammar: PeerGrammar
  /// The sign before the place of a test: its number or its line.
  private let sign: String

  /// A file in `spec/operators` of RxJS, at a commit; its tests are counted from 1.
  static func rxJS(_ name: String, _ commit: String, _ grammar: PeerGrammar = .rxJS) -> Self {
    Self(project: "RxJS", version: commit, name: "\(name)-spec.ts", grammar: grammar, sign: "#")
  }

  /// A file in `Tests/AsyncAlgorithmsTests`, whose tests have a line.
  static func asyncAlgorithms(
    _ name: String,
    _ version: String = "1.1.4",
    _ grammar: PeerGrammar = .asyncAlgorithms
  ) -> Self {
    Self(
      project: "AsyncAlgorithms",
      version: version,
      name: "\(name).swift",
      grammar: grammar,
      sign: ":"
    )
  }

  /// Returns a row: the diagrams of a test, literally.
  ///
  /// - Parameters:
  ///   - place: The number of the test in the file, or its line.
  ///   - inputs: The inputs; a literal is a hot one.
  ///   - output: The output.
  ///   - n: The argument of the operator: a number of values or of frames.
  ///   - text: The values that the operator adds.
  ///   - values: The values of names, of inputs and output alike; otherwise a name is its value.
  ///   - unsubscribed: The frame in which the test unsubscribes.
  ///   - until: The frame in which the run ends although events are left.
  ///   - fileID: The file name in a failure.
  ///   - filePath: The file of a failure.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: A row whose diagrams are translated.
  func row(
    _ place: Int,
    _ inputs: PeerInput...,
    to output: String,
    n: Int = 0,
    text: String = "",
    values: [String: String] = [:],
    unsubscribed: Int? = nil,
    until: Int? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> PeerRow {
    let diagram = PeerDiagram(output, grammar)
    return PeerRow(
      file: self,
      origin: "\(project) \(version) \(name)\(sign)\(place)",
      inputs: inputs.map { $0.translated(from: grammar) },
      outcome: PeerOutcome(output: diagram.text, inputs: inputs, grammar),
      n: n,
      text: text,
      values: values,
      pauses: diagram.pauses,
      unsubscribed: unsubscribed ?? diagram.cancelled,
      showsCancellation: diagram.cancelled != nil,
      until: until,
      callSite: PeerCallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
