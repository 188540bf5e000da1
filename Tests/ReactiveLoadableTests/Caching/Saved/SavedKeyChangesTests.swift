import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// The changes of a cache that are saved, and those that remove records (C19, V5, V7, V11).
///
/// A read takes 10 ms.
@Suite struct `Changes of saved keys (C19)` {
  @Test func `a set of a key without a load is saved`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache([:], records)
      m.at(.milliseconds(10)) {
        cache.set("B", for: "k")
        #expect(records.calls == ["k = B"])
      }
    }
  }

  @Test func `a set and an edit of a key with a load are saved`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.keep(cache.interest(in: "k"))
      m.at(.milliseconds(30)) { cache.set("C", for: "k") }
      m.at(.milliseconds(100)) {
        cache.edit({ $0 += "X" }, for: "k")
        #expect(records.changes == ["k = C", "k = B", "k = BX, edited"])
      }
    }
  }

  @Test func `an edit of a cached key that is not in use is saved`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache([:], records)
      m.at(.milliseconds(10)) {
        cache.set("B", for: "k")
        cache.edit({ $0 += "X" }, for: "k")
        #expect(records.changes == ["k = B", "k = BX, edited"])
      }
    }
  }

  @Test func `an edit of a restored value keeps its date`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-----#")], records)
      m.at(.milliseconds(30)) { cache.edit({ $0 += "X" }, for: "k") }
      let date = records.date(.seconds(-2 * 60 * 60))
      m.expect(
        m.row("-s", "k", in: cache),
        "-lSX---f",
        records.states().merging([
          "f": .failed(Failed(error: .first, previous: "AX", savedAt: date))
        ]) { $1 }
      )
      m.at(.milliseconds(90)) { #expect(records.changes == ["k = AX, edited"]) }
    }
  }

  @Test func `a failure and a partial value under it are not saved, nor is an edit of that`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.keep(
        TextCache(
          .sample(grace: .zero, LoadPolicy(clock: m.clock)),
          LoadWork { (_: String, reporter) async throws(SampleError) -> String in
            reporter().value("P")
            throw .first
          },
          records: records
        )
      )
      m.keep(cache.interest(in: "k"))
      m.at(.milliseconds(50)) {
        #expect(cache.state(for: "k").value == nil)
        #expect(cache.latest(for: "k") == "P")
        cache.edit({ $0 += "X" }, for: "k")
        #expect(cache.latest(for: "k") == "PX")
        cache.invalidate("k")
        // What an earlier process has saved.
        #expect(records.changes == ["k marked"])
      }
    }
  }

  @Test func `an invalidation marks the record of a cached value, also of a stale one`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache([:], .fresh60, records)
      m.at(.milliseconds(10)) {
        cache.set("B", for: "k")
        cache.invalidate("k")
        cache.invalidate("k")
        #expect(records.changes == ["k = B", "k stale", "k marked"])
      }
    }
  }

  @Test func `the result of a load that was invalidated is saved as stale`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      m.at(.milliseconds(30)) { cache.invalidate("k") }
      m.keep(cache.interest(in: "k"))
      m.at(.milliseconds(90)) { #expect(records.changes == ["k marked", "k = B", "k stale"]) }
    }
  }

  @Test(arguments: ["key", "all", "refresh", "refreshAll"])
  func `the record of a key that is not cached is stale after its invalidation`(_ call: String) {
    marbles { m in
      let records = m.records(.zero)
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      switch call {
      case "key": cache.invalidate("k")
      case "all": cache.invalidateAll()
      case "refresh": cache.refresh("k")
      default: cache.refreshAll()
      }
      m.expect(m.row("-s", "k", in: cache), "-lS----B", records.states(age: .zero))
      // What is loaded later is young.
      m.at(.milliseconds(80)) { cache.trim(to: 0) }
      m.at(.milliseconds(85)) {
        let marks = ["key", "refresh"].contains(call) ? ["k marked"] : []
        #expect(records.changes == marks + ["k stale", "k = B"])
      }
    }
  }

  @Test func `a scope that revalidates makes records of keys stale that are not cached`() {
    marbles { m in
      let records = m.records(.zero)
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      let scope = m.keep(LoadScope())
      scope.add(cache, tag: "keys")
      scope.revalidate("keys")
      m.expect(m.row("-s", "k", in: cache), "-lS----B", records.states(age: .zero))
    }
  }

  @Test func `eviction, expiry and lower limits keep the record`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache([:], records)
      m.at(.milliseconds(10)) {
        cache.set("B", for: "k")
        cache.trim(to: 0)
        cache.set("C", for: "c")
        cache.limits.count = 0
        #expect(cache.statistics.count == 0)
        #expect(records.changes == ["k = B", "c = C"])
      }
    }
  }

  @Test func `a value whose cost is refused is saved, one with no time to live is not`() {
    marbles { m in
      let records = m.records()
      let policy = CachePolicy<String>.sample(cost: .limit(2) { $0.count }, grace: .zero)
      let cache = m.cache([:], policy, records)
      m.at(.milliseconds(10)) {
        cache.set("large", for: "k")
        #expect(records.changes == ["k = large"])
      }
      let others = m.records()
      let uncacheable = m.cache([:], .sample(timeToLive: .zero, grace: .zero), others)
      m.at(.milliseconds(10)) {
        uncacheable.set("B", for: "k")
        #expect(others.changes == ["k removed"])
      }
    }
  }

  // Code of the caller runs between a decision of a loader and the cache: another change may pass it.
  @Test(arguments: [
    ("edit", ["k = BX, edited", "k = BX"]), ("invalidate", ["k marked", "k = B", "k stale"]),
  ])
  func `a value is saved, also if a later change of it is stored before`(
    _ call: String,
    _ expected: [String]
  ) {
    marbles { m in
      let records = m.records(nil)
      let changes = Log<@Sendable () -> Void>()
      let cache = m.cache(
        ["k": m.text("-----B|")],
        .fresh60 { if $0 == "B" { changes.entries.first?() } },
        records
      )
      changes.note { [weak cache] in
        if call == "edit" { cache?.edit({ $0 += "X" }, for: "k") } else { cache?.invalidate("k") }
      }
      m.keep(cache.interest(in: "k"))
      m.at(.milliseconds(90)) { #expect(records.changes == expected) }
    }
  }

  @Test func `a value is saved, also if the use of its key has ended before it is stored`() {
    marbles { m in
      let records = m.records(nil)
      let changes = Log<@Sendable () -> Void>()
      let cache = m.cache(
        ["k": m.text("-----B|")],
        .fresh60 { _ in changes.entries.first?() },
        records
      )
      let row = m.keep(cache.interest(in: "k"))
      changes.note { [weak row] in
        row?.invalidate()
        row?.cancel()
      }
      m.at(.milliseconds(90)) {
        #expect(cache.latest(for: "k") == "B")
        #expect(records.changes == ["k marked", "k = B", "k stale"])
      }
    }
  }

  // MARK: Removals

  @Test func `a removal removes the record, also of a key that is not cached`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.at(.milliseconds(10)) { cache.remove("k") }
      m.expect(m.row("--s", "k", in: cache), "--l-----B", textStates)
      m.at(.milliseconds(90)) { #expect(records.calls == ["k removed", "read k", "k = B"]) }
    }
  }

  @Test func `the result of a load from before a removal is not saved`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.at(.milliseconds(40)) { cache.remove("k") }
      m.expect(m.row("-s", "k", in: cache), "-l-----B", textStates)
      m.at(.milliseconds(90)) { #expect(records.changes == ["k removed"]) }
    }
  }

  @Test func `a removal of all keys removes all records, and what is set later is saved`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.at(.milliseconds(40)) {
        cache.removeAll()
        cache.set("C", for: "c")
      }
      m.expect(m.row("-s", "k", in: cache), "-lS----B", records.states())
      m.at(.milliseconds(90)) { #expect(records.changes == ["all removed", "c = C"]) }
    }
  }

  @Test func `a reset by a scope removes all records, and what is loaded later is saved`() {
    marbles { m in
      let records = m.records(nil)
      let work = m.text("--A|", then: ["--B|"])
      let cache = m.cache(["k": work, "c": m.text("---C|")], records)
      let scope = m.keep(LoadScope())
      scope.add(cache, tag: "keys")
      // The load of c runs at the reset, and k shows A.
      m.at(.milliseconds(60)) { Task { try await scope.reset() } }
      m.expect(m.row("-s-----x-s", "k", in: cache), "-l--A-n--l--B", textStates)
      m.expect(m.row("---s", "c", in: cache), "---l--n", textStates)
      m.at(.milliseconds(150)) {
        #expect(records.changes == ["k = A", "all removed", "k = B"])
      }
    }
  }

  // MARK: Events

  @Test func `observers see restored values, and the events of records`() {
    marbles { m in
      let (log, records) = (EventLog(), m.records())
      var policy = CachePolicy<String>.sample(grace: .zero)
      policy.load.observer = log.observer
      let cache = m.cache(["k": m.text("-----B|")], policy, records)
      m.keep(cache.interest(in: "k"))
      m.at(.milliseconds(90)) {
        records.report(.saved)
        #expect(log.events.contains { if case .restored = $0.kind { true } else { false } })
        #expect(log.events.contains { if case .saved = $0.kind { true } else { false } })
      }
    }
  }

  @Test func `a change from before a reset is not saved when it arrives after it`() {
    let records = FakeRecords(on: ContinuousClock())
    let loader = LoaderRecord(CacheRecords(records), of: ReactiveLoading.Box("k"))
    let (value, kinds) = (ReactiveLoading.Box("A"), [SaveKind.loaded(age: .zero)])
    loader.resets = 1
    for (resets, count) in [(UInt(0), 0), (1, 1)] {
      let record = loader.records.record(of: loader.request)
      ValueSaving(loader, record, value, kinds, resets: resets, isNew: true)
        .perform(CacheEntryMetadata(), after: nil)
      #expect(records.changes.count == count)
    }
  }

  // MARK: Marks

  @Test func `a mark ends when the record is saved, for one key and for all`() {
    var marks = StaleRecords()
    marks.mark("a")
    #expect(marks.contains("a") && !marks.contains("b"))
    marks.unmark("a")
    #expect(!marks.contains("a"))
    marks.markAll()
    #expect(marks.contains("a") && marks.contains("b"))
    marks.unmark("a")
    #expect(!marks.contains("a") && marks.contains("b"))
    marks.mark("a")
    #expect(marks.contains("a"))
  }

  @Test func `too many marks are a mark of all records`() {
    var marks = StaleRecords()
    for key in 0...1000 { marks.mark("\(key)") }
    #expect(marks.contains("0") && marks.contains("other"))
    for key in 0...1000 { marks.unmark("\(key)") }
    #expect(!marks.contains("0") && marks.contains("1000"))
  }
}
