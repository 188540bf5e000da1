import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveCaching
@testable import ReactiveLoading

/// A record holds no edit before its write has succeeded (L21).
@Suite struct `Records of edited values (L21)` {
  private func appending(
    _ m: Marbles,
    _ writes: [String: String],
    _ target: MutationTarget<String, String>
  ) -> TextWrite {
    let writes = m.responses(to: writes, failure: LoadError(SampleError.first))
    return m.keep(
      Mutation(policy: MutationPolicy(overlap: .concurrent), editing: [target]) {
        input async throws in try await writes(input)
      }
    )
  }

  private func key(_ cache: TextCache) -> MutationTarget<String, String> {
    .key(cache, of: { _ in "k" }) { $1 += $0 }
  }

  @Test func `a key saves an edit when its write has succeeded, and not before`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("--B|")], records)
      let write = appending(m, ["x": "--w|", "y": "--#"], key(cache))
      cache.set("A", for: "k")
      m.hot("-x----y") { write.run($0) }
      m.at(.milliseconds(20)) { #expect(records.changes == ["k = A"]) }
      m.at(.milliseconds(50)) { #expect(records.changes == ["k = A", "k = Ax, edited"]) }
      m.at(.milliseconds(100)) {
        #expect(cache.value(for: "k") == "Ax")
        #expect(records.changes == ["k = A", "k = Ax, edited"])
      }
    }
  }

  @Test func `the result of a load during a write is saved without the edit, and then with it`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("--B|")], records)
      let write = appending(m, ["x": "------w|"], key(cache))
      m.hot("-x") { write.run($0) }
      m.expect(m.row("-s", "k", in: cache), "-l--W", editedStates)
      m.at(.milliseconds(60)) { #expect(records.changes == ["k = B"]) }
      m.at(.milliseconds(100)) { #expect(records.changes == ["k = B", "k = Bx, edited"]) }
    }
  }

  @Test func `an invalidation during a write marks the record`() {
    marbles { m in
      let records = m.records(nil)
      let cache = m.cache(["k": m.text("--B|")], records)
      let write = appending(m, ["x": "------#"], key(cache))
      cache.set("A", for: "k")
      m.hot("-x") { write.run($0) }
      m.at(.milliseconds(30)) { cache.invalidate("k") }
      m.at(.milliseconds(100)) {
        #expect(cache.state(for: "k") == .loaded("A"))
        #expect(cache.value(for: "k") == nil)
        #expect(!records.changes.contains { $0.contains("Ax") })
      }
    }
  }

  @Test func `a loader saves an edit when its write has succeeded, and not before`() {
    marbles { m in
      let records = m.records(nil)
      let answer = m.text("--A|", then: ["--B|"])
      let loader = m.keep(
        TextLoader(
          LoadPolicy(clock: m.clock),
          LoadWork { _, _ async throws(SampleError) in try await answer(orCancelled: .second) },
          records: records
        )
      )
      let write = appending(m, ["x": "------w|"], .loader(loader) { $1 += $0 })
      loader.load()
      m.hot("-----x") { write.run($0) }
      m.at(.milliseconds(60)) { #expect(records.changes == ["value = A"]) }
      m.at(.milliseconds(70)) { loader.refresh() }
      m.at(.milliseconds(105)) { #expect(records.changes == ["value = A", "value = B"]) }
      m.at(.milliseconds(150)) { #expect(records.changes.last?.hasPrefix("value = Bx") == true) }
    }
  }
}
