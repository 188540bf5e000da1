import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// V1 and V2 of "Showing saved values first", with records in memory.
///
/// A character is 10 ms. A read takes 10 ms.
@Suite struct `Saved values first (V1, V2)` {
  typealias State = Loadable<String, SampleError>

  private static let freshness = Freshness.lasting(.seconds(60))

  @Test func `first start: a miss calls the function, and its result is saved`() {
    marbles { m in
      let records = FakeRecords(on: m.clock)
      let loader = m.loader(records, "-----A|")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nl-----A", records.loaderStates(.zero))
      m.at(.milliseconds(80)) { #expect(records.calls == ["read value", "value = A"]) }
    }
  }

  @Test func `next start: the saved value is shown until the result replaces it`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = m.loader(records, "-----B|")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nlS----B", records.loaderStates(.seconds(7200)))
      m.at(.milliseconds(80)) { #expect(records.calls == ["read value", "value = B"]) }
    }
  }

  @Test func `offline: the failure keeps the saved value and its date`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = m.loader(records, "-----#")
      m.hot("-l") { _ in loader.load() }
      m.expect(loader.states, "nlS----F", records.loaderStates(.seconds(7200)))
      m.at(.milliseconds(80)) { #expect(records.changes == []) }
    }
  }

  @Test func `young: the saved value is the result, and stale when its time has passed`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(20))])
      let loader = m.loader(records, "--B|", freshness: Self.freshness)
      m.hot("-l 39970ms ll") { _ in loader.loadIfNeeded() }
      m.expect(
        loader.states,
        "nlA 39970ms R-B",
        records.loaderStates(.seconds(20)).merging([
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
      let loader = m.loader(records, "--B|", freshness: Self.freshness)
      m.at(.zero) { loader.invalidate() }
      m.hot("-l") { _ in loader.loadIfNeeded() }
      m.expect(loader.states, "nlS-B", records.loaderStates(.seconds(20)))
      m.at(.milliseconds(80)) { #expect(records.changes == ["value stale", "value = B"]) }
    }
  }

  @Test func `cancel: it returns to the saved value, loaded and stale`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = m.loader(records, "---B|", "--B|")
      m.hot("-l--x-l") { sign in
        switch sign {
        case "x": loader.cancel()
        default: loader.loadIfNeeded()
        }
      }
      m.expect(loader.states, "nlS-A-R-B", records.loaderStates(.seconds(7200)))
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
      let loader = m.loader(records, "---B|", freshness: freshness)
      m.hot("-l") { _ in
        if call == "needed" { loader.loadIfNeeded() } else { loader.load() }
      }
      m.expect(loader.states, expected, records.loaderStates(.seconds(age)))
    }
  }

  @Test func `a young record that was marked as stale is not the result`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(20))], isStale: true)
      let loader = m.loader(records, "---B|", freshness: Self.freshness)
      m.hot("-l") { _ in loader.loadIfNeeded() }
      m.expect(loader.states, "nlS--B", records.loaderStates(.seconds(20)))
    }
  }

  @Test func `refresh after a cancelled load shows a young record, and calls the function`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        reads: .milliseconds(20),
        ["value": ("A", .seconds(20))]
      )
      let loader = m.loader(records, "---B|", freshness: Self.freshness)
      m.hot("-lxr") { sign in
        switch sign {
        case "l": loader.loadIfNeeded()
        case "x": loader.cancel()
        default: loader.refresh()
        }
      }
      m.expect(loader.states, "nlnl-S--B", records.loaderStates(.seconds(20)))
    }
  }

  @Test func `revalidate of a value that is stale reads no record`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, ["value": ("A", .seconds(7200))])
      let loader = m.loader(records, "-C|", "--B|", freshness: Self.freshness)
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
        records.loaderStates(.seconds(7200)).merging(["q": cause]) { $1 }
      )
      m.at(.milliseconds(90)) { #expect(records.calls.filter { $0 == "read value" }.count == 1) }
    }
  }

  @Test func `a retry reads no record, and neither do the retries of the policy`() {
    marbles { m in
      let records = FakeRecords(on: m.clock)
      let policy = LoadPolicy(retry: .constant(.milliseconds(10), limit: 1), clock: m.clock)
      let loader = m.loader(records, "-#", "-#", "--B|", policy: policy)
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
}
