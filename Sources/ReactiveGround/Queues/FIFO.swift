/// A queue in one array; removing the first element takes amortized constant time.
@usableFromInline
package struct FIFO<Element> {
  @usableFromInline var elements = ContiguousArray<Element?>()
  @usableFromInline var head = 0

  @inlinable
  package init() {}

  @inlinable package var count: Int { elements.count - head }
  @inlinable package var isEmpty: Bool { elements.count == head }

  // SAFETY: all elements from `head` on are set; only `popFirst` clears one, and moves past it.
  @inlinable
  package subscript(offset: Int) -> Element { elements[head + offset].unsafelyUnwrapped }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Inserts an element at the front.
  @inlinable
  package mutating func prepend(_ element: Element) {
    if head == 0 { return elements.insert(element, at: 0) }
    head -= 1
    elements[head] = element
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    trim()
    return first
  }

  /// Removes the first element that matches, at any position.
  package mutating func removeFirst(where matches: (Element) -> Bool) {
    let found = elements[head...].firstIndex { $0.map(matches) ?? false }
    if let found { elements.remove(at: found) }
    trim()
  }

  /// Releases the storage before `head`, rarely enough to be cheap.
  @inlinable
  mutating func trim() {
    if head == elements.count {
      elements.removeAll(keepingCapacity: head < 1024)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
  }
}

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
