import ReactiveLoading

extension Timeline {
  /// Returns a load function that records its calls, the reports of each call and their results, as
  /// three lanes.
  ///
  /// In a test a call makes the same reports after the same times.
  ///
  /// - Parameters:
  ///   - load: The load function, which calls its argument with each report, such as progress.
  ///   - name: The name of the lane of the results; those of the calls and of the reports are
  ///     `name requests` and `name reports`. An error is recorded like a value.
  ///   - cancelled: The error that the function throws if its task is cancelled; needed for a test
  ///     of a function with a typed failure.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recordingReports<Report: Sendable, Value: Sendable, Failure: Error>(
    _ load:
      @escaping @Sendable (@escaping @Sendable (Report) -> Void) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (@escaping @Sendable (Report) -> Void) async throws(Failure) -> Value {
    var function = TimelineFunction(
      name,
      NoRequest.self,
      Value.self,
      Failure.self,
      cancelled: cancelled
    )
    function.addReports(Report.self)
    let calls = TimelineCallRecorder<Value, Failure>(of: function, in: self)
    return { report throws(Failure) in
      try await calls.record(NoRequest()) { number throws(Failure) in
        try await load { content in
          calls.report(content, of: number)
          report(content)
        }
      }
    }
  }
}
