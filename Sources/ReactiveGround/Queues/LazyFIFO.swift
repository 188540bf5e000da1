/// A queue that allocates nothing, and needs no metadata of its element, before the first element.
///
/// Most relays never queue a value. Code that is generic over the value creates and checks such a
/// queue without a lookup.
@usableFromInline
package struct LazyFIFO<Element> {
  @usableFromInline var box: FIFOBox<Element>?

  @inlinable @inline(__always)
  package init() {}

  @inlinable package var count: Int {
    if let box { box.queue.count } else { 0 }
  }

  @inlinable package var isEmpty: Bool {
    @inline(__always) get { box == nil || count == 0 }
  }

  // SAFETY: callers stay below `count`, so the box exists.
  @inlinable
  package subscript(offset: Int) -> Element { box.unsafelyUnwrapped.queue[offset] }

  @inlinable
  package mutating func append(_ element: Element) { ensuredBox().queue.append(element) }

  /// Inserts an element at the front.
  @inlinable
  package mutating func prepend(_ element: Element) { ensuredBox().queue.prepend(element) }

  @inlinable
  package func popFirst() -> Element? {
    guard let box else { return nil }
    return box.queue.popFirst()
  }

  /// Removes the first element that matches, at any position.
  package func removeFirst(where matches: (Element) -> Bool) {
    box?.queue.removeFirst(where: matches)
  }

  @inlinable
  mutating func ensuredBox() -> FIFOBox<Element> {
    if let box { return box }
    let new = FIFOBox<Element>()
    box = new
    return new
  }
}

/// The elements of a queue, once it has had one.
@usableFromInline
final class FIFOBox<Element> {
  @exclusivity(unchecked) @usableFromInline var queue = FIFO<Element>()

  @inlinable
  init() {}
}
