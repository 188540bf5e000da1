extension Timeline {
  /// Returns a marble test in Swift that repeats the recording, or comments that say why there is
  /// none.
  ///
  /// ```swift
  /// print(timeline.swiftTest(of: "SearchModel(clock: m.clock, search: search)"))
  /// ```
  ///
  /// - Recorded relays are inputs: the test gives the same values at the same times to the relay of
  ///   the same path in the model.
  /// - Recorded methods are inputs, too: the test calls the method of the same path.
  /// - Recorded load functions are closures with the name of their lane. They return the recorded
  ///   results after the recorded times. The test expects the recorded requests.
  /// - All other lanes are expectations: the path in the model is the name of the lane. A loader,
  ///   list or mutation is expected by its `states`.
  /// - Lanes of events are left out.
  ///
  /// Every value needs an expression in Swift. Strings, numbers, collections, dates, URLs, states
  /// of loads, enums, and structs with a memberwise initializer have one. For others, pass mappings
  /// or use ``swiftTestFiles(of:named:frame:expressions:fixtures:importing:)``.
  ///
  /// - Parameters:
  ///   - model: An expression that creates the model in the test. It may use `m.clock`, and the
  ///     names of recorded load functions.
  ///   - name: The name of the test.
  ///   - frame: The time that one character takes, to which times are rounded down; 10 ms by
  ///     default.
  ///   - expressions: Mappings of values to expressions in Swift; none by default.
  ///   - imports: The modules of the app, such as `["App"]`, as `@testable` imports; none by
  ///     default.
  /// - Returns: The source code of a file.
  public func swiftTest(
    of model: String? = nil,
    named name: String = "the recording repeats",
    frame: Duration = .milliseconds(10),
    expressions: [SwiftExpression] = [],
    importing imports: [SwiftImport] = []
  ) -> String {
    var writer = TimelineTestWriter(
      self,
      SwiftLiteral(expressions: expressions),
      frame: frame,
      importing: imports
    )
    return writer.text(of: model, named: name)
  }

  /// Returns a marble test in Swift that repeats the recording, and files of JSON from which it
  /// decodes values.
  ///
  /// ```swift
  /// let files = timeline.swiftTestFiles(of: "Model(load: load)", fixtures: [[Movie].self])
  /// ```
  ///
  /// The test reads the files of JSON from the folder `Fixtures` next to it. Exclude that folder
  /// from the test target.
  ///
  /// The name of the test is the start of the names of the files. The fixtures are the types whose
  /// values are decoded from files; mappings to expressions come before them. The first file is the
  /// source code, or the reasons of no test.
  public func swiftTestFiles(
    of model: String? = nil,
    named name: String = "the recording repeats",
    frame: Duration = .milliseconds(10),
    expressions: [SwiftExpression] = [],
    fixtures: [any Codable.Type],
    importing imports: [SwiftImport] = []
  ) -> [TimelineFile] {
    let values = SwiftFixtures(named: name, of: fixtures)
    let literal = SwiftLiteral(expressions: expressions, fixtures: values)
    var writer = TimelineTestWriter(self, literal, frame: frame, importing: imports)
    let text = writer.text(of: model, named: name)
    let isTest = writer.reasons.isEmpty
    return [TimelineFile(name: "\(values.name).swift", text: text)]
      + (isTest ? writer.literal.fixtures.files : [])
  }
}
