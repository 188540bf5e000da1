@preconcurrency import CombineShim

extension MarbleHot where Output: Sendable {
  /// An async sequence of the input's values from now on, which loses none of them.
  ///
  /// Reading the property subscribes, so a value before the first `next()` is buffered. See
  /// ``MarbleElements``.
  public var elements: MarbleElements<Output, Failure> {
    MarbleElements(of: self, consumers)
  }
}

extension MarbleCold where Output: Sendable {
  /// An async sequence of the values of one subscription, which loses none of them.
  ///
  /// Reading the property subscribes, so the diagram plays from the time of the reading, and a
  /// value before the first `next()` is buffered. See ``MarbleElements``.
  public var elements: MarbleElements<Output, Failure> {
    MarbleElements(of: self, consumers)
  }
}

/// A single-pass async sequence of an input's values, each in its frame.
///
/// It has all operators of async sequences, here `debounce` of AsyncAlgorithms:
///
/// ```swift
/// let words = m.hot("-a-b----c|")
/// m.expect(words.elements.debounce(for: .milliseconds(30), clock: m.clock), "------b--(c|)")
/// ```
///
/// Each reading of ``MarbleHot/elements`` or ``MarbleCold/elements`` is one subscription with
/// unlimited demand and an unbounded buffer. It has one consumer, on any task. The sequence and its
/// subscription end when the input ends, when the iterating task is cancelled, or when the sequence
/// and its iterator are released. An input that cannot fail allows a loop without `try`; any other
/// input throws its failure, with its type, after the values before it.
public struct MarbleElements<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let unclaimed: UnclaimedElements<Element, Failure>

  fileprivate init(of input: some Publisher<Element, Failure>, _ consumers: InputConsumers) {
    let buffer = ElementBuffer<Element, Failure>(consumers)
    input.subscribe(buffer)
    consumers.register(buffer) { [weak buffer] in buffer?.cancel() }
    unclaimed = UnclaimedElements(buffer)
  }

  /// Returns the only iterator of the sequence.
  ///
  /// A second iterator ends immediately and fails the test.
  public func makeAsyncIterator() -> Iterator {
    let buffer = unclaimed.buffer
    if buffer.claim() { return Iterator(buffer) }
    buffer.consumers.report(
      """
      A second iterator of `input.elements` was created. The sequence has one consumer, so the \
      second iterator ends immediately.

      Read `input.elements` again for each consumer, or share one loop.
      """
    )
    return Iterator(ElementBuffer(buffer.consumers, isEnded: true))
  }

  /// The iterator, which returns the elements in order, each once.
  public struct Iterator: AsyncIteratorProtocol {
    private let consumer: ElementConsumer<Element, Failure>

    fileprivate init(_ buffer: ElementBuffer<Element, Failure>) {
      consumer = ElementConsumer(buffer)
    }

    /// Returns the next element, waiting for it if necessary; `nil` at the end.
    ///
    /// - Parameter actor: The actor isolation to wait in, by default the caller's.
    /// - Returns: The next element; `nil` if the input has ended or the task is cancelled.
    /// - Throws: The input's failure, once, after the values before it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      try await consumer.buffer.next(isolation: actor)
    }
  }
}

/// An object that ends the subscription if the sequence is released without an iterator.
private final class UnclaimedElements<Element: Sendable, Failure: Error>: Sendable {
  let buffer: ElementBuffer<Element, Failure>

  init(_ buffer: ElementBuffer<Element, Failure>) { self.buffer = buffer }

  deinit { if buffer.claim() { buffer.cancel() } }
}

/// An object that ends the subscription if the iterator and its copies are released.
private final class ElementConsumer<Element: Sendable, Failure: Error>: Sendable {
  let buffer: ElementBuffer<Element, Failure>

  init(_ buffer: ElementBuffer<Element, Failure>) { self.buffer = buffer }

  deinit { buffer.cancel() }
}
