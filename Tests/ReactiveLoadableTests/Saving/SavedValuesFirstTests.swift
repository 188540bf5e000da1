import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// V1 to V4 of "Showing saved values first", with records in memory.
///
/// A character is 10 ms. A read takes 10 ms.
@Suite struct `Saved values first (V1 to V4)` {
  typealias State = Loadable<String, SampleError>

  /// The states of a loader whose record has A; `S` and `F` are over it.
  private func states(of records: FakeRecords, age: Duration) -> [String: State] {
    let date = records.date(.zero - age)
    return [
      "n": .notRequested, "l": .loading, "A": .loaded("A"), "B": .loaded("B"), "C": .loaded("C"),
      "S": .loading(Loading(previous: "A", savedAt: date)),
      "R": .loading(Loading(previous: "A", cause: .refresh, savedAt: date)),
      "F": .failed(Failed(error: .first, previous: "A", savedAt: date)),
      "c": .loading(Loading(previous: "C")), "f": .failed(.first),
    ]
  }

  private static let freshness = Freshness.lasting(.seconds(60))

  @Test func `first start: a miss calls the function, and its result is saved`() {
    marbles { m in
      let records = FakeRecords(on: m.clock)
      let loader = loader(m, records, "-----A|")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nl-----A", states(of: records, age: .zero))
      m.at(.milliseconds(80)) { #expect(records.calls == ["read value", "value = A"]) }
    }
  }

  @Test func `next start: the saved value is shown until the result replaces it`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = loader(m, records, "-----B|")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nlS----B", states(of: records, age: .seconds(7200)))
      m.at(.milliseconds(80)) { #expect(records.calls == ["read value", "value = B"]) }
    }
  }

  @Test func `offline: the failure keeps the saved value and its date`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = loader(m, records, "-----#")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nlS----F", states(of: records, age: .seconds(7200)))
      m.at(.milliseconds(80)) { #expect(records.changes == []) }
    }
  }

  @Test func `young: the saved value is the result, and stale when its time has passed`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(20))])
      let loader = loader(m, records, "--B|", freshness: Self.freshness)
      m.hot("-l 39970ms ll") { _ in loader.loadIfNeeded() }
      m.expect(
        loader.states,
        "nlA 39970ms R-B",
        states(of: records, age: .seconds(20)).merging([
          "R": .loading(
            Loading(previous: "A", cause: .refresh, savedAt: records.date(.seconds(-20)))
          )
        ]) { $1 }
      )
    }
  }

  @Test func `invalidated before the first load: a young record is stale`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(20))])
      let loader = loader(m, records, "--B|", freshness: Self.freshness)
      m.at(.zero) { loader.invalidate() }
      m.hot("-l") { _ in loader.loadIfNeeded() }
      m.expect(loader.states, "nlS-B", states(of: records, age: .seconds(20)))
      m.at(.milliseconds(80)) { #expect(records.changes == ["value stale", "value = B"]) }
    }
  }

  @Test func `cancel: it returns to the saved value, loaded and stale`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = loader(m, records, "---B|", "--B|")
      m.hot("-l--x-l") { sign in
        switch sign {
        case "x": loader.cancel()
        default: loader.loadIfNeeded()
        }
      }
      m.expect(loader.states, "nlS-A-R-B", states(of: records, age: .seconds(7200)))
      m.at(.milliseconds(90)) { #expect(records.calls == ["read value", "value = B"]) }
    }
  }

  // MARK: V2

  /// The call, the freshness, the age in seconds, and the states.
  static let calls: [(call: String, Freshness, age: Int, String)] = [
    ("needed", freshness, 20, "nlA"),
    ("needed", freshness, 60, "nlS--B"),
    ("needed", freshness, -20, "nlS--B"),
    ("needed", .forever, 20, "nlS--B"),
    ("needed", .never, 20, "nlS--B"),
    ("load", freshness, 20, "nlS--B"),
    ("load", freshness, 7200, "nlS--B"),
    ("load", .forever, 20, "nlS--B"),
    ("load", .never, 20, "nlS--B"),
  ]

  @Test(arguments: calls)
  func `only a needed load takes a young record as its result`(
    _ call: String,
    _ freshness: Freshness,
    _ age: Int,
    _ expected: String
  ) {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(age))])
      let loader = loader(m, records, "---B|", freshness: freshness)
      m.hot("-l") { _ in
        if call == "needed" { loader.loadIfNeeded() } else { loader.load() }
      }
      m.expect(loader.states, expected, states(of: records, age: .seconds(age)))
    }
  }

  @Test func `a young record that was marked as stale is not the result`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(20))], isStale: true)
      let loader = loader(m, records, "---B|", freshness: Self.freshness)
      m.hot("-l") { _ in loader.loadIfNeeded() }
      m.expect(loader.states, "nlS--B", states(of: records, age: .seconds(20)))
    }
  }

  @Test func `refresh after a cancelled load shows a young record, and calls the function`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(20))]
      )
      let loader = loader(m, records, "---B|", freshness: Self.freshness)
      m.hot("-lxr") { sign in
        switch sign {
        case "l": loader.loadIfNeeded()
        case "x": loader.cancel()
        default: loader.refresh()
        }
      }
      m.expect(loader.states, "nlnl-S--B", states(of: records, age: .seconds(20)))
    }
  }

  @Test func `revalidate of a value that is stale reads no record`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = loader(m, records, "-C|", "--B|", freshness: Self.freshness)
      m.hot("-l---iv") { sign in
        switch sign {
        case "l": loader.load()
        case "i": loader.invalidate()
        default: loader.revalidate()
        }
      }
      let cause = State.loading(previous: "C", cause: .refresh)
      m.expect(
        loader.states,
        "nlSC--q-B",
        states(of: records, age: .seconds(7200)).merging(["q": cause]) { $1 }
      )
      m.at(.milliseconds(90)) { #expect(records.calls.filter { $0 == "read value" }.count == 1) }
    }
  }

  @Test func `a retry reads no record, and neither do the retries of the policy`() {
    marbles { m in
      let records = FakeRecords(on: m.clock)
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 1), clock: m.clock)
      let loader = loader(m, records, "-#", "-#", "--B|", policy: policy)
      m.hot("-l----t") { sign in
        if sign == "l" { loader.load() } else { loader.retry() }
      }
      m.expect(
        loader.states.map { $0.isLoading ? "l" : $0.value ?? ($0.error == nil ? "n" : "f") },
        "nl-l-ft-B".replacing("t", with: "l")
      )
      m.at(.milliseconds(90)) { #expect(records.calls == ["read value", "value = B"]) }
    }
  }

  // MARK: V3

  @Test(arguments: [
    ("s", "nlc---B"), ("0", "nln"), ("x", "nln"),
  ])
  func `a set, a reset and a cancel during the read drop the record`(
    _ sign: String,
    _ expected: String
  ) {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(7200))]
      )
      let calls = Log<Int>()
      let loader = loader(m, records, "---B|", calls: calls)
      m.hot("-l\(sign)") { sign in
        switch sign {
        case "l": loader.load()
        case "s": loader.set("C")
        case "0": loader.reset()
        default: loader.cancel()
        }
      }
      m.expect(loader.states, expected, states(of: records, age: .seconds(7200)))
      m.at(.milliseconds(90)) { #expect(calls.entries.count == (sign == "s" ? 1 : 0)) }
    }
  }

  @Test func `a load that another one replaces during its read calls no function`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["a": ("A", .seconds(7200)), "b": ("B", .seconds(7200))]
      )
      let calls = Log<String>()
      let work = m.cold("---C|", failure: SampleError.first)
      let loader = m.keep(
        Loader<String, String, SampleError>(
          LoadPolicy(clock: m.clock),
          .plain { request async throws(SampleError) in
            calls.note(request)
            return try await work(orCancelled: .second)
          },
          records: records
        )
      )
      m.hot("-ab") { loader.load($0) }
      m.expect(
        loader.states.map { $0.isLoading ? $0.latest?.lowercased() ?? "l" : $0.value ?? "n" },
        "nll-b--C"
      )
      m.at(.milliseconds(90)) { #expect(calls.entries == ["b"]) }
    }
  }

  @Test func `an invalidation during the read: a young record is shown, not the result`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(20))]
      )
      let loader = loader(m, records, "---B|", freshness: Self.freshness)
      m.hot("-li") { sign in
        if sign == "l" { loader.loadIfNeeded() } else { loader.invalidate() }
      }
      m.expect(loader.states, "nl-S--B", states(of: records, age: .seconds(20)))
      m.at(.milliseconds(90)) {
        // The result was requested before the invalidation, too.
        #expect(records.changes == ["value stale", "value = B", "value stale"])
      }
    }
  }

  @Test func `an edit during the read applies to the saved value, which keeps its date`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(7200))]
      )
      let loader = loader(m, records, "---#")
      m.hot("-le") { sign in
        if sign == "l" { loader.load() } else { loader.edit { $0 += "!" } }
      }
      let date = records.date(.seconds(-7200))
      m.expect(
        loader.states,
        "nl-S--F",
        [
          "n": .notRequested, "l": .loading,
          "S": .loading(Loading(previous: "A!", savedAt: date)),
          "F": .failed(Failed(error: .first, previous: "A!", savedAt: date)),
        ]
      )
      m.at(.milliseconds(90)) { #expect(records.changes == ["value = A!, edited"]) }
    }
  }

  @Test func `an edit during the read of a young record is saved with its date`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(20))]
      )
      let loader = loader(m, records, "---#", freshness: Self.freshness)
      m.hot("-le") { sign in
        if sign == "l" { loader.loadIfNeeded() } else { loader.edit { $0 += "!" } }
      }
      m.expect(loader.states, "nl-A", ["n": .notRequested, "l": .loading, "A": .loaded("A!")])
      m.at(.milliseconds(90)) { #expect(records.changes == ["value = A!, edited"]) }
    }
  }

  @Test func `a record is not shown under the policy never, but a cancel returns to it`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let policy = LoadPolicy(previous: .never, clock: m.clock)
      let loader = loader(m, records, "---B|", policy: policy)
      m.hot("-l--x") { sign in
        if sign == "l" { loader.load() } else { loader.cancel() }
      }
      m.expect(loader.states, "nl--A", states(of: records, age: .seconds(7200)))
    }
  }

  @Test func `a loader that is released during the read calls no function`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20))
      let calls = Log<Int>()
      let owned = Owned(loader(m, records, "---B|", calls: calls, isKept: false))
      m.at(.milliseconds(10)) { owned.object?.load() }
      m.at(.milliseconds(20)) { owned.object = nil }
      m.at(.milliseconds(90)) { #expect(calls.entries == []) }
    }
  }

  // MARK: Loaders

  /// A loader that plays one diagram after another, and notes its calls.
  private func loader(
    _ m: Marbles,
    _ records: FakeRecords,
    _ works: String...,
    freshness: Freshness = .forever,
    policy: LoadPolicy? = nil,
    calls: Log<Int> = Log(),
    isKept: Bool = true
  ) -> Loader<NoRequest, String, SampleError> {
    let work = m.cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    var policy = policy ?? LoadPolicy(freshness: freshness, clock: m.clock)
    policy.isCancellation = { $0 as? SampleError == .second }
    let loader = Loader<NoRequest, String, SampleError>(
      policy,
      .plain { _ async throws(SampleError) in
        calls.note(1)
        return try await work(orCancelled: .second)
      },
      records: records
    )
    return isKept ? m.keep(loader) : loader
  }
}
