// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the part of swift-collections that the eviction of a cache uses.
public struct Deque<Element>: ExpressibleByArrayLiteral {
  private var elements: [Element] = []

  public init() {}
  public init(arrayLiteral elements: Element...) { self.elements = elements }

  public var count: Int { elements.count }
  public mutating func append(_ element: Element) { elements.append(element) }
  public mutating func popFirst() -> Element? { elements.isEmpty ? nil : elements.removeFirst() }

  public func filter(_ isIncluded: (Element) -> Bool) -> Deque {
    var result = Deque()
    for element in elements where isIncluded(element) { result.append(element) }
    return result
  }
}

extension Deque: Sendable where Element: Sendable {}
