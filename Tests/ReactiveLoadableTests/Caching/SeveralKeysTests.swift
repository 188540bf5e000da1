import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// The states of several keys as one (C13).
@Suite struct `Several keys as one state (C13)` {
  typealias State = Loadable<[String], SampleError>

  /// `X` is loaded with A and P, `x` loading over it, `Y` loaded with B and P, `f` failed, `t` a retry.
  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "X": .loaded(["A", "P"]),
    "x": .loading(previous: ["A", "P"]),
    "Y": .loaded(["B", "P"]), "f": .failed(.first),
    "t": .loading(Loading(cause: .retry, lastError: .first)),
    "F": .failed(.first, previous: ["A", "P"], cause: .refresh),
  ]

  /// The combined states of a subscriber that subscribes at `s`, and cancels at `x`.
  private func joined(
    _ diagram: String,
    _ keys: [String],
    in cache: TextCache,
    _ m: Marbles
  ) -> PublishRelay<State> {
    let seen = m.keep(PublishRelay<State>())
    let subscription = m.keep(Owned(CancellableBag()))
    m.hot(diagram) {
      if $0 == "s" {
        subscription.object?.own(cache.states(of: keys)) { seen.accept($0) }
      } else {
        subscription.object?.cancel()
      }
    }
    return seen
  }

  @Test func `the states of two keys combine by the table`() {
    marbles { m in
      let cache = m.cache(["a": m.text("---A|", then: ["---B|"]), "b": m.text("------P|")])
      m.expect(m.row("-s--------r", "a", in: cache), "-l--A-----r--B", textStates)
      m.expect(m.row("-s", "b", in: cache), "-l-----P", Self.rows)
      m.expect(joined("-s", ["a", "b"], in: cache, m), "-l-----X--x--Y", Self.states)
    }
  }

  @Test func `a failed key fails them all, until it is reloaded`() {
    marbles { m in
      let cache = m.cache(["a": m.text("---A|"), "b": m.text("------#", then: ["---P|"])])
      m.expect(m.row("-s", "a", in: cache), "-l--A", textStates)
      m.expect(m.row("-s--------t", "b", in: cache), "-l-----f--t--P", Self.rows)
      m.expect(joined("-s", ["a", "b"], in: cache, m), "-l-----f--t--X", Self.states)
    }
  }

  private static let rows = textStates.merging(["P": .loaded("P")]) { $1 }

  @Test func `a failed refresh keeps all values`() {
    marbles { m in
      let cache = m.cache(["a": m.text("-A|", then: ["--#"]), "b": m.text("-P|")])
      m.at(.milliseconds(40)) { cache.refresh("a") }
      m.expect(joined("-s", ["a", "b"], in: cache, m), "-lX-x-F", Self.states)
    }
  }

  @Test func `a key whose load was cancelled makes them not requested`() {
    marbles { m in
      let cache = m.keep(
        LoaderCache { (key: String) async throws -> String in
          if key == "b" { throw CancellationError() }
          return key
        }
      )
      let seen = m.keep(BehaviorRelay<LoadState<[String]>>(.loading))
      m.keep(cache.states(of: ["a", "b"]).sink { seen.accept($0) })
      m.at(.milliseconds(10)) { #expect(seen.value.isNotRequested) }
    }
  }

  @Test func `a key that occurs twice has one interest, and two positions`() {
    marbles { m in
      let work = (m.text("-A|"), m.text("-P|"))
      let cache = m.cache(["a": work.0, "b": work.1])
      let seen = joined("-s--x", ["a", "b", "a"], in: cache, m)
      let value = State.loaded(["A", "P", "A"])
      m.expect(seen, "-lX", ["l": .loading, "X": value])
      m.expectSubscriptions(work.0, ["-^!"])
      m.at(.milliseconds(30)) { #expect(cache.statistics.activeKeys == 2) }
      m.at(.milliseconds(50)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test func `an end of the subscription ends the loads after the grace time`() {
    marbles { m in
      let work = (m.text("-------A|"), m.text("-------P|"))
      let cache = m.cache(["a": work.0, "b": work.1])
      m.expect(joined("-s-x", ["a", "b"], in: cache, m), "-l", Self.states)
      m.expectSubscriptions(work.0, ["-^----!"])
      m.expectSubscriptions(work.1, ["-^----!"])
    }
  }

  @Test func `without keys they are loaded, and complete`() {
    let (cache, log) = (CountingCache.make().0, Log<String>())
    let subscription = cache.states(of: [Int]()).sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note("\($0)") }
    )
    #expect(log.entries == ["loaded([])", "|"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a state that equals the one before is not published`() {
    let (cache, seen) = (CountingCache.make().0, Log<[String]?>())
    for key in 0..<3 { cache.set("\(key)", for: key) }
    let subscription = cache.states(of: 0..<3).sink { seen.note($0.value) }
    cache.set("1", for: 1)
    cache.set("one", for: 1)
    cache.set("one", for: 1)
    #expect(seen.entries == [["0", "1", "2"], ["0", "one", "2"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a subscriber without demand receives the last state, once`() {
    let cache = CountingCache.make().0
    for key in 0..<2 { cache.set("\(key)", for: key) }
    let subscriber = DemandingSubscriber<Loadable<[String], Never>>()
    cache.states(of: 0..<2).subscribe(subscriber)
    subscriber.request(.max(1))
    cache.set("a", for: 0)
    cache.set("0", for: 0)
    subscriber.request(.max(1))
    #expect(subscriber.entries == [.loaded(["0", "1"])])
    cache.set("b", for: 1)
    #expect(subscriber.entries == [.loaded(["0", "1"]), .loaded(["0", "b"])])
    subscriber.cancel()
    #expect(cache.statistics.activeKeys == 0)
  }

  @Test func `a subscriber may set a key, and the states stay in order`() {
    let (cache, seen) = (CountingCache.make().0, Log<[String]?>())
    for key in 0..<2 { cache.set("\(key)", for: key) }
    let subscription = cache.states(of: 0..<2).sink {
      seen.note($0.value)
      if $0.value == ["a", "1"] { cache.set("b", for: 1) }
    }
    cache.set("a", for: 0)
    #expect(seen.entries == [["0", "1"], ["a", "1"], ["a", "b"]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the values of released states are released, with a subscription that continues`() {
    let ends = Log<Int>()
    let cache = LoaderCache { (key: Int) async throws in Ending { ends.note(key) } }
    for key in 0..<2 { cache.set(Ending { ends.note(key) }, for: key) }
    let subscription = cache.states(of: 0..<2).sink { _ in }
    cache.set(Ending {}, for: 0)
    #expect(ends.entries == [0])
    subscription.cancel()
    cache.removeAll()
    #expect(ends.entries == [0, 1])
  }

  /// A value that counts its comparisons.
  private struct Compared: Equatable, Sendable {
    let number: Int
    let log: Log<Int>

    static func == (one: Compared, other: Compared) -> Bool {
      one.log.note(one.number)
      return one.number == other.number
    }
  }

  @Test func `a change of one of 10,000 keys compares one value`() {
    let (count, log, states) = (10_000, Log<Int>(), Log<Int>())
    let cache = LoaderCache(policy: CachePolicy(count: 2 * count)) { (key: Int) async throws in
      Compared(number: key, log: log)
    }
    for key in 0..<count { cache.set(Compared(number: key, log: log), for: key) }
    let subscription = cache.states(of: 0..<count).sink { state in
      states.note(state.value?.count ?? 0)
    }
    #expect(states.entries == [count])
    let before = log.entries.count
    for key in 0..<count { cache.set(Compared(number: key + 1, log: log), for: key) }
    #expect(log.entries.count - before == count)
    #expect(states.entries.count == count + 1)
    withExtendedLifetime(subscription) {}
  }
}

@Suite struct `The tree of a zip (Z1)` {
  typealias State = Loadable<Int, SampleError>

  private func state(_ random: inout SeededGenerator) -> State {
    let previous = random.below(2) == 0 ? nil : random.below(9)
    switch random.below(4) {
    case 0: return .notRequested
    case 1: return .loaded(random.below(9))
    case 2: return .failed(.first, previous: previous, cause: LoadCause.allCases[random.below(3)])
    default:
      return .loading(
        Loading(
          previous: previous,
          cause: LoadCause.allCases[random.below(3)],
          attempt: random.below(3),
          progress: random.below(2) == 0 ? nil : LoadProgress(fraction: Double(random.below(9)) / 9)
        )
      )
    }
  }

  @Test func `after every change it is the zip of all parts`() {
    for seed in 0..<200 {
      var random = SeededGenerator(UInt64(seed))
      var parts = Array(repeating: State.notRequested, count: 1 + random.below(9))
      var tree = ZipTree(parts.count)
      for _ in 0..<50 {
        let part = random.below(parts.count)
        parts[part] = state(&random)
        let before = tree.combined
        #expect(
          tree.change(part, to: ZipTree.Part(parts[part], of: part)) == (tree.combined != before)
        )
        let values = parts.compactMap(\.latest)
        let zipped: Loadable<[Int], ZipTree.FailedPart> = tree.combined.with(
          latest: values.count == parts.count ? values : nil
        )
        let failed = parts.firstIndex { $0.error != nil } ?? -1
        #expect(zipped == parts.zipped().mapError { _ in ZipTree.FailedPart(part: failed) })
      }
    }
  }
}
