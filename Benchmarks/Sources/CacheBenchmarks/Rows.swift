import Measuring
import ReactiveLoadable

/// Rows that appear and disappear.
enum Rows {
  typealias Posters = LoaderCache<Int, Poster, Never>

  static let keys = 1_000

  private static func posters() -> Posters {
    Posters { (key: Int) async throws(Never) -> Poster in Poster(key) }
  }

  /// Scrolls rows: each has an interest and draws its states until 20 more rows have appeared.
  static func scrolling() -> (contender: Contender, loads: () -> Int) {
    let cache = posters()
    let contender = Contender("rows", repetitions: 10_000) { repetitions in
      var rows: [(LoadInterest<Int, Poster, Never>, AnyCancellable)?] = Array(
        repeating: nil,
        count: 20
      )
      let screen = Screen()
      for row in 0..<repetitions {
        let interest = cache.interest(in: row % keys, at: .high)
        rows[row % 20] = (interest, interest.states.sink { screen.draw($0) })
      }
      if screen.drawn < repetitions { print("\(screen.drawn) of \(repetitions) rows were drawn") }
    }
    return (contender, { cache.statistics.loads })
  }

  /// Creates and cancels an interest in a cached value.
  static func hit() -> Contender {
    let cache = posters()
    for key in 0..<keys { cache.set(Poster(key), for: key) }
    return Contender("hit", repetitions: 20_000) { repetitions in
      for row in 0..<repetitions { cache.interest(in: row % keys).cancel() }
    }
  }

  /// Interests that join a suspended load, and end.
  static func joining(_ count: Int) -> Contender {
    let cache = Posters { (key: Int) async throws(Never) -> Poster in
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return Poster(key)
    }
    let first = cache.interest(in: 0)
    return Contender("joining \(count)", repetitions: 20) { repetitions in
      for _ in 0..<repetitions {
        let all = (0..<count).map { _ in cache.interest(in: 0) }
        withExtendedLifetime(all) {}
      }
      withExtendedLifetime(first) {}
    }
  }

  /// Creates and cancels an interest, with other interests in the same key.
  static func beside(_ others: Int) -> Contender {
    let cache = posters()
    let all = (0..<others).map { _ in cache.interest(in: 0) }
    let states = all.map { $0.states.sink { _ in } }
    return Contender("beside \(others)", repetitions: 20_000) { repetitions in
      for _ in 0..<repetitions {
        let interest = cache.interest(in: 0, at: .high)
        interest.states.sink { _ in }.cancel()
        interest.cancel()
      }
      withExtendedLifetime((all, states)) {}
    }
  }
}

/// Counts the drawn rows.
// SAFETY: used by one thread.
private final class Screen: @unchecked Sendable {
  private(set) var drawn = 0

  func draw(_ state: Loadable<Poster, Never>) { if state.value != nil { drawn += 1 } }
}
