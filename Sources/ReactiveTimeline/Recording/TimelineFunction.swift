import ReactiveLoading

/// A recorded load function: its calls and their results.
struct TimelineFunction: Sendable {
  let name: String
  let request: any Any.Type
  let value: any Any.Type
  let failure: any Any.Type
  /// The error of a cancelled call, if the failure is typed.
  let cancelled: (any Error)?
  /// The type of the reports of a running call; `nil` without reports.
  var report: (any Any.Type)?
  var reports: TimelineLane?
  /// True if the reports are those of a `LoadReporter`.
  var takesReporter = false
  let requests: TimelineLane
  let results: TimelineLane

  init<Request: Sendable, Value: Sendable, Failure: Error>(
    _ name: String,
    _ request: Request.Type,
    _ value: Value.Type,
    _ failure: Failure.Type,
    cancelled: Failure? = nil
  ) {
    (self.name, self.request, self.value) = (name, request, value)
    (self.failure, self.cancelled) = (failure, cancelled)
    requests = TimelineLane("\(name) requests", .function, of: TimelineCall<Request>.self) {
      TimelineMeaning(of: $0.content, $1)
    }
    results = TimelineLane(name, .function, of: TimelineCall<Result<Value, Failure>>.self) {
      TimelineMeaning(of: $0.content, $1)
    }
  }
}

extension TimelineFunction {
  var lanes: [TimelineLane] { [requests, reports, results].compactMap(\.self) }

  /// Adds a lane for the reports of running calls.
  mutating func addReports<Report: Sendable>(_ type: Report.Type) {
    let lane = TimelineLane("\(name) reports", .function, of: TimelineCall<Report>.self) {
      TimelineMeaning(of: $0.content, $1)
    }
    (report, reports) = (type, lane)
  }

  /// Adds a lane for the progress and the partial values of running calls.
  ///
  /// A report is a state without failures: a partial value is `loaded`, progress is `loading`.
  mutating func addReporter<Value: Sendable>(of type: Value.Type) {
    typealias Report = Loadable<Value, Never>
    let lane = TimelineLane("\(name) reports", .function, of: TimelineCall<Report>.self) {
      TimelineMeaning(ofReport: $0.content, $1)
    }
    (report, reports, takesReporter) = (Report.self, lane, true)
  }
}

/// A call of a load function, or its result, with the number of the call.
struct TimelineCall<Content: Sendable>: Sendable {
  let number: UInt
  let content: Content
}

/// A call without its types.
protocol AnyTimelineCall {
  var number: UInt { get }
  var anyContent: Any { get }
}

extension TimelineCall: AnyTimelineCall {
  var anyContent: Any { content }
}
