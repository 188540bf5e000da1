public import ReactiveLoading

extension Timeline {
  /// Returns a load function that records its calls and their results, as two lanes.
  ///
  /// - Parameters:
  ///   - load: The load function.
  ///   - name: The name of the lane of the results; that of the requests is `name requests`. An
  ///     error is recorded like a value.
  ///   - cancelled: The error that the function throws if its task is cancelled; needed for a test
  ///     of a function with a typed failure.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recording<Request: Sendable, Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (Request) async throws(Failure) -> Value {
    let calls = TimelineCallRecorder<Value, Failure>(
      name,
      of: Request.self,
      orCancelled: cancelled,
      in: self
    )
    return { request throws(Failure) in
      try await calls.record(request) { _ throws(Failure) in try await load(request) }
    }
  }

  /// Returns a load function without a request that records its calls and their results, as lanes.
  public func recording<Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable () async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable () async throws(Failure) -> Value {
    let recorded = recording(
      { (_: NoRequest) async throws(Failure) -> Value in try await load() },
      as: name,
      orCancelled: cancelled
    )
    return { () async throws(Failure) in try await recorded(NoRequest()) }
  }

  // NB: The function for any failure would return one of the type `throws(Never)`, whose use as a
  // non-throwing one crashes Swift 6.3.

  /// Returns a load function without errors that records its calls and their results, as lanes.
  public func recording<Request: Sendable, Value: Sendable>(
    _ load: @escaping @Sendable (Request) async -> Value,
    as name: String
  ) -> @Sendable (Request) async -> Value {
    let calls = TimelineCallRecorder<Value, Never>(name, of: Request.self, in: self)
    return { request in await calls.record(request) { _ in await load(request) } }
  }

  /// Returns a load function without a request and errors that records its calls and their results.
  public func recording<Value: Sendable>(
    _ load: @escaping @Sendable () async -> Value,
    as name: String
  ) -> @Sendable () async -> Value {
    let recorded = recording({ (_: NoRequest) async -> Value in await load() }, as: name)
    return { await recorded(NoRequest()) }
  }
}

// MARK: Reports

extension Timeline {
  /// Returns a load function with a reporter that records its calls, the progress and the partial
  /// values of each call, and their results, as three lanes.
  ///
  /// The lane of the reports is `name reports`. In a test a call makes the same reports after the
  /// same times.
  public func recording<Request: Sendable, Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (Request, LoadReporter<Value>) async throws(Failure) -> Value {
    let calls = TimelineCallRecorder<Value, Failure>(
      name,
      of: Request.self,
      orCancelled: cancelled,
      in: self
    ) {
      $0.addReporter(of: Value.self)
    }
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

  /// Returns a load function that records its calls, the reports of each call and their results, as
  /// three lanes.
  ///
  /// The function calls its argument with each report, such as progress, for the lane
  /// `name reports`. In a test a call makes the same reports after the same times.
  public func recordingReports<Report: Sendable, Value: Sendable, Failure: Error>(
    _ load:
      @escaping @Sendable (@escaping @Sendable (Report) -> Void) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (@escaping @Sendable (Report) -> Void) async throws(Failure) -> Value {
    let calls = TimelineCallRecorder<Value, Failure>(
      name,
      of: NoRequest.self,
      orCancelled: cancelled,
      in: self
    ) {
      $0.addReports(Report.self)
    }
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
