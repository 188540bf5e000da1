import ReactiveLoading
import Synchronization

/// Records the calls of a load function, their reports and their results.
final class TimelineCallRecorder<Value: Sendable, Failure: Error>: Sendable {
  private let function: TimelineFunction
  private let use: TimelineUse
  private let count = Atomic<UInt>(0)

  init(of function: TimelineFunction, in timeline: Timeline) {
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
    use.append(value: TimelineCall(number: number, content: content), to: lane)
  }
}
