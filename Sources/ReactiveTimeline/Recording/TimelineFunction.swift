import ReactiveLoading
import Synchronization

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
    cancelled: Failure?
  ) {
    (self.name, self.request, self.value) = (name, request, value)
    (self.failure, self.cancelled) = (failure, cancelled)
    requests = TimelineLane("\(name) requests", .function, of: TimelineCall.self) {
      TimelineMeaning(of: $0.content(as: Request.self), $1)
    }
    results = TimelineLane(name, .function, of: TimelineCall.self) {
      TimelineMeaning(of: $0.content(as: Result<Value, Failure>.self), $1)
    }
  }
}

extension TimelineFunction {
  var lanes: [TimelineLane] { [requests, reports, results].compactMap(\.self) }

  mutating func addReports<Report: Sendable>(_ type: Report.Type) {
    let lane = TimelineLane("\(name) reports", .function, of: TimelineCall.self) {
      TimelineMeaning(of: $0.content(as: Report.self), $1)
    }
    (report, reports) = (type, lane)
  }

  /// Adds a lane for the progress and the partial values of running calls.
  ///
  /// A report is a state without failures: a partial value is `loaded`, progress is `loading`.
  mutating func addReporter<Value: Sendable>(of type: Value.Type) {
    typealias Report = Loadable<Value, Never>
    let lane = TimelineLane("\(name) reports", .function, of: TimelineCall.self) {
      TimelineMeaning(ofReport: $0.content(as: Report.self), $1)
    }
    (report, reports, takesReporter) = (Report.self, lane, true)
  }
}

/// A call of a load function, a report of it or its result, with the number of the call.
struct TimelineCall: Sendable {
  let number: UInt
  let content: AnyBox

  func content<Content: Sendable>(as type: Content.Type) -> Content {
    content.assumed(of: type).value
  }
}

/// Records the calls of a load function, their reports and their results.
final class TimelineCallRecorder<Value: Sendable, Failure: Error>: Sendable {
  private let function: TimelineFunction
  private let use: TimelineUse
  private let count = Atomic<UInt>(0)

  init<Request: Sendable>(
    _ name: String,
    of request: Request.Type,
    orCancelled cancelled: Failure? = nil,
    in timeline: Timeline,
    _ addReports: (inout TimelineFunction) -> Void = { _ in }
  ) {
    var function = TimelineFunction(name, request, Value.self, Failure.self, cancelled: cancelled)
    addReports(&function)
    self.function = function
    use = timeline.add(function.lanes, of: function)
  }

  /// Calls a function with the number of the call, and records the request and the result.
  func record(
    _ request: some Sendable,
    _ load: (UInt) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let number = count.add(1, ordering: .relaxed).newValue
    append(request, of: number, to: function.requests)
    do throws(Failure) {
      let value = try await load(number)
      append(Result<Value, Failure>.success(value), of: number, to: function.results)
      return value
    } catch {
      append(Result<Value, Failure>.failure(error), of: number, to: function.results)
      throw error
    }
  }

  func report(_ content: some Sendable, of number: UInt) {
    if let reports = function.reports { append(content, of: number, to: reports) }
  }

  private func append(_ content: some Sendable, of number: UInt, to lane: TimelineLane) {
    use.append(value: TimelineCall(number: number, content: Box(content)), to: lane)
  }
}
