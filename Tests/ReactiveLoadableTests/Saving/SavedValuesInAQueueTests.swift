import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// V1 of "Showing saved values first" for loads that wait for their turn in a queue.
///
/// A character is 10 ms. A read takes 10 ms.
@Suite struct `Saved values of loads in a queue (V1)` {
  typealias Tested = Loader<String, String, SampleError>
  typealias State = Loadable<String, SampleError>

  private static let rows = (0..<100).map { "row \($0)" }
  private static let age = Duration.seconds(7200)
  private static let texts = Dictionary(
    uniqueKeysWithValues: rows.map { ($0, (value: "saved \($0)", age: age)) }
  )

  // MARK: A hundred rows

  @Test func `all saved values of loaders are visible after their reads`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, Self.texts)
      let calls = Log<String>()
      let policy = LoadPolicy(queue: LoadQueue(limit: 6), clock: m.clock)
      let loaders = Self.rows.map { _ in self.endless(m, policy, records, calls) }
      m.at(.zero) { for (row, loader) in zip(Self.rows, loaders) { loader.load(row) } }
      m.at(.milliseconds(15)) {
        #expect(loaders.map { $0.state.latest } == Self.rows.map { "saved \($0)" })
        #expect(loaders.allSatisfy { $0.state.isLoading })
        #expect(calls.entries == Array(Self.rows.prefix(6)))
      }
      m.at(.milliseconds(90)) { for loader in loaders { loader.cancel() } }
    }
  }

  @Test func `all saved values of a cache are visible after their reads`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, Self.texts)
      let calls = Log<String>()
      let cache = m.keep(
        LoaderCache<String, String, SampleError>(
          .sample(grace: .zero, LoadPolicy(clock: m.clock)),
          .plain { [clock = m.clock] key async throws(SampleError) in
            calls.note(key)
            try? await clock.sleep(for: .seconds(1000))
            throw .first
          },
          records: records
        )
      )
      let interests = Log<LoadInterest<String, String, SampleError>>()
      m.at(.zero) { for row in Self.rows { interests.note(cache.interest(in: row)) } }
      m.at(.milliseconds(15)) {
        #expect(Self.rows.map { cache.state(for: $0).latest } == Self.rows.map { "saved \($0)" })
        #expect(Set(calls.entries) == Set(Self.rows.prefix(6)))
      }
      m.at(.milliseconds(90)) { for interest in interests.entries { interest.cancel() } }
    }
  }

  @Test func `young records take no turn`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, Self.texts)
      let calls = Log<String>()
      let policy = LoadPolicy(
        freshness: .lasting(Self.age + .seconds(60)),
        queue: LoadQueue(limit: 1),
        clock: m.clock
      )
      let other = self.endless(m, policy, records, calls)
      let loaders = Self.rows.map { _ in self.endless(m, policy, records, calls) }
      m.at(.zero) { other.load("other") }
      m.at(.milliseconds(20)) {
        for (row, loader) in zip(Self.rows, loaders) { loader.loadIfNeeded(row) }
      }
      m.at(.milliseconds(35)) {
        #expect(loaders.map { $0.state } == Self.rows.map { .loaded("saved \($0)") })
        #expect(calls.entries == ["other"])
        other.cancel()
      }
    }
  }

  // MARK: One load that waits

  /// The calls during the wait of a load that begins at 10 ms, and its states.
  ///
  /// Another load has the turn from 0 to 50 ms; the function takes 30 ms.
  static let waits: [(signs: String, String, calls: [String])] = [
    ("-l", "nlS-----B", ["other", "a"]),
    ("-l-x", "nlSA", ["other"]),
    ("-l-0", "nlSn", ["other"]),
    ("-l-s", "nlSc----B", ["other", "a"]),
    ("-l-e", "nlSE----B", ["other", "a"]),
    ("-l-b", "nlSl----B", ["other", "b"]),
    ("-l-x--r", "nlSA--R--B", ["other", "a"]),
  ]

  @Test(arguments: waits)
  func `cancel, reset, set, edit and replace during the wait`(
    _ diagram: String,
    _ expected: String,
    _ called: [String]
  ) {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["a": ("A", Self.age)])
      let calls = Log<String>()
      let policy = LoadPolicy(queue: LoadQueue(limit: 1), clock: m.clock)
      let other = self.loader(m, policy, records, calls, "-----O|")
      let loader = self.loader(m, policy, records, calls, "---B|")
      m.at(.zero) { other.set("old", for: "other") }
      m.at(.zero) { other.load("other") }
      m.hot(diagram) { sign in
        switch sign {
        case "l": loader.load("a")
        case "x": loader.cancel()
        case "0": loader.reset()
        case "s": loader.set("C")
        case "e": loader.edit { $0 += "!" }
        case "b": loader.load("b")
        default: loader.refresh()
        }
      }
      let date = records.date(.zero - Self.age)
      m.expect(
        loader.states,
        expected,
        [
          "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"),
          "S": .loading(Loading(previous: "A", savedAt: date)),
          "E": .loading(Loading(previous: "A!", savedAt: date)),
          "R": .loading(Loading(previous: "A", cause: .refresh, savedAt: date)),
          "c": .loading(Loading(previous: "C")),
        ]
      )
      m.at(.milliseconds(200)) { #expect(calls.entries == called) }
    }
  }

  @Test func `loads enter the queue when their reads have ended, and by priority`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let records = FakeRecords(
        on: m.clock,
        ["a": ("A", Self.age), "b": ("B", Self.age), "c": ("C", Self.age)],
        readTimes: ["a": .milliseconds(30)]
      )
      let calls = Log<String>()
      let policy = LoadPolicy(queue: queue, clock: m.clock)
      var urgent = policy
      urgent.priority = .high
      let other = self.loader(m, policy, records, calls, "------O|")
      let rows = [policy, policy, urgent].map { self.loader(m, $0, records, calls, "-D|") }
      m.at(.zero) { other.set("old", for: "other") }
      m.at(.zero) { other.load("other") }
      m.at(.milliseconds(10)) { for (row, loader) in zip("abc", rows) { loader.load("\(row)") } }
      m.at(.milliseconds(25)) { #expect(queue.count.waiting == 2) }
      m.at(.milliseconds(200)) { #expect(calls.entries == ["other", "c", "b", "a"]) }
    }
  }

  // MARK: Edits

  @Test(arguments: [nil, 1])
  func `an edit that is confirmed during the read is a part of the result`(_ limit: Int?) {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(30),
        ["a": ("A", Self.age)]
      )
      let policy = LoadPolicy(queue: limit.map { LoadQueue(limit: $0) }, clock: m.clock)
      let loader = self.loader(m, policy, records, Log(), "--B|")
      let missing = self.loader(m, policy, records, Log(), "--B|")
      m.at(.milliseconds(10)) { loader.load("a") }
      m.at(.milliseconds(10)) { missing.load("none") }
      m.at(.milliseconds(20)) {
        loader.edit { $0 += "!" }
        missing.edit { $0 += "!" }
      }
      m.at(.milliseconds(45)) { #expect(loader.state.latest == "A!") }
      m.at(.milliseconds(200)) {
        #expect(loader.state == .loaded("B"))
        #expect(missing.state == .loaded("B"))
      }
    }
  }

  // MARK: Loaders

  private func loader(
    _ m: Marbles,
    _ policy: LoadPolicy,
    _ records: FakeRecords,
    _ calls: Log<String>,
    _ diagram: String
  ) -> Tested {
    var policy = policy
    policy.isCancellation = { $0 as? SampleError == .second }
    let work = m.cold(diagram, failure: SampleError.first)
    return m.keep(
      Tested(
        policy,
        .plain { request async throws(SampleError) in
          calls.note(request)
          return try await work(orCancelled: .second)
        },
        records: records
      )
    )
  }

  /// A loader whose function does not answer until its load is cancelled.
  private func endless(
    _ m: Marbles,
    _ policy: LoadPolicy,
    _ records: FakeRecords,
    _ calls: Log<String>
  ) -> Tested {
    m.keep(
      Tested(
        policy,
        .plain { [clock = m.clock] request async throws(SampleError) in
          calls.note(request)
          try? await clock.sleep(for: .seconds(1000))
          throw .first
        },
        records: records
      )
    )
  }
}
