import Measuring
import ReactiveLoadable
import Synchronization

/// Rows that appear and disappear.
enum Rows {
  typealias Posters = LoaderCache<Int, Poster, Never>

  static let keys = 1_000

  static func posters() -> Posters {
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

  /// The same rows on a dictionary of subjects, without eviction, priorities or failures.
  static func subjects() -> Contender {
    let subjects = Subjects()
    return Contender("subjects", repetitions: 10_000) { repetitions in
      var rows: [AnyCancellable?] = Array(repeating: nil, count: 20)
      let screen = Screen()
      for row in 0..<repetitions {
        rows[row % 20] = subjects.subject(row % keys).sink { screen.draw($0) }
      }
      if screen.drawn < repetitions { print("\(screen.drawn) of \(repetitions) rows were drawn") }
    }
  }

  /// The same rows, each a subscription to the states of its key.
  static func states() -> Contender {
    let cache = posters()
    return Contender("states", repetitions: 10_000) { repetitions in
      var rows: [AnyCancellable?] = Array(repeating: nil, count: 20)
      let screen = Screen()
      for row in 0..<repetitions {
        rows[row % 20] = cache.states(of: row % keys, at: .high).sink { screen.draw($0) }
      }
      if screen.drawn < repetitions { print("\(screen.drawn) of \(repetitions) rows were drawn") }
    }
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
  static func amongOthers(_ others: Int) -> Contender {
    let cache = posters()
    let all = (0..<others).map { _ in cache.interest(in: 0) }
    let states = all.map { $0.states.sink { _ in } }
    return Contender("others \(others)", repetitions: 20_000) { repetitions in
      for _ in 0..<repetitions {
        let interest = cache.interest(in: 0, at: .high)
        interest.states.sink { _ in }.cancel()
        interest.cancel()
      }
      withExtendedLifetime((all, states)) {}
    }
  }
}

/// A subject for each key, created and loaded at first use.
private final class Subjects: Sendable {
  private typealias Subject = CurrentValueSubject<Loadable<Poster, Never>, Never>
  private let all = Mutex<[Int: Subject]>([:])

  func subject(_ key: Int) -> some Publisher<Loadable<Poster, Never>, Never> {
    let (subject, isNew) = all.withLock { all in
      if let subject = all[key] { return (subject, false) }
      let subject = Subject(.loading)
      all[key] = subject
      return (subject, true)
    }
    if isNew { subject.send(.loaded(Poster(key))) }
    return subject
  }
}

/// Counts the drawn rows.
// SAFETY: used by one thread.
private final class Screen: @unchecked Sendable {
  private(set) var drawn = 0

  func draw(_ state: Loadable<Poster, Never>) { if state.value != nil { drawn += 1 } }
}
