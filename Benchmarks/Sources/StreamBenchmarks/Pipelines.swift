import AsyncAlgorithms
import Measuring
import ReactiveLoadable

/// A debounced query merged with a refresh, from relays and from AsyncAlgorithms alone.
///
/// One repetition is a burst of queries and a refresh, read until both have arrived.
enum Pipelines {
  static let burst = 10
  static let rest = Duration.milliseconds(1)

  static func elements() -> AsyncContender {
    AsyncContender("elements", repetitions: 100) { rounds in
      let query = PublishRelay<Int>()
      let refresh = PublishRelay<Int>()
      let merged = merge(query.elements.debounce(for: rest), refresh.elements)
      var iterator = merged.makeAsyncIterator()
      for round in 1...rounds {
        for value in 0..<burst { query.accept(round * burst + value) }
        refresh.accept(-round)
        await read(&iterator, through: round)
      }
    }
  }

  static func asyncStream() -> AsyncContender {
    AsyncContender("AsyncStream", repetitions: 100) { rounds in
      let (queries, query) = AsyncStream.makeStream(of: Int.self)
      let (refreshes, refresh) = AsyncStream.makeStream(of: Int.self)
      let merged = merge(queries.debounce(for: rest), refreshes)
      var iterator = merged.makeAsyncIterator()
      for round in 1...rounds {
        for value in 0..<burst { query.yield(round * burst + value) }
        refresh.yield(-round)
        await read(&iterator, through: round)
      }
    }
  }

  private static func read<Iterator: AsyncIteratorProtocol>(
    _ iterator: inout Iterator,
    through round: Int
  ) async where Iterator.Element == Int, Iterator.Failure == Never {
    var missing: Set = [-round, round * burst + burst - 1]
    while !missing.isEmpty, let value = await iterator.next(isolation: nil) {
      missing.remove(value)
    }
  }
}
