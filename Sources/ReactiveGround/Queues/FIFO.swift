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
