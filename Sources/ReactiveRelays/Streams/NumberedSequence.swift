/// An element of a stream, with a number that it got when the stream received it.
package struct NumberedElement<Element> {
  package let element: Element
  package let number: UInt
}

extension NumberedElement: Sendable where Element: Sendable {}

/// A sequence that holds elements until its consumer reads them, and can number them before.
package protocol HoldingSequence<Element>: AsyncSequence, Sendable where Failure == Never {
  /// Returns the elements of this sequence; the result is the only consumer.
  ///
  /// The function is called for each element when the sequence receives it, possibly under the lock
  /// of a buffer, so it must not call back into streams.
  func numberedWhenReceived(
    by number: @escaping @Sendable () -> UInt
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable
}

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Returns the elements with numbers, which an element gets as early as the sequence allows.
  ///
  /// A sequence of this library numbers an element when it receives it. An element of any other
  /// sequence gets its number when it is read.
  package func numbered(
    by number: @escaping @Sendable () -> UInt
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    if let holding = self as? any HoldingSequence<Element> {
      return holding.numberedWhenReceived(by: number)
    }
    return map { NumberedElement(element: $0, number: number()) }
  }
}

extension Elements: HoldingSequence where Failure == Never {
  package func numberedWhenReceived(
    by number: @escaping @Sendable () -> UInt
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    let numbered = lifetime.buffer.emptyCopy(of: NumberedElement<Element>.self)
    if lifetime.claim() {
      lifetime.buffer.forward(to: numbered, by: number)
    } else {
      numbered.cancel()
    }
    return Elements<NumberedElement<Element>, Never>(numbered)
  }
}

extension ElementBuffer where Failure == Never {
  /// Numbers the values, and passes them to another buffer, which has no consumer yet.
  func forward(
    to numbered: ElementBuffer<NumberedElement<Element>, Never>,
    by number: @escaping @Sendable () -> UInt
  ) {
    _ = numbered.open(AnyCancellable { self.cancel() })
    let isOpen = forward { elements in
      // One number for all, taken at the moment of the switch: later values get later numbers. The
      // function acquires the lock of the loader, which never waits for that of a buffer.
      let first = number()
      while let element = elements.popFirst() {
        numbered.receive(NumberedElement(element: element, number: first))
      }
    } receive: {
      numbered.receive(NumberedElement(element: $0, number: number()))
    } finish: {
      numbered.finish(.finished)
    } dropped: {
      numbered.dropped
    }
    if !isOpen { numbered.finish(.finished) }
  }
}
