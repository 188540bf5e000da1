import ReactiveLoadable

/// A sequence that ignores cancellation, and opens a gate when its iterator is released.
struct UncancellableSequence<Element: Sendable>: AsyncSequence, Sendable {
  let left: Gate
  let relay: PublishRelay<Element>

  final class Iterator: AsyncIteratorProtocol {
    private let left: Gate
    private let values: AsyncStream<Element>
    private let subscription: AnyCancellable

    init(_ sequence: UncancellableSequence) {
      left = sequence.left
      let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
      values = stream
      subscription = sequence.relay.sink { continuation.yield($0) }
    }

    deinit { left.open() }

    func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let values = values
      return await Task { await values.first { _ in true } }.value
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(self) }
}
