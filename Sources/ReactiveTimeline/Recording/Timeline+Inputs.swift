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
    let (lane, use) = addMethod(name, of: Value.self, Result.self)
    return { value in
      use.append(value: value, to: lane)
      return method(value)
    }
  }

  /// Returns a function that calls a method of the model without parameters, such as
  /// `{ model.refresh() }`, and records the calls.
  public func recordingInput<Result>(
    _ method: @escaping () -> Result,
    as name: String
  ) -> () -> Result {
    let recorded = recordingInput({ (_: NoRequest) -> Result in method() }, as: name)
    return { recorded(NoRequest()) }
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
    let lane = TimelineLane(name, .constant, of: Value.self)
    add([lane]).append(value: value, to: lane)
  }

  /// Adds the lane of a method of the model; the value of one without parameters is `NoRequest`.
  func addMethod<Value: Sendable>(
    _ name: String,
    of type: Value.Type,
    _ result: (some Any).Type,
    _ effects: TimelineLane.Method.Effects = .none
  ) -> (lane: TimelineLane, use: TimelineUse) {
    let method = TimelineLane.Method(
      hasParameter: type != NoRequest.self,
      hasResult: result != Void.self,
      effects: effects
    )
    let lane = TimelineLane(name, .method(method), of: type)
    return (lane, add([lane]))
  }
}

// MARK: Async methods

// NB: Without typed throws, which would halve these functions, because a closure that does not throw then crashes
// the compiler of Swift 6.3.

extension Timeline {
  /// Returns a function that calls an async method of the model, and records the calls as a lane.
  ///
  /// In a test the lane is an input, which makes the call in a new task.
  ///
  /// - Parameters:
  ///   - method: The method, such as `{ await model.show($0) }`.
  ///   - name: The name of the lane; for a test, the path of the method in the model.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recordingInput<Value: Sendable, Result>(
    _ method: @escaping (Value) async -> Result,
    as name: String
  ) -> (Value) async -> Result {
    let (lane, use) = addMethod(name, of: Value.self, Result.self, .async)
    return { value in
      use.append(value: value, to: lane)
      return await method(value)
    }
  }

  /// Returns a function that calls an async method of the model without parameters, and records the
  /// calls.
  public func recordingInput<Result>(
    _ method: @escaping () async -> Result,
    as name: String
  ) -> () async -> Result {
    let recorded = recordingInput({ (_: NoRequest) async -> Result in await method() }, as: name)
    return { await recorded(NoRequest()) }
  }

  /// Returns a function that calls an async throwing method of the model, and records the calls.
  public func recordingInput<Value: Sendable, Result>(
    _ method: @escaping (Value) async throws -> Result,
    as name: String
  ) -> (Value) async throws -> Result {
    let (lane, use) = addMethod(name, of: Value.self, Result.self, .throwing)
    return { value in
      use.append(value: value, to: lane)
      return try await method(value)
    }
  }

  /// Returns a function that calls an async throwing method without parameters, and records the
  /// calls.
  public func recordingInput<Result>(
    _ method: @escaping () async throws -> Result,
    as name: String
  ) -> () async throws -> Result {
    let recorded = recordingInput(
      { (_: NoRequest) async throws -> Result in try await method() },
      as: name
    )
    return { try await recorded(NoRequest()) }
  }
}
