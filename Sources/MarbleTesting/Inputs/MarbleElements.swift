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
  private let lifetime: ElementLifetime<Element, Failure>

  fileprivate init(of input: some Publisher<Element, Failure>, _ consumers: InputConsumers) {
    // NB: A bounded buffer gives one value at a time, so that the end of the run drops all others.
    let buffer = ElementBuffer<Element, Failure>(limit: .max - 1)
    input.subscribe(ElementBufferSubscriber(buffer) { buffer.receive($0) })
    consumers.register(buffer) { [weak buffer] in buffer?.cancel() }
    lifetime = ElementLifetime(buffer) { consumers.report($0.text) }
  }

  /// Returns the only iterator of the sequence.
  ///
  /// A second iterator ends immediately and fails the test.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: lifetime.makeReader())
  }

  /// The iterator, which returns the elements in order, each once.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: ElementReader<Element, Failure>

    /// Returns the next element, waiting for it if necessary; `nil` at the end.
    ///
    /// - Parameter actor: The actor isolation to wait in, by default the caller's.
    /// - Returns: The next element; `nil` if the input has ended or the task is cancelled.
    /// - Throws: The input's failure, once, after the values before it.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      if let element = reader.take() { return element }
      return try await reader.next(isolation: actor)
    }
  }
}

extension ElementMisuse {
  fileprivate var text: String {
    switch self {
    case .secondIterator:
      """
      A second iterator of `input.elements` was created. The sequence has one consumer, so the \
      second iterator ends immediately.

      Read `input.elements` again for each consumer, or share one loop.
      """
    case .secondTask:
      """
      A second task requested the next element of `input.elements` while another task waits for \
      it. The sequence has one consumer, so the second task receives the end of the sequence.

      Read `input.elements` again for each consumer.
      """
    }
  }
}
