/// A sequence mapped to signals of one type, followed by a signal of its end.
struct Signalling<Base: AsyncSequence & Sendable, Signal: Sendable>: AsyncSequence, Sendable
where Base.Failure == Never {
  typealias Element = Signal
  typealias Failure = Never

  let base: Base
  let end: Signal
  let signal: @Sendable (Base.Element) -> Signal

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), end: end, signal: signal)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate var end: Signal?
    fileprivate let signal: @Sendable (Base.Element) -> Signal

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Signal? {
      guard end != nil else { return nil }
      if let element = await base.next(isolation: actor) { return signal(element) }
      return end.take()
    }
  }
}
