@preconcurrency import OpenCombineShim

/// The values of an input as an asynchronous sequence, for one iteration.
///
/// The subscription begins when the sequence is made, not when it is first asked, so nothing is
/// lost in between; it ends when the iteration does.
public struct MarbleElements<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let stream: AsyncStream<Result<Element, Failure>>

  init(_ publisher: some Publisher<Element, Failure>) {
    stream = AsyncStream(bufferingPolicy: .unbounded) { continuation in
      let subscription = OnDriver(
        publisher.sink(
          receiveCompletion: { completion in
            if case .failure(let failure) = completion { continuation.yield(.failure(failure)) }
            continuation.finish()
          },
          receiveValue: { continuation.yield(.success($0)) }
        )
      )
      continuation.onTermination = { _ in subscription.value.cancel() }
    }
  }

  /// Hands out the values one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncStream<Result<Element, Failure>>.Iterator

    /// Waits for the next value.
    ///
    /// - Returns: Nil after the end.
    /// - Throws: The failure of the input.
    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: nil)
    }

    /// Waits for the next value on the caller's actor.
    ///
    /// - Parameter actor: The actor to stay on.
    /// - Returns: Nil after the end.
    /// - Throws: The failure of the input.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      try await base.next(isolation: actor)?.get()
    }
  }

  /// Begins the iteration; the sequence allows one.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: stream.makeAsyncIterator())
  }
}
