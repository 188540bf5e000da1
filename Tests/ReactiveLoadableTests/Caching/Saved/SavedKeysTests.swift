import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// Saved values of a cache first, then its loads (C18, V11).
///
/// A read takes 10 ms, a load 50 ms, and a backoff 50 ms.
@Suite struct `Saved keys (C18)` {
  // MARK: The five lines

  @Test func `without a record the value is loaded and saved`() {
    marbles { m in
      let records = m.records(nil)
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      m.expect(m.row("-s", "k", in: cache), "-l-----B", textStates)
      m.expectSubscriptions(work, ["--^----!"])
      m.at(.milliseconds(100)) { #expect(records.calls == ["read k", "k = B"]) }
    }
  }

  @Test func `a saved value is shown, and then the value of the load`() {
    marbles { m in
      let records = m.records()
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      m.expect(m.row("-s", "k", in: cache), "-lS----B", records.states())
      m.expectSubscriptions(work, ["--^----!"])
      m.at(.milliseconds(100)) { #expect(records.calls == ["read k", "k = B"]) }
    }
  }

  @Test func `a failed load keeps the saved value and its date`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-----#")], records)
      m.expect(m.row("-s", "k", in: cache), "-lS----F", records.states())
      // The date survives the loader of the key.
      m.expect(m.row("----------s", "k", in: cache), "----------F", records.states())
      m.at(.milliseconds(120)) { #expect(records.changes.isEmpty) }
    }
  }

  @Test func `a young record is the result, and becomes stale by its age`() {
    marbles { m in
      let records = m.records(.milliseconds(20))
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], .fresh60, records)
      // Saved at -20 ms, so it is stale from 40 ms on.
      m.expect(m.row("-s-xs", "k", in: cache), "-lA-R----B", records.states(age: .milliseconds(20)))
      m.expectSubscriptions(work, ["----^----!"])
      m.at(.milliseconds(39)) { #expect(cache.value(for: "k") == "A") }
      m.at(.milliseconds(41)) { #expect(cache.value(for: "k") == nil) }
    }
  }

  @Test func `a load that is cancelled leaves the saved value, which is stale`() {
    marbles { m in
      let records = m.records()
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      m.expect(m.row("-s--x", "k", in: cache), "-lS", records.states())
      m.expectSubscriptions(work, ["--^-!"])
      m.at(.milliseconds(50)) {
        #expect(cache.state(for: "k") == .loaded("A"))
        #expect(cache.value(for: "k") == nil)
        #expect(records.changes.isEmpty)
      }
    }
  }

  // MARK: Other calls

  @Test func `an awaited key waits for the load, and takes a young record as its result`() {
    marbles { m in
      let (old, young) = (m.records(), m.records(.milliseconds(20)))
      let cache = m.cache(["k": m.text("-----B|")], old)
      m.expect(m.loads("-o", "k", in: cache), "-------B")
      let fresh = m.cache(["k": m.text("-----B|")], .fresh60, young)
      m.expect(m.loads("-o", "k", in: fresh), "--A")
    }
  }

  @Test func `the states of a key begin with its saved value`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.expect(cache.states(of: "k"), "lS----B", records.states())
    }
  }

  @Test func `several keys have a previous value once each has a saved one`() {
    marbles { m in
      let records = FakeRecords(
        on: m.clock,
        ["a": ("A", .seconds(20)), "b": ("B", .seconds(10))]
      )
      let cache = m.cache(["a": m.text("---C|"), "b": m.text("---D|")], records)
      m.expect(
        cache.states(of: ["a", "b"]),
        "lS--(CD)",
        [
          "l": .loading, "D": .loaded(["C", "D"]),
          "S": .loading(Loading(previous: ["A", "B"], savedAt: records.date(.seconds(-20)))),
          "C": .loading(Loading(previous: ["C", "B"], savedAt: records.date(.seconds(-10)))),
        ]
      )
    }
  }

  @Test func `an answer that may be stale is the saved value, which is reloaded`() {
    marbles { m in
      let records = m.records()
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      m.expect(m.loads("-o-o-----o", "k", in: cache, allowingStale: .forever), "--AA-----B")
      m.expectSubscriptions(work, ["--^----!"])
    }
  }

  @Test func `an answer that must not be that stale waits for the load`() {
    marbles { m in
      let records = m.records(.milliseconds(100))
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      // Stale since -40 ms.
      let calls = m.loads("-o", "k", in: cache, allowingStale: .lasting(.milliseconds(50)))
      m.expect(calls, "-------B")
    }
  }

  @Test func `only a value in memory is read without waiting`() {
    marbles { m in
      let records = m.records(.milliseconds(20))
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      m.at(.milliseconds(10)) {
        #expect(cache.value(for: "k") == nil)
        #expect(cache.state(for: "k") == .notRequested)
        #expect(records.calls.isEmpty)
      }
    }
  }

  @Test func `a prefetch takes a young record as its result`() {
    marbles { m in
      let records = m.records(.milliseconds(20))
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], .fresh60, records)
      let prefetch = m.keep(cache.prefetch(["k"]))
      m.at(.milliseconds(20)) {
        #expect(cache.value(for: "k") == "A")
        withExtendedLifetime(prefetch) {}
      }
      m.expectSubscriptions(work, [])
    }
  }

  // MARK: During the read

  @Test func `an interest during the read joins it`() {
    marbles { m in
      let records = m.records()
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], .sample(), records)
      m.at(.milliseconds(15)) { m.keep(cache.interest(in: "k")) }
      m.expect(m.row("-s", "k", in: cache), "-lS----B", records.states())
      m.expectSubscriptions(work, ["--^----!"])
      m.at(.milliseconds(100)) { #expect(records.calls == ["read k", "k = B"]) }
    }
  }

  @Test func `the end of the last interest during the read restores and loads nothing`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20), ["k": ("A", .seconds(9))])
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      m.expect(m.row("-sx", "k", in: cache), "-l", textStates)
      m.expectSubscriptions(work, [])
      m.at(.milliseconds(50)) { #expect(cache.state(for: "k") == .notRequested) }
    }
  }

  @Test func `an interest in the grace time continues the read`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(30), ["k": ("A", .seconds(9))])
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], .sample(), records)
      m.expect(
        m.row("-sxs", "k", in: cache),
        "-l-lS----B",
        records.states(age: .seconds(9))
      )
      m.expectSubscriptions(work, ["----^----!"])
    }
  }

  @Test func `a value that is set during the read is newer than the record`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20), ["k": ("A", .seconds(9))])
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.at(.milliseconds(20)) { cache.set("C", for: "k") }
      m.expect(
        m.row("-s", "k", in: cache),
        "-lc-----B",
        textStates.merging(["c": .loading(previous: "C", cause: .load)]) { $1 }
      )
      m.at(.milliseconds(100)) { #expect(records.calls == ["read k", "k = C", "k = B"]) }
    }
  }

  @Test func `an edit during the read changes the restored value`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20), ["k": ("A", .seconds(9))])
      let cache = m.cache(["k": m.text("-----B|")], records)
      m.at(.milliseconds(20)) { cache.edit({ $0 += "X" }, for: "k") }
      // The load function is called after the edit, so its result contains it.
      m.expect(
        m.row("-s", "k", in: cache),
        "-l-X----B",
        records.states(age: .seconds(9))
      )
    }
  }

  @Test func `an invalidation during the read makes a young record no result`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20), ["k": ("A", .zero)])
      let cache = m.cache(["k": m.text("-----B|")], .fresh60, records)
      m.at(.milliseconds(20)) { cache.invalidate("k") }
      m.expect(m.row("-s", "k", in: cache), "-l-S----B", records.states(age: .zero))
      m.at(.milliseconds(50)) { #expect(records.changes == ["k marked", "k stale"]) }
    }
  }

  @Test func `a reset during the read drops the record`() {
    marbles { m in
      let records = FakeRecords(on: m.clock, reads: .milliseconds(20), ["k": ("A", .seconds(9))])
      let work = m.text("-----B|")
      let cache = m.cache(["k": work], records)
      let scope = m.keep(LoadScope())
      scope.add(cache, tag: "k")
      m.at(.milliseconds(20)) { Task { try await scope.reset() } }
      m.expect(m.row("-s", "k", in: cache), "-ln", textStates)
      m.expectSubscriptions(work, [])
      m.at(.milliseconds(80)) { #expect(records.changes == ["all removed"]) }
    }
  }

  // MARK: Memory

  @Test func `a key that was evicted reads its record again`() {
    marbles { m in
      let records = m.records(nil)
      let work = m.text("--A|", then: ["--B|"])
      let cache = m.cache(["k": work], records)
      m.at(.milliseconds(60)) { cache.trim(to: 0) }
      let date = records.date(.milliseconds(40))
      m.expect(
        m.row("-s---x-s", "k", in: cache),
        "-l--A--lS-B",
        textStates.merging(["S": .loading(Loading(previous: "A", savedAt: date))]) { $1 }
      )
      m.at(.milliseconds(150)) {
        #expect(records.calls == ["read k", "k = A", "read k", "k = B"])
      }
    }
  }

  @Test func `a record that is older than its time to live is a miss`() {
    marbles { m in
      let (old, young) = (m.records(.milliseconds(60)), m.records(.milliseconds(10)))
      let policy = CachePolicy<String>.sample(timeToLive: .milliseconds(50), grace: .zero)
      let cache = m.cache(["k": m.text("-----B|")], policy, old)
      m.expect(m.row("-s", "k", in: cache), "-l-----B", textStates)
      let other = m.cache(["k": m.text("-----B|")], policy, young)
      // Saved at -10 ms, so it is in memory until 40 ms.
      m.expect(
        m.row("-sx", "k", in: other),
        "-l",
        young.states(age: .milliseconds(10))
      )
      m.at(.milliseconds(100)) { #expect(old.changes == ["k = B"]) }
    }
  }

  @Test func `the time to live of a restored value counts from its date`() {
    marbles { m in
      let records = m.records(.milliseconds(10))
      let policy = CachePolicy<String>.sample(timeToLive: .milliseconds(50), grace: .zero)
      let cache = m.cache(["k": m.text("-----B|")], policy, records)
      m.expect(m.row("-s-x", "k", in: cache), "-lS", records.states(age: .milliseconds(10)))
      m.at(.milliseconds(39)) { #expect(cache.state(for: "k") == .loaded("A")) }
      m.at(.milliseconds(41)) {
        #expect(cache.state(for: "k") == .notRequested)
        #expect(records.changes.isEmpty)
      }
    }
  }

  @Test
  func `a failure over a saved value has a backoff, after which the key loads without a read`() {
    marbles { m in
      let records = m.records()
      let cache = m.cache(["k": m.text("-#", then: ["--B|"])], records)
      m.expect(
        m.row("-s--xs------x-s", "k", in: cache),
        "-lSF-F--------S-B",
        records.states()
      )
      m.at(.milliseconds(170)) { #expect(records.calls == ["read k", "k = B"]) }
    }
  }
}
