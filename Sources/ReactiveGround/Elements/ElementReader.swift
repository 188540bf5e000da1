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
