import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// V5 and V7 of "Showing saved values first": what is saved and removed, and what is not.
///
/// A character is 10 ms. Each letter is a request whose load takes 10 ms; `f` fails.
@Suite struct `What is saved (V5, V7)` {
  typealias Tested = Loader<String, String, SampleError>

  private func loader(
    _ m: Marbles,
    _ records: FakeRecords,
    freshness: Freshness = .lasting(.seconds(60)),
    observer: LoadObserver? = nil
  ) -> Tested {
    let answers = m.responses(
      to: ["a": "-A|", "b": "-B|", "f": "-#", "p": "--P|"],
      failure: SampleError.first
    )
    let policy = LoadPolicy(
      freshness: freshness,
      clock: m.clock,
      isCancellation: { $0 as? SampleError == .second },
      observer: observer
    )
    return m.keep(
      Loader(
        policy,
        LoadWork { request, reporter async throws(SampleError) in
          if request == "p" { reporter().value("partial") }
          return try await answers(request, orCancelled: .second)
        },
        records: records
      )
    )
  }

  /// Plays calls, one each 10 ms, and expects the saves and removals.
  private func check(
    _ calls: String,
    _ changes: [String],
    freshness: Freshness = .lasting(.seconds(60)),
    _ records: [String: (value: String, age: Duration)] = [:],
    with call: @escaping @Sendable (Tested, String) -> Void = { _, _ in }
  ) {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .zero, records)
      let loader = loader(m, records, freshness: freshness)
      m.hot(calls) { sign in
        switch sign {
        case "a", "b", "f", "p": loader.load(sign)
        case "s": loader.set("S")
        case "o": loader.set("O", for: "b", age: .seconds(5))
        case "e": loader.edit { $0 += "!" }
        case "i": loader.invalidate()
        case "x": loader.cancel()
        case "0": loader.reset()
        default: call(loader, sign)
        }
      }
      m.at(.milliseconds(500)) { #expect(records.changes == changes) }
    }
  }

  @Test func `a result is saved, once for each load`() {
    check("-a--b--a", ["a = A", "b = B", "a = A"])
  }

  @Test func `a set is saved for its request, and with its age`() {
    check("-a--s-o", ["a = A", "a = S", "b = O, 5.0 s old"])
  }

  @Test func `a value that belongs to no request is not saved, nor are its edits`() {
    check("-s-e-i", [])
  }

  @Test func `a live edit is saved as an edit`() {
    check("-a--e-e", ["a = A", "a = A!, edited", "a = A!!, edited"])
  }

  @Test func `a live edit during a load is saved with its end`() {
    check("-a--(ae)", ["a = A", "a = A!"])
    check("-a--(fe)", ["a = A"])
  }

  @Test func `a failure, a cancelled load and a partial value are not saved`() {
    check("-f--p-x", [])
    check("-a--f", ["a = A"])
  }

  @Test func `a partial value that a failure keeps is not saved, nor are its edits`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .zero)
      let loader = m.keep(
        Tested(
          LoadPolicy(clock: m.clock),
          LoadWork { _, reporter async throws(SampleError) in
            reporter().value("partial")
            throw .first
          },
          records: records
        )
      )
      m.hot("-a-e") { sign in
        if sign == "e" { loader.edit { $0 += "!" } } else { loader.load(sign) }
      }
      m.at(.milliseconds(50)) {
        #expect(loader.state.latest == "partial!")
        #expect(records.changes == [])
      }
    }
  }

  @Test func `an optimistic edit is saved when its write is confirmed, not before`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .zero)
      let loader = loader(m, records)
      let write = m.cold("---w|", failure: SampleError.first, then: ["---#"])
      let mutation = m.keep(
        Mutation(
          editing: loader,
          change: { (input: String, value) in value += input },
          write: { _ async throws in try await write(orCancelled: .second) }
        )
      )
      m.hot("-a---1----2") { sign in
        if sign == "a" { loader.load(sign) } else { mutation.run(sign) }
      }
      m.at(.milliseconds(75)) { #expect(records.changes == ["a = A"]) }
      m.at(.milliseconds(200)) { #expect(records.changes == ["a = A", "a = A1, edited"]) }
    }
  }

  @Test func `an invalidation marks the record as stale, once`() {
    check("-a--i-i", ["a = A", "a stale"])
    check("-a--i", ["a = A", "a stale"], freshness: .forever)
  }

  @Test func `an invalidation marks the record of a value under a failure`() {
    check("-f--i-i", ["f stale"], ["f": ("R", .seconds(5))])
  }

  @Test func `a result that was invalidated in flight is saved as stale`() {
    check("-p-i", ["p = P", "p stale"])
  }

  @Test func `a restored value is not saved, but its edits and its invalidation are`() {
    check("-p-x", [], ["p": ("R", .seconds(5))])
    check("-p-x-e", ["p = R!, edited"], ["p": ("R", .seconds(5))])
    check("-p-x-i", ["p stale"], ["p": ("R", .seconds(5))])
  }

  @Test func `a reset removes the records of the running request and of the value`() {
    check("-a--0", ["a = A", "a removed"])
    check("-a--p-0", ["a = A", "p removed", "a removed"])
    check("-f--0--a", ["f removed", "a = A"])
  }

  @Test func `a reset of a loader without requests removes its record, also before a load`() {
    let records = FakeRecords(on: ContinuousClock(), reads: .zero)
    let loader = Loader<NoRequest, String, SampleError>(
      LoadPolicy(),
      .plain { _ in "A" },
      records: records
    )
    loader.reset()
    #expect(records.calls == ["value removed"])
  }

  @Test func `the reset of a scope empties the store`() async throws {
    try await withVirtualRecords { loader, records in
      _ = await loader.load("a").outcome()
      let removal = try #require(loader.resetForScope())
      try await removal()
      #expect(records.changes == ["a = A", "all removed"])
    }
  }

  @Test func `observers receive what is restored, and what records report`() {
    marbles { m in
      let (records, log) = (FakeRecords(on: m.clock, reads: .zero, ["a": ("R", .zero)]), EventLog())
      let loader = loader(m, records, observer: log.observer)
      m.hot("-a") { loader.loadIfNeeded($0) }
      m.hot("--b") { loader.load($0) }
      m.at(.milliseconds(40)) {
        records.report(.saved)
        records.report(.recordFailed(SampleError.first))
        #expect(log.text == "sSdsdw!")
      }
    }
  }

  private func withVirtualRecords(
    _ body: (Tested, FakeRecords) async throws -> Void
  ) async throws {
    let records = FakeRecords(on: ContinuousClock(), reads: .zero)
    let loader = Tested(LoadPolicy(), .plain { $0.uppercased() }, records: records)
    try await body(loader, records)
  }
}
