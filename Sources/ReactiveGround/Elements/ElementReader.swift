/// The consumer's side of a buffer: a batch of values, read without the lock.
///
/// The batch belongs to the iterator, not to the buffer: a sequence that is stored after its loop
/// has exited retains no value (contract B3 of streams).
@usableFromInline
package final class ElementReader<Element: Sendable, Failure: Error> {
  @usableFromInline let buffer: ElementBuffer<Element, Failure>
  private let report: @Sendable (ElementMisuse) -> Void
  @exclusivity(unchecked) @usableFromInline var batch = FIFO<Element>()

  init(
    _ buffer: ElementBuffer<Element, Failure>,
    reporting report: @escaping @Sendable (ElementMisuse) -> Void
  ) {
    self.buffer = buffer
    self.report = report
  }

  deinit { buffer.cancel() }

  /// Returns a buffered value; `nil` if the buffer is empty or the task is cancelled.
  @inlinable
  package func take() -> Element? {
    if Task.isCancelled { return nil }
    if let element = batch.popFirst() { return element }
    return buffer.take(into: &batch)
  }

  /// Returns the next value, waiting for it if necessary.
  @inlinable
  package func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
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
  func refuse() -> Element? {
    report(.secondTask)
    return nil
  }

  @usableFromInline
  func close() {
    buffer.cancel()
    batch = FIFO()
  }
}

/// An object that ends the subscription if a sequence of elements is released without an iterator.
package final class ElementLifetime<Element: Sendable, Failure: Error>: Sendable {
  package let buffer: ElementBuffer<Element, Failure>
  private let report: @Sendable (ElementMisuse) -> Void

  /// Creates an object that reports a wrong use of the sequence, on the thread of that use.
  package init(
    _ buffer: ElementBuffer<Element, Failure>,
    reporting report: @escaping @Sendable (ElementMisuse) -> Void
  ) {
    self.buffer = buffer
    self.report = report
  }

  deinit { if buffer.claim() { buffer.cancel() } }

  /// Returns true for the first consumer, and reports any other one.
  package func claim() -> Bool {
    if buffer.claim() { return true }
    report(.secondIterator)
    return false
  }

  /// Returns the only reader; any other one returns no elements.
  package func makeReader() -> ElementReader<Element, Failure> {
    if claim() { return ElementReader(buffer, reporting: report) }
    let empty = ElementBuffer<Element, Failure>()
    empty.cancel()
    return ElementReader(empty, reporting: report)
  }
}

/// A wrong use of a sequence that has one consumer.
package enum ElementMisuse: Sendable {
  case secondIterator
  /// A second task waits, with a copy of the iterator.
  case secondTask
}
