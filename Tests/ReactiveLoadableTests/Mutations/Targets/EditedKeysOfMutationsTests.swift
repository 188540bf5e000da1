import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// One key of a cache as the target of a mutation (L21): rows, eviction, removal, resets, records.
@Suite struct `A key as the target of a mutation (L21)` {
  private func appending(
    _ m: Marbles,
    to cache: TextCache,
    _ writes: [String: String]
  ) -> TextWrite {
    let writes = m.responses(to: writes, failure: LoadError(SampleError.first))
    return m.keep(
      Mutation(
        policy: MutationPolicy(overlap: .concurrent),
        editing: cache,
        key: { _ in "k" },
        change: { (input: String, value) in value += input },
        write: { input async throws in try await writes(input) }
      )
    )
  }

  @Test func `a cached key without a row is edited, and rolled back`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")])
      cache.set("A", for: "k")
      let write = appending(m, to: cache, ["x": "--#"])
      m.hot("-x") { write.run($0) }
      m.at(.milliseconds(15)) {
        #expect(cache.value(for: "k") == "Ax")
        #expect(cache.state(for: "k") == .loaded("Ax"))
      }
      m.at(.milliseconds(40)) {
        #expect(cache.value(for: "k") == "A")
        #expect(cache.statistics.activeKeys == 0)
        #expect(cache.storage.machine.withLock { $0.edited.isEmpty && $0.loads.isEmpty })
      }
    }
  }

  @Test func `a cached key without a row keeps a saved edit`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")])
      cache.set("A", for: "k")
      let write = appending(m, to: cache, ["x": "--w|"])
      m.hot("-x") { write.run($0) }
      m.expect(m.row("-----s", "k", in: cache), "-----X", editedStates)
      m.at(.milliseconds(40)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test func `the write of a key that never had a value leaves nothing`() {
    marbles { m in
      let work = m.text("--A|")
      let cache = m.cache(["k": work])
      let write = appending(m, to: cache, ["x": "--w|", "y": "--#"])
      m.hot("-x---y") { write.run($0) }
      m.at(.milliseconds(20)) { #expect(cache.statistics.activeKeys == 1) }
      m.at(.milliseconds(90)) {
        #expect(cache.storage.keys.isEmpty)
        #expect(cache.statistics == CacheStatistics())
      }
      m.expectSubscriptions(work, [])
    }
  }

  @Test func `a row that disappears and appears during a write shows the edit`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")], .sample(grace: .zero))
      let write = appending(m, to: cache, ["x": "--------#"])
      m.hot("----x") { write.run($0) }
      m.expect(m.row("-s---x-s", "k", in: cache), "-l-AX--X----A", editedStates)
    }
  }

  @Test func `a key is not evicted during a write`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--B|")], .sample(count: 1))
      cache.set("A", for: "k")
      let write = appending(m, to: cache, ["x": "----#"])
      m.hot("-x") { write.run($0) }
      m.at(.milliseconds(20)) { for key in ["a", "b", "c"] { cache.set("C", for: key) } }
      m.at(.milliseconds(30)) { #expect(cache.state(for: "k") == .loaded("Ax")) }
      m.expect(m.row("---s---x", "k", in: cache), "---X-A", editedStates)
    }
  }

  @Test func `a set during a write is below the edit`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      let write = appending(m, to: cache, ["x": "-----#"])
      m.hot("----x") { write.run($0) }
      m.at(.milliseconds(60)) { cache.set("B", for: "k") }
      m.expect(m.row("-s", "k", in: cache), "-l-AX-W--B", editedStates)
    }
  }

  @Test func `a refresh of all keys loads no key that only a write holds`() {
    marbles { m in
      let work = m.text("--B|")
      let cache = m.cache(["k": work])
      cache.set("A", for: "k")
      let write = appending(m, to: cache, ["x": "----w|"])
      m.hot("-x") { write.run($0) }
      m.at(.milliseconds(20)) { cache.refreshAll() }
      m.at(.milliseconds(60)) {
        #expect(cache.value(for: "k") == nil, "the value is still fresh")
        #expect(cache.state(for: "k") == .loaded("Ax"))
      }
      m.expectSubscriptions(work, [])
    }
  }

  @Test func `a removed key keeps the edit in its rows, and a later row loads it without`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|", then: ["--B|"])])
      let write = appending(m, to: cache, ["x": "--------#"])
      m.hot("----x") { write.run($0) }
      m.at(.milliseconds(50)) { cache.remove("k") }
      m.expect(m.row("-s", "k", in: cache), "-l-AX-------A", editedStates)
      m.expect(m.row("------s", "k", in: cache), "------l-B", editedStates)
      m.at(.milliseconds(150)) { #expect(cache.storage.machine.withLock { $0.edited.isEmpty }) }
    }
  }

  @Test func `a reset of the cache drops the edit, and the write continues`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      let write = appending(m, to: cache, ["x": "---w|"])
      m.hot("----x") { write.run($0) }
      m.at(.milliseconds(50)) { _ = cache.storage.reset() }
      m.expect(m.row("-s", "k", in: cache), "-l-AXn", editedStates)
      m.expect(write.states.map { $0.value ?? "n" }.removeDuplicates(), "n------w")
    }
  }

  @Test func `two mutations of one key are saved and rolled back alone`() {
    marbles { m in
      let cache = m.cache(["k": m.text("--A|")])
      let first = appending(m, to: cache, ["x": "----#"])
      let second = appending(m, to: cache, ["y": "--w|"])
      m.hot("----x") { first.run($0) }
      m.hot("-----y") { second.run($0) }
      m.expect(m.row("-s", "k", in: cache), "-l-AXZ--Y", editedStates)
    }
  }

  @Test func `a released cache is skipped, and the writes continue`() {
    marbles { m in
      let answer = m.text("--A|")
      let cache = Owned(
        TextCache { _ async throws(SampleError) in try await answer(orCancelled: .second) }
      )
      let write = m.cold("--w|", failure: LoadError(SampleError.first))
      guard let object = cache.object else { return }
      let append = m.keep(
        Mutation(editing: object, key: { _ in "k" }) { (input: String, value) in
          value += input
        } write: { _ async throws in
          try await write()
        }
      )
      let released = Weak(object.storage)
      m.hot("-x---x") { append.run($0) }
      m.at(.milliseconds(20)) { cache.object = nil }
      m.at(.milliseconds(90)) { #expect(released.isReleased) }
      m.expect(append.states.map { $0.value ?? "n" }.removeDuplicates(), "n--w-n-w")
    }
  }
}
