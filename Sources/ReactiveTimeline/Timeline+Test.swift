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
  /// - Recorded load functions are closures with the name of their lane. They return the recorded
  ///   results after the recorded times. The test expects the recorded requests.
  /// - All other lanes are expectations: the path in the model is the name of the lane.
  /// - Lanes of events are left out.
  ///
  /// Every value needs an expression in Swift. Strings, numbers, collections, dates, URLs, states
  /// of loads, enums, and structs with a memberwise initializer have one.
  ///
  /// - Parameters:
  ///   - model: An expression that creates the model in the test. It may use `m.clock`, and the
  ///     names of recorded load functions.
  ///   - name: The name of the test.
  ///   - frame: The time that one character takes, to which times are rounded down; 10 ms by
  ///     default.
  /// - Returns: The source code of a file.
  public func swiftTest(
    of model: String? = nil,
    named name: String = "the recording repeats",
    frame: Duration = .milliseconds(10)
  ) -> String {
    var writer = TimelineTestWriter(self, frame: frame)
    return writer.text(of: model, named: name)
  }
}
