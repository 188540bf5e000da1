/// A queue in one array; taking from its front costs the same on average however long it is.
@usableFromInline
struct FIFO<Element> {
  @usableFromInline var elements = ContiguousArray<Element?>()
  @usableFromInline var head = 0

  @inlinable
  init() {}

  @inlinable var count: Int { elements.count - head }
  @inlinable var isEmpty: Bool { elements.count == head }

  // SAFETY: everything from `head` on is filled; only `popFirst` empties an element, and passes it.
  @inlinable
  subscript(offset: Int) -> Element { elements[head + offset].unsafelyUnwrapped }

  @inlinable
  mutating func append(_ element: Element) { elements.append(element) }

  /// Puts back the element that was taken last.
  @inlinable
  mutating func prepend(_ element: Element) {
    if head == 0 { return elements.insert(element, at: 0) }
    head -= 1
    elements[head] = element
  }

  @inlinable
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let first = elements[head].take()
    head += 1
    trim()
    return first
  }

  /// Removes the first element that matches, wherever it is.
  mutating func removeFirst(where matches: (Element) -> Bool) {
    let found = elements[head...].firstIndex { $0.map(matches) ?? false }
    if let found { elements.remove(at: found) }
    trim()
  }

  /// Gives back what was passed, rarely enough to be cheap.
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
