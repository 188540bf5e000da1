import ReactiveLoading

extension Timeline {
  /// Returns a function that calls a method of the model, and records the calls as a lane.
  ///
  /// In a test the lane is an input.
  ///
  /// - Parameters:
  ///   - method: The method, such as `{ model.rename($0) }`.
  ///   - name: The name of the lane; for a test, the path of the method in the model.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recordingInput<Value: Sendable, Result>(
    _ method: @escaping (Value) -> Result,
    as name: String
  ) -> (Value) -> Result {
    let role = TimelineLane.Role.method(hasParameter: true, hasResult: Result.self != Void.self)
    let lane = TimelineLane(name, role, of: Value.self) { TimelineMeaning(of: $0, $1) }
    add(lane)
    return { [weak self] value in
      if let self { lane.append(.value(Box(value)), in: self) }
      return method(value)
    }
  }

  /// Returns a function that calls a method of the model without parameters, and records the calls
  /// as a lane.
  ///
  /// In a test the lane is an input.
  ///
  /// - Parameters:
  ///   - method: The method, such as `{ model.refresh() }`.
  ///   - name: The name of the lane; for a test, the path of the method in the model.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recordingInput<Result>(
    _ method: @escaping () -> Result,
    as name: String
  ) -> () -> Result {
    let role = TimelineLane.Role.method(hasParameter: false, hasResult: Result.self != Void.self)
    let lane = TimelineLane(name, role, of: NoRequest.self) { TimelineMeaning(of: $0, $1) }
    add(lane)
    return { [weak self] in
      if let self { lane.append(.value(Box(NoRequest())), in: self) }
      return method()
    }
  }

  /// Records a value that the model is created with, as a lane.
  ///
  /// In a test the lane is a constant, which the expression of the model can use:
  /// `swiftTest(of: "QueueModel(saved: saved)")`.
  ///
  /// - Parameters:
  ///   - value: The value, such as a saved one of an earlier launch.
  ///   - name: The name of the lane, and of the constant.
  public func recordConstant<Value: Sendable>(_ value: Value, as name: String) {
    let lane = TimelineLane(name, .constant, of: Value.self) { TimelineMeaning(of: $0, $1) }
    add(lane)
    lane.append(.value(Box(value)), in: self)
  }
}
