/// A sequence mapped to events of one type, followed by an event for its end.
struct MaterializedSequence<Base: AsyncSequence & Sendable, Event: Sendable>: AsyncSequence,
  Sendable
where Base.Failure == Never {
  typealias Element = Event
  typealias Failure = Never

  let base: Base
  let end: Event
  let event: @Sendable (Base.Element) -> Event

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), end: end, event: event)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate var end: Event?
    fileprivate let event: @Sendable (Base.Element) -> Event

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Event? {
      guard end != nil else { return nil }
      if let element = await base.next(isolation: actor) { return event(element) }
      return end.take()
    }
  }
}
