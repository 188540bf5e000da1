import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The table of "Collected failures" (O10).
@Suite struct `Collected failures (O10)` {
  private let failures = LoadFailures()

  private func loader(
    _ m: Marbles,
    _ name: String,
    _ first: String,
    then: [String] = []
  ) -> ValueLoader<String> {
    let work = m.cold(first, failure: SampleError.first, then: then)
    let policy = LoadPolicy(name: name, observer: failures.observer)
    return m.keep(Loader(policy: policy) { try await work() })
  }

  @Test(arguments: [
    // The failure of a is hidden by that of b, and dropped; nothing changes.
    ("-ab----a", "n--ab"),
    // The failure of b is dropped, and that of a remains.
    ("-ab--b", "n--ab--a"),
    // Both are dropped; a newer failure of the same replaces the older one.
    ("-ab--b--a", "n--ab--a--n"),
    // A dismissal drops all, and a later failure is shown.
    ("-ab--x", "n--abn"), ("-a---xb", "n--a-n--b"),
    // A value is set, or all values are removed.
    ("-a---s", "n--a-n"), ("-a---0", "n--a-n"),
  ])
  func `a failure is dropped when its object has a value`(steps: String, latest: String) {
    marbles { m in
      let a = loader(m, "a", "--#", then: ["--A|"])
      let b = loader(m, "b", "--#", then: ["--B|"])
      m.hot(steps) { step in
        switch step {
        case "a": a.load()
        case "b": b.load()
        case "s": a.set("A")
        case "0": a.reset()
        default: failures.dismiss()
        }
      }
      m.expect(failures.latest.map { $0?.name ?? "n" }, latest)
    }
  }

  @Test func `a key of a cache drops its own failure`() async {
    let calls = Log<String>()
    let policy = CachePolicy<String>(
      afterFailure: .constant(.zero, limit: .max),
      load: LoadPolicy(observer: failures.observer)
    )
    let cache = ValueCache<String, String>(policy: policy) { key in
      calls.note(key)
      if calls.entries.count < 3 { throw SampleError.first }
      return key
    }
    var newest: [String?] = []
    for key in ["a", "b", "a", "b"] {
      _ = try? await cache.load(key)
      newest.append(failures.latest.value?.request as? String)
    }
    #expect(newest == ["a", "b", "b", nil])
  }

  @Test func `a write drops the failure of an equal input`() async {
    let log = Log<Int>()
    let policy = MutationPolicy(observer: failures.observer)
    let send = Mutation(policy: policy) { (number: Int) async throws(SampleError) -> Int in
      log.note(number)
      if number < 3, log.entries.filter({ $0 == number }).count == 1 { throw .first }
      return number
    }
    for number in [1, 2, 3] { await send.run(number).outcome() }
    #expect(failures.latest.value?.request as? Int == 2)
    await send.run(2).outcome()
    #expect(failures.latest.value?.request as? Int == 1)
    send.reset()
    #expect(failures.latest.value == nil)
  }

  @Test func `a write of an input that is not hashable drops nothing`() async {
    struct Input: Sendable { let fails: Bool }
    let policy = MutationPolicy(observer: failures.observer)
    let send = Mutation(policy: policy) { (input: Input) async throws(SampleError) in
      if input.fails { throw .first }
    }
    for fails in [true, true, false] { await send.run(Input(fails: fails)).outcome() }
    #expect(failures.latest.value != nil)
    send.reset()
    #expect(failures.latest.value == nil)
  }

  @Test func `the newest hundred failures remain`() async {
    let policy = MutationPolicy(observer: failures.observer)
    let send = Mutation(policy: policy) { (number: Int) async throws(SampleError) -> Int in
      if number >= 0 { throw .first }
      return number
    }
    for number in 0..<150 { await send.run(number).outcome() }
    #expect("\(failures)" == "LoadFailures: 150 failures, the last Mutation<Int, Int>: first")
  }
}
