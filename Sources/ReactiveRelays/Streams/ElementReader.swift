import IssueReporting

/// The consumer's side of a buffer: a batch of values, read without the lock.
///
/// The batch belongs to the iterator, not to the buffer: a sequence that is stored after its loop
/// has exited retains no value (<doc:StreamContract#B3-Completion-and-lifetime>).
@usableFromInline
final class ElementReader<Element: Sendable, Failure: Error> {
  @usableFromInline let buffer: ElementBuffer<Element, Failure>
  @exclusivity(unchecked) @usableFromInline var batch = FIFO<Element>()

  init(_ buffer: ElementBuffer<Element, Failure>) { self.buffer = buffer }

  deinit { buffer.cancel() }

  /// A reader that returns no elements.
  static var ended: ElementReader {
    let buffer = ElementBuffer<Element, Failure>(.unbounded)
    buffer.cancel()
    return ElementReader(buffer)
  }

  /// Returns a buffered value; `nil` if the buffer is empty or the task is cancelled.
  @inlinable
  func take() -> Element? {
    if Task.isCancelled { return nil }
    if let element = batch.popFirst() { return element }
    return buffer.take(into: &batch)
  }

  /// Returns the next value, waiting for it if necessary.
  @inlinable
  func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
    while !Task.isCancelled {
      switch await buffer.wait(isolation: actor) {
      case .element(let element):
        // The task may have been cancelled after it received the value.
        if !Task.isCancelled { return element }
      case .ready: if let element = take() { return element }
      case .ended:
        try buffer.throwFailure()
        return nil
      case .refused: return refuse()
      }
    }
    close()
    return nil
  }

  @usableFromInline
  func close() {
    buffer.cancel()
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
