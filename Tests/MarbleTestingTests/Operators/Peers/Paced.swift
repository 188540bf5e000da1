import MarbleTesting

/// A consumer that waits for a time before some of its demands; its values are texts.
struct Paced<Base: AsyncSequence>: AsyncSequence {
  let base: Base
  let clock: MarbleClock
  /// The frame of a demand by the number of values before it.
  let pauses: [Int: Int]

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), clock: clock, pauses: pauses)
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator
    let clock: MarbleClock
    let pauses: [Int: Int]
    private var count = 0

    init(base: Base.AsyncIterator, clock: MarbleClock, pauses: [Int: Int]) {
      self.base = base
      self.clock = clock
      self.pauses = pauses
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(any Error) -> String? {
      if let frame = pauses[count] {
        try await clock.sleep(until: MarbleClock.Instant(offset: .frames(frame)))
      }
      count += 1
      return try await base.next(isolation: actor).map { String(describing: $0) }
    }
  }
}

extension Paced: Sendable where Base: Sendable {}
