public import CombineShim
import IssueReporting

extension Publisher where Output: Sendable {
  /// The publisher's values as an async sequence that loses none of them.
  ///
  /// Subscribes when it is read, with unlimited demand, and buffers without bound; see
  /// ``elements(buffering:)``.
  @inlinable public var elements: Elements<Output, Failure> { elements(buffering: .unbounded) }

  /// Returns the publisher's values as an async sequence, with a chosen buffer.
  ///
  /// Subscribes at once (contract B1), so that nothing is lost between this call and the loop:
  ///
  /// ```
  /// publisher  a-b-c----d-|
  /// elements     ^
  /// for await    b-(c)--d-|
  /// ```
  ///
  /// The sequence is single-pass (B2). It ends and cancels its subscription when the publisher
  /// ends, when the iterating task is cancelled, or when the sequence and its iterator are dropped
  /// (B3). A publisher that cannot fail gives a loop without `try`; another one throws its own
  /// failure type, after the values that came before it (B4).
  ///
  /// - Parameter buffering: What to keep for a consumer that is slower than the publisher. A value
  ///   that arrives while the consumer waits goes to it and is never dropped.
  /// - Returns: A sequence for one consumer.
  @inlinable
  public func elements(buffering: Buffering) -> Elements<Output, Failure> {
    let mailbox = Mailbox<Output, Failure>(buffering)
    subscribe(MailboxFeed(mailbox) { mailbox.receive($0) })
    return Elements(mailbox)
  }
}

/// What a stream keeps for a consumer that is slower than its producer.
public enum Buffering: Sendable, Hashable {
  /// Everything, in as much memory as that takes; nothing is ever dropped.
  case unbounded
  /// The newest values, at least 1; the oldest one in the buffer is dropped for a new one.
  case newest(Int)
  /// The oldest values, at least 1; a new one is dropped while so many are in the buffer.
  case oldest(Int)
}

/// The values of a publisher as a single-pass async sequence; made by `publisher.elements`.
///
/// One consumer iterates it, from any task. What the buffer had to drop is counted in ``dropped``.
public struct Elements<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  private let offer: MailboxOffer<Element, Failure>

  @usableFromInline
  init(_ mailbox: Mailbox<Element, Failure>) { offer = MailboxOffer(mailbox) }

  /// How many values a bounded buffer has dropped so far.
  public var dropped: Int { offer.mailbox.dropped }

  /// Ends the sequence and its subscription; its iterator gets nothing more.
  func cancel() { offer.mailbox.cancel() }

  /// Returns the only iterator of the sequence.
  ///
  /// A second one ends at once, and the mistake is reported as an issue (B2).
  public func makeAsyncIterator() -> Iterator {
    if offer.mailbox.claim() { return Iterator(reader: MailboxReader(offer.mailbox)) }
    reportIssue(
      """
      A second iterator was made of a publisher's elements. They are handed out once, so it ends \
      at once. Read `publisher.elements` again for a stream of its own, or share one loop.
      """
    )
    return Iterator(reader: .ended)
  }

  /// Hands out the elements, in order, each once.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reader: MailboxReader<Element, Failure>

    fileprivate init(reader: MailboxReader<Element, Failure>) { self.reader = reader }

    /// Returns the next element, waiting for it if need be; `nil` at the end.
    ///
    /// - Parameter actor: The isolation to wait in.
    /// - Returns: The next element; `nil` when the publisher has ended or the task is cancelled.
    /// - Throws: The publisher's failure, once, after the values that came before it.
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

/// Ends the subscription when the sequence is dropped before an iterator was made (B3).
private final class MailboxOffer<Element: Sendable, Failure: Error>: Sendable {
  let mailbox: Mailbox<Element, Failure>
  init(_ mailbox: Mailbox<Element, Failure>) { self.mailbox = mailbox }
  deinit { if mailbox.claim() { mailbox.cancel() } }
}
