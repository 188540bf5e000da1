public import CombineShim
import IssueReporting

extension Publisher where Output: Sendable {
  /// An async sequence of the publisher's values that loses none of them.
  ///
  /// Reading the property subscribes, with unlimited demand and an unbounded buffer. See
  /// ``elements(buffering:)``.
  @inlinable public var elements: Elements<Output, Failure> { elements(buffering: .unbounded) }

  /// Returns an async sequence of the publisher's values, with the given buffer.
  ///
  /// This subscribes immediately, so no value between this call and the loop is lost:
  ///
  /// ```
  /// publisher  a-b-c----d-|
  /// elements     ^
  /// for await    b-(c)--d-|
  /// ```
  ///
  /// The sequence is single-pass. The sequence and its subscription end when the publisher ends,
  /// when the iterating task is cancelled, or when the sequence and its iterator are released. A
  /// publisher that cannot fail allows a loop without `try`. Any other publisher throws its
  /// failure, with its type, after the values that arrived before it. See <doc:StreamContract>.
  ///
  /// - Parameter buffering: The buffer for a consumer that is slower than the publisher. A value
  ///   that arrives while the consumer waits goes to the consumer and is never dropped.
  /// - Returns: A sequence for one consumer.
  @inlinable
  public func elements(buffering: Buffering) -> Elements<Output, Failure> {
    let buffer = ElementBuffer<Output, Failure>(buffering)
    subscribe(ElementBufferSubscriber(buffer) { buffer.receive($0) })
    return Elements(buffer)
  }
}

/// The buffer of a stream for a consumer that is slower than its producer.
public enum Buffering: Sendable, Hashable {
  /// An unbounded buffer, which never drops a value.
  case unbounded
  /// A buffer of at least 1 value; when full, it drops its oldest value for a new one.
  case newest(Int)
  /// A buffer of at least 1 value; when full, it drops new values.
  case oldest(Int)
}

/// A single-pass async sequence of a publisher's values, returned by `publisher.elements`.
///
/// One consumer iterates it, from any task. ``dropped`` counts the values that a bounded buffer
/// drops.
public struct Elements<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  let lifetime: ElementLifetime<Element, Failure>

  @usableFromInline
  init(_ buffer: ElementBuffer<Element, Failure>) {
    lifetime = ElementLifetime(buffer) { $0.report() }
  }

  /// The number of values that a bounded buffer has dropped.
  public var dropped: Int { lifetime.buffer.dropped }

  /// Ends the sequence and its subscription; its iterator returns no more elements.
  package func cancel() { lifetime.buffer.cancel() }

  /// Returns the only iterator of the sequence.
  ///
  /// A second iterator ends immediately and reports an issue. See
  /// <doc:StreamContract#B2-Single-pass>.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reader: lifetime.makeReader())
  }

  /// The iterator, which returns the elements in order, each once.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reader: ElementReader<Element, Failure>

    fileprivate init(reader: ElementReader<Element, Failure>) { self.reader = reader }

    /// Returns the next element, waiting for it if necessary; `nil` at the end.
    ///
    /// - Parameter actor: The actor isolation to wait in, by default the caller's.
    /// - Returns: The next element; `nil` if the publisher has ended or the task is cancelled.
    /// - Throws: The publisher's failure, once, after the values that arrived before it.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      // SAFETY: not retained, because this iterator owns the reader during the call.
      let taken = Unmanaged.passUnretained(reader)._withUnsafeGuaranteedRef { $0.take() }
      if let taken { return taken }
      return try await reader.next(isolation: actor)
    }
  }
}

extension ElementBuffer {
  @usableFromInline
  convenience init(_ buffering: Buffering) {
    switch buffering {
    case .unbounded: self.init()
    case .newest(let limit): self.init(limit: limit.checked, keepsNewest: true)
    case .oldest(let limit): self.init(limit: limit.checked, keepsNewest: false)
    }
  }
}

extension Int {
  fileprivate var checked: Int {
    precondition(self >= 1, "the bound of a Buffering is at least 1 value, not \(self)")
    return self
  }
}

extension ElementMisuse {
  fileprivate func report() {
    switch self {
    case .secondIterator:
      reportIssue(
        """
        A second iterator of `publisher.elements` was created. Elements have one consumer, so the \
        second iterator ends immediately. Read `publisher.elements` again for each consumer, or share \
        one loop.
        """
      )
    case .secondTask:
      reportIssue(
        """
        A second task requested the next element of `publisher.elements` while another task waits for \
        it. Elements have one consumer, so the second task receives the end of the sequence. \
        Read `publisher.elements` again for each consumer.
        """
      )
    }
  }
}

extension Elements: CustomStringConvertible {
  /// The sequence with the type of its elements, as in `Elements<Int>`.
  public var description: String { ObjectText("Elements", of: Element.self).description }
}
