public import ReactiveLoading

extension Timeline {
  /// Returns a load function with a reporter that records its calls, the progress and the partial
  /// values of each call, and their results, as three lanes.
  ///
  /// In a test a call makes the same reports after the same times.
  ///
  /// - Parameters:
  ///   - load: The load function, which reports progress and partial values.
  ///   - name: The name of the lane of the results; those of the calls and of the reports are
  ///     `name requests` and `name reports`. An error is recorded like a value.
  ///   - cancelled: The error that the function throws if its task is cancelled; needed for a test
  ///     of a function with a typed failure.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recording<Request: Sendable, Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value {
    var function = TimelineFunction(
      name,
      Request.self,
      Value.self,
      Failure.self,
      cancelled: cancelled
    )
    function.addReporter(of: Value.self)
    let calls = TimelineCallRecorder<Value, Failure>(of: function, in: self)
    return { request, report throws(Failure) in
      try await calls.record(request) { number throws(Failure) in
        try await load(request, report.observed { calls.report($0, of: number) })
      }
    }
  }

  /// Returns a load function with a reporter and without a request that records its calls, their
  /// progress, partial values and results, as three lanes.
  public func recording<Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable (LoadReporter<Value>) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (LoadReporter<Value>) async throws(Failure) -> Value {
    let recorded = recording(
      { (_: NoRequest, report: LoadReporter<Value>) async throws(Failure) -> Value in
        try await load(report)
      },
      as: name,
      orCancelled: cancelled
    )
    return { report throws(Failure) in try await recorded(NoRequest(), report) }
  }
}
