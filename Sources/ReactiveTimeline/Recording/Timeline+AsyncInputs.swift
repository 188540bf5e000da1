import ReactiveLoading

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
    let (lane, use) = addMethod(name, of: NoRequest.self, Result.self, .async)
    return {
      use.append(value: NoRequest(), to: lane)
      return await method()
    }
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
    let (lane, use) = addMethod(name, of: NoRequest.self, Result.self, .throwing)
    return {
      use.append(value: NoRequest(), to: lane)
      return try await method()
    }
  }
}
