/// An object that ends the subscription if a sequence of elements is released without an iterator.
package final class ElementLifetime<Element: Sendable, Failure: Error>: Sendable {
  package let buffer: ElementBuffer<Element, Failure>
  private let report: @Sendable (ElementMisuse) -> Void

  /// - Parameters:
  ///   - buffer: The elements.
  ///   - report: Reports a wrong use of the sequence, on the thread of that use.
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
