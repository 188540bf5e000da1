import IssueReporting

/// The consumer's side of a mailbox: a batch of values, read without the lock.
///
/// The batch belongs to the iterator, not to the mailbox: a sequence that is stored after its loop
/// has exited retains no value (<doc:StreamContract#B3-Completion-and-lifetime>).
@usableFromInline
final class MailboxReader<Element: Sendable, Failure: Error> {
  @usableFromInline let mailbox: Mailbox<Element, Failure>
  @exclusivity(unchecked) @usableFromInline var batch = FIFO<Element>()

  init(_ mailbox: Mailbox<Element, Failure>) { self.mailbox = mailbox }

  deinit { mailbox.cancel() }

  /// A reader that returns no elements.
  static var ended: MailboxReader {
    let mailbox = Mailbox<Element, Failure>(.unbounded)
    mailbox.cancel()
    return MailboxReader(mailbox)
  }

  /// Returns a buffered value; `nil` if the buffer is empty or the task is cancelled.
  @inlinable
  func take() -> Element? {
    if Task.isCancelled { return nil }
    if let element = batch.popFirst() { return element }
    return mailbox.take(into: &batch)
  }

  /// Returns the next value, waiting for it if necessary.
  @inlinable
  func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
    while !Task.isCancelled {
      switch await mailbox.wait(isolation: actor) {
      case .element(let element):
        // The task may have been cancelled after it received the value.
        if !Task.isCancelled { return element }
      case .ready: if let element = take() { return element }
      case .ended:
        try mailbox.throwFailure()
        return nil
      case .refused: return refuse()
      }
    }
    close()
    return nil
  }

  @usableFromInline
  func close() {
    mailbox.cancel()
    batch = FIFO()
  }

  @usableFromInline
  func refuse() -> Element? {
    reportIssue(
      """
      A second task requested the next element of `publisher.elements` while another task waits for \
      it. Elements have one consumer, so the second task receives the end of the sequence. \
      Read `publisher.elements` again for each consumer.
      """
    )
    return nil
  }
}
