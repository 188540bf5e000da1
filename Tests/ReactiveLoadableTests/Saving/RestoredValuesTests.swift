import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// V3 and V4 of "Showing saved values first": a restored value is a set value with a date.
///
/// A character is 10 ms. A read takes 20 ms.
@Suite struct `Restored values (V3, V4)` {
  private static let freshness = Freshness.lasting(.seconds(60))

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
      let loader = m.loader(records, "---B|", calls: calls)
      m.hot("-l\(sign)") { sign in
        switch sign {
        case "l": loader.load()
        case "s": loader.set("C")
        case "0": loader.reset()
        default: loader.cancel()
        }
      }
      m.expect(loader.states, expected, records.loaderStates(.seconds(7200)))
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
      let loader = m.loader(records, "---B|", freshness: Self.freshness)
      m.hot("-li") { sign in
        if sign == "l" { loader.loadIfNeeded() } else { loader.invalidate() }
      }
      m.expect(loader.states, "nl-S--B", records.loaderStates(.seconds(20)))
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
      let loader = m.loader(records, "---#")
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
      let loader = m.loader(records, "---#", freshness: Self.freshness)
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
      let loader = m.loader(records, "---B|", policy: policy)
      m.hot("-l--x") { sign in
        if sign == "l" { loader.load() } else { loader.cancel() }
      }
      m.expect(loader.states, "nl--A", records.loaderStates(.seconds(7200)))
    }
  }

  @Test func `a loader that is released during the read calls no function`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20))
      let calls = Log<Int>()
      let owned = Owned(m.loader(records, "---B|", calls: calls, isKept: false))
      m.at(.milliseconds(10)) { owned.object?.load() }
      m.at(.milliseconds(20)) { owned.object = nil }
      m.at(.milliseconds(90)) { #expect(calls.entries == []) }
    }
  }
}
