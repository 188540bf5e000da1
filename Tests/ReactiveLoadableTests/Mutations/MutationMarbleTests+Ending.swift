import LoadableTesting
import ReactiveLoadable
import Testing

// The ends of writes: cancelled, reset, late, dropped, retried, timed out.

extension `A mutation in time (M1-M13)` {
  // MARK: M5, M6, M7

  @Test func `a cancel ends waiting and running writes, and keeps finished ones`() {
    marbles { m in
      let (b, c) = (work(m, "---B|"), work(m, "---B|"))
      let mutation = mutation(m, ["a": work(m, "--A|"), "b": b, "c": c])
      m.hot("-abc") { mutation.run($0) }
      m.hot("-----x") { _ in mutation.cancel() }
      m.expect(mutation.states, "nl-p-A", Self.states)
      m.expect(reading: { mutation.history.value.sign(3) }, "o--w-x")
      m.expectSubscriptions(b, ["---^-!"])
      m.expectSubscriptions(c, [])
    }
  }

  @Test func `a reset clears state and history`() {
    marbles { m in
      let b = work(m, "---B|")
      let mutation = mutation(m, ["a": work(m, "--A|"), "b": b])
      m.hot("-ab") { mutation.run($0) }
      m.hot("-----x") { _ in mutation.reset() }
      expect(m, mutation, states: "nl-p-n", a: "or-A-o", b: "o-wr-o")
      m.expectSubscriptions(b, ["---^-!"])
    }
  }

  @Test func `after a reset a write waits for cancelled work that is still running`() {
    marbles { m in
      let b = work(m, "--B|")
      let mutation = mutation(m, ["a": uncancellable(m, "-----A|"), "b": b])
      m.hot("-a-b") { mutation.run($0) }
      m.hot("--x") { _ in mutation.reset() }
      expect(m, mutation, states: "nlnl----B", a: "oro", b: "o--w--r-B")
      m.expectSubscriptions(b, ["------^-!"])
    }
  }

  @Test func `work that throws a cancellation without a cancel is no failure`() {
    marbles { m in
      let mutation = m.keep(
        Sut(policy: MutationPolicy { $0 as? SampleError == .second }) {
          _ async throws(SampleError) -> String in throw .second
        }
      )
      m.hot("-a") { mutation.run($0) }
      m.expect(mutation.states, "n(ln)", Self.states)
      m.expect(reading: { mutation.history.value.sign(1) }, "ox")
    }
  }

  // MARK: M8

  @Test func `the late result of a cancelled write is dropped`() {
    marbles { m in
      let a = uncancellable(m, "----A|")
      let mutation = mutation(m, ["a": a])
      m.hot("-a") { mutation.run($0) }
      m.hot("---x") { _ in mutation.cancel() }
      expect(m, mutation, states: "nl-n", a: "or-s-x")
      m.expectSubscriptions(a, ["-^---!"])
    }
  }

  // MARK: M9

  @Test func `a failure is retried if the policy says so`() {
    marbles { m in
      let a = work(m, "-#", then: ["-#", "-A|"])
      let mutation = mutation(m, retry: .constant(.milliseconds(20), limit: 2), ["a": a])
      m.hot("-a") { mutation.run($0) }
      m.expect(mutation.states, "nl1--2--A", Self.states)
      m.expect(mutation.history.map { $0.sign(1) }, "or1--2--A")
      m.expectSubscriptions(a, ["-^!", "----^!", "-------^!"])
    }
  }

  @Test func `the next write waits for the retries, and then publishes none of their attempts`() {
    marbles { m in
      let a = work(m, "-#", then: ["-#"])
      let mutation = mutation(
        m,
        retry: .constant(.milliseconds(20), limit: 1),
        ["a": a, "b": work(m, "-B|")]
      )
      m.hot("-a-b") { mutation.run($0) }
      expect(m, mutation, states: "nl1l--B", a: "or1--f", b: "o--w-rB")
    }
  }

  @Test func `a cancel ends the delay before a retry immediately, and the next write starts`() {
    marbles { m in
      let (a, b) = (work(m, "-#"), work(m, "-B|"))
      let mutation = mutation(m, retry: .constant(.seconds(60), limit: 1), ["a": a, "b": b])
      let handle = LastHandle()
      m.hot("-ab") { handle.keep(mutation.run($0), as: $0) }
      m.at(.milliseconds(40)) { handle.cancel("a") }
      m.expect(mutation.states, "nl---B", Self.states)
      m.expectSubscriptions(a, ["-^!"])
      m.expectSubscriptions(b, ["----^!"])
    }
  }

  @Test func `a write that is cancelled between two attempts ends immediately: no work runs`() {
    marbles { m in
      let a = work(m, "-#")
      let mutation = mutation(m, retry: .constant(.seconds(60), limit: 1), ["a": a])
      m.hot("-a--x") { if $0 == "a" { mutation.run($0) } else { mutation.cancel() } }
      m.expect(mutation.history.map { $0.sign(1) }, "or1-x")
      m.expectSubscriptions(a, ["-^!"])
    }
  }

  // MARK: M14, M15

  @Test func `the intents of a stream are performed`() {
    marbles { m in
      let mutation = mutation(m, ["a": work(m, "--A|"), "b": work(m, "--B|")])
      let intents = m.hot("-ac-b", ["a": .run("a"), "b": .run("b"), "c": MutationIntent.cancel])
      mutation.perform(on: intents)
      m.expect(mutation.states, "nln-l-B", Self.states)
    }
  }

  @Test(arguments: [(MutationOverlap.serial, "0121-0"), (.replace, "01--0")])
  func `an activity counts a write from its call to its outcome`(
    overlap: MutationOverlap,
    counts: String
  ) {
    marbles { m in
      let (activity, a) = (LoadActivity(), m.cold("--A|"))
      let policy = MutationPolicy(overlap: overlap, activity: activity)
      let save = m.keep(Mutation(policy: policy) { (_: String) in try await a() })
      m.hot("-ab") { save.run($0) }
      m.expect(activity.counts, counts, ["0": 0, "1": 1, "2": 2])
    }
  }

  // MARK: M10

  @Test func `dropping the mutation finishes all writes`() {
    marbles { m in
      let (a, b) = (work(m, "--A|"), work(m, "--B|"))
      var mutation: Sut? = unkept(m, MutationPolicy(), ["a": a, "b": b])
      m.hot("-(ab)") { mutation?.run($0) }
      m.hot("--x") { _ in mutation = nil }
      if let mutation { expect(m, mutation, states: "nl-p-(B|)", a: "or-A-|", b: "ow-r-(B|)") }
      m.expectSubscriptions(b, ["---^-!"])
    }
  }

  @Test func `dropping a mutation with the cancel policy ends everything`() {
    marbles { m in
      let (a, b) = (work(m, "--A|"), work(m, "--B|"))
      var mutation: Sut? = unkept(m, MutationPolicy(whenReleased: .cancel), ["a": a, "b": b])
      m.hot("-(ab)") { mutation?.run($0) }
      m.hot("--x") { _ in mutation = nil }
      if let mutation { expect(m, mutation, states: "nl(n|)", a: "or(s|)", b: "ow(x|)") }
      m.expectSubscriptions(a, ["-^!"])
      m.expectSubscriptions(b, [])
    }
  }

  @Test func `dropping an idle mutation completes its streams immediately`() {
    marbles { m in
      var mutation: Sut? = unkept(m, MutationPolicy(), ["a": work(m, "-A|")])
      m.hot("-a") { mutation?.run($0) }
      m.at(.milliseconds(40)) { mutation = nil }
      if let mutation { expect(m, mutation, states: "nlA-|", a: "orA-|") }
    }
  }

  // MARK: M11

  @Test func `the history keeps as many ended writes as the policy says`() {
    marbles { m in
      let policy = MutationPolicy(historyLimit: 1)
      let mutation = m.keep(unkept(m, policy, ["a": work(m, "--A|"), "b": work(m, "--B|")]))
      m.hot("-ab") { mutation.run($0) }
      m.expect(
        reading: { mutation.history.value.map(\.id) },
        "oab--c",
        ["o": [], "a": [1], "b": [1, 2], "c": [2]]
      )
    }
  }

  // MARK: M13

  static let timeout = MutationTimeout(.milliseconds(30), failure: SampleError.first)

  @Test func `a write that times out has failed`() {
    marbles { m in
      let a = work(m, "-----A|")
      let mutation = mutation(m, timeout: Self.timeout, ["a": a])
      m.hot("-a") { mutation.run($0) }
      m.expect(mutation.states, "nl--f", Self.states)
      m.expectSubscriptions(a, ["-^--!"])
    }
  }

  @Test func `the timeout of a write starts with its work, and the next waits for running work`() {
    marbles { m in
      let (a, b) = (uncancellable(m, "-----A|"), work(m, "--B|"))
      let mutation = mutation(m, timeout: Self.timeout, ["a": a, "b": b])
      m.hot("-ab") { mutation.run($0) }
      m.expect(mutation.states, "nl------B", Self.states)
      m.expectSubscriptions(a, ["-^----!"])
      m.expectSubscriptions(b, ["------^-!"])
    }
  }

  @Test func `a timeout whose error counts as a cancellation cancels the write`() {
    marbles { m in
      let write = m.cold("-----A|")
      let timeout = MutationTimeout(.milliseconds(30), failure: CancellationError())
      let policy = MutationPolicy(timeout: timeout, clock: m.clock)
      let mutation = m.keep(Mutation(policy: policy) { (_: String) in try await write() })
      m.hot("-a") { mutation.run($0) }
      m.expect(mutation.states.map { $0.isLoading ? "l" : $0.error == nil ? "n" : "f" }, "nl--n")
      m.expectSubscriptions(write, ["-^--!"])
    }
  }

  @Test(.needsImmediateTasks) func `a rollback below a later edit publishes the value again`() {
    marbles { m in
      let loader = m.keep(Loader { "a" })
      loader.load()
      let write = m.cold("--#", failure: SampleError.first, then: ["--w|"])
      let policy = MutationPolicy(clock: m.clock)
      let rename = m.keep(
        Mutation(policy: policy, editing: loader) { (input: String, value) in
          value = input
        } write: { _ in
          try await write()
        }
      )
      m.hot("--bc") { rename.run($0) }
      m.expect(loader.states.map { $0.value ?? "-" }, "a-bcc")
    }
  }

  @Test func `an edit whose write times out is rolled back`() {
    marbles { m in
      let loader = m.keep(Loader { "a" })
      let write = m.cold("-----w|")
      let policy = MutationPolicy(timeout: MutationTimeout(.milliseconds(30)), clock: m.clock)
      let add = m.keep(
        Mutation(policy: policy, editing: loader) { (input: String, value) in
          value += input
        } write: { _ in
          try await write()
        }
      )
      m.at(.zero) { loader.load() }
      m.hot("-x") { add.run($0) }
      m.expect(loader.states, "(nlA)X--A", .states(loaded: ["A": "a", "X": "ax"]))
      m.expect(
        add.states.map { $0.error == LoadError(LoadTimeoutError()) },
        "fF--t",
        ["f": false, "F": false, "t": true]
      )
    }
  }
}

/// The handles by their inputs.
final class LastHandle {
  private var handles: [String: LoadTask<String, SampleError>] = [:]

  func keep(_ handle: LoadTask<String, SampleError>, as input: String) { handles[input] = handle }
  func cancel(_ input: String) { handles[input]?.cancel() }
}
