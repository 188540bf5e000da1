@preconcurrency import CombineShim

extension MarbleCold where Output: Sendable {
  /// Returns the first value of the diagram, like a request.
  ///
  /// Each call is one subscription.
  ///
  /// - Returns: The value, in its frame.
  /// - Throws: The failure of the diagram; `CancellationError` if the task is cancelled and
  ///   ``MarbleCancellation/honored`` applies; ``MarbleNoValue`` for a completion without a value.
  @discardableResult
  public func callAsFunction() async throws -> Output {
    switch await answer() {
    case .value(let value): return value
    case .failure(let failure): throw failure
    case .cancelled: throw CancellationError()
    case .noValue: throw MarbleNoValue()
    }
  }

  /// Returns the first value of the diagram, for load functions with one error type.
  ///
  /// - Parameter cancelled: The error for a cancellation, and for a completion without a value.
  /// - Returns: The value, in its frame.
  /// - Throws: The failure of the diagram, or `cancelled`.
  @discardableResult
  public func callAsFunction(orCancelled cancelled: Failure) async throws(Failure) -> Output {
    switch await answer() {
    case .value(let value): return value
    case .failure(let failure): throw failure
    case .cancelled, .noValue: throw cancelled
    }
  }

  private func answer() async -> Answer<Output, Failure> {
    let call = Call<Output, Failure>()
    consumers.register(call, end: call.cancel)
    defer { consumers.unregister(call) }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        call.begin(self, continuation)
      }
    } onCancel: {
      if cancellation == .honored { call.cancel() }
    }
  }
}

extension MarbleCold where Output: Sendable, Failure == Never {
  /// Returns the first value of a diagram that cannot fail, for load functions with one error type.
  ///
  /// Name the type: `try await load(orCancelled: SearchError.cancelled)`. Nothing else is thrown.
  @discardableResult
  public func callAsFunction<Thrown: Error>(
    orCancelled cancelled: Thrown
  ) async throws(Thrown) -> Output {
    switch await answer() {
    case .value(let value): return value
    case .cancelled, .noValue: throw cancelled
    }
  }
}

private enum Answer<Output: Sendable, Failure: Error>: Sendable {
  case value(Output)
  case failure(Failure)
  case cancelled
  case noValue
}

/// One call of a cold input.
///
/// The lock guards the continuation and the subscription.
private final class Call<Output: Sendable, Failure: Error>: Sendable {
  private struct State {
    var continuation: UnsafeContinuation<Answer<Output, Failure>, Never>?
    var subscription: AnyCancellable?
    var isCancelled = false
    var isAnswered = false
  }

  private let state = Lock(State())

  func begin(
    _ cold: MarbleCold<Output, Failure>,
    _ continuation: UnsafeContinuation<Answer<Output, Failure>, Never>
  ) {
    state.withLock { $0.continuation = continuation }
    let subscription = cold.sink(
      receiveCompletion: { [self] completion in
        switch completion {
        case .finished: resume(.noValue)
        case .failure(let failure): resume(.failure(failure))
        }
      },
      receiveValue: { [self] in resume(.value($0)) }
    )
    keep(subscription)
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    resume(.cancelled)
  }

  private func keep(_ subscription: AnyCancellable) {
    let (isAnswered, isCancelled) = state.withLock { state in
      if !state.isAnswered { state.subscription = subscription }
      return (state.isAnswered, state.isCancelled)
    }
    if isAnswered { subscription.cancel() }
    if isCancelled { resume(.cancelled) }
  }

  private func resume(_ answer: Answer<Output, Failure>) {
    let (continuation, subscription) = state.withLock { state in
      defer {
        state.continuation = nil
        state.subscription = nil
      }
      if state.continuation != nil { state.isAnswered = true }
      return (state.continuation, state.subscription)
    }
    subscription?.cancel()
    continuation?.resume(returning: answer)
  }
}
