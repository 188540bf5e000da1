import LoadableTesting
import ReactiveLoadable
import Testing

/// The diagrams of the contract, in its order.
///
/// States: `n` not requested, `l` loading, `L` and `M` loading over A and B, `1`, `2` loading in
/// that retry, `A`, `B` loaded, `f` failed, `F` failed over A. One record of the history: `o`
/// absent, `w` waiting, `r` running, `1` in that retry, `s` stopping, `A`, `B` loaded, `f` failed,
/// `x` cancelled or replaced.
@Suite struct `A mutation in time (M1-M13)` {
  typealias Sut = Mutation<String, String, SampleError>
  typealias Work = MarbleCold<String, SampleError>

  static let states: [String: Loadable<String, SampleError>] = [
    "n": .notRequested, "l": .loading, "p": .loading(previous: "A", cause: .load),
    "q": .loading(previous: "B", cause: .load), "A": .loaded("A"), "B": .loaded("B"),
    "f": .failed(.first), "F": .failed(.first, previous: "A"),
    "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)),
  ]

  /// A mutation whose work is a diagram for each input; `.second` means that it was cancelled.
  func mutation(
    _ m: Marbles,
    overlap: MutationOverlap = .serial,
    retry: RetryPolicy = .never,
    timeout: MutationTimeout? = nil,
    _ work: [String: Work]
  ) -> Sut {
    let policy = MutationPolicy(overlap: overlap, retry: retry, timeout: timeout, clock: m.clock)
    return m.keep(unkept(m, policy, work))
  }

  func unkept(_ m: Marbles, _ policy: MutationPolicy, _ work: [String: Work]) -> Sut {
    var policy = policy
    policy.isCancellation = { $0 as? SampleError == .second }
    return Sut(policy: policy) { input async throws(SampleError) -> String in
      guard let work = work[input] else { throw .first }
      return try await work(orCancelled: .second)
    }
  }

  func work(
    _ m: Marbles,
    _ diagram: String,
    then later: [String] = []
  ) -> Work {
    m.cold(diagram, failure: SampleError.first, then: later)
  }

  /// Work that ignores cancellation.
  func uncancellable(_ m: Marbles, _ diagram: String) -> Work {
    m.cold(diagram, failure: SampleError.first, cancellation: .ignored)
  }

  func expect(_ m: Marbles, _ mutation: Sut, states: String, a: String, b: String? = nil) {
    m.expect(mutation.states, states, Self.states)
    m.expect(mutation.history.map { $0.sign(1) }.removeDuplicates(), a)
    if let b { m.expect(mutation.history.map { $0.sign(2) }.removeDuplicates(), b) }
  }

  // MARK: M1

  @Test func `equal inputs are two writes`() {
    marbles { m in
      let a = work(m, "--A|")
      let mutation = mutation(m, ["a": a])
      m.hot("-aa") { mutation.run($0) }
      expect(m, mutation, states: "nl-p-A", a: "or-A", b: "o-wr-A")
      m.expectSubscriptions(a, ["-^-!", "---^-!"])
    }
  }

  // MARK: M11

  @Test func `the newest record of an input is the last one`() {
    marbles { m in
      let (a, b) = (work(m, "--A|", then: ["--A|"]), work(m, "--B|"))
      let mutation = mutation(m, ["a": a, "b": b])
      m.hot("-ab---a") { mutation.run($0) }
      let newest = mutation.history.map { $0.last { $0.input == "a" } }.removeDuplicates()
      m.expect(newest.map { record in record.map { [$0].sign($0.id) } ?? "o" }, "or-A--r-A")
    }
  }

  // MARK: M2

  @Test func `in order, a write waits for its turn`() {
    marbles { m in
      let (a, b) = (work(m, "---A|"), work(m, "--B|"))
      let mutation = mutation(m, ["a": a, "b": b])
      m.hot("-ab") { mutation.run($0) }
      expect(m, mutation, states: "nl--p-B", a: "or--A", b: "o-w-r-B")
      m.expectSubscriptions(a, ["-^--!"])
      m.expectSubscriptions(b, ["----^-!"])
    }
  }

  @Test func `concurrent writes overlap`() {
    marbles { m in
      let (a, b) = (work(m, "----A|"), work(m, "--B|"))
      let mutation = mutation(m, overlap: .concurrent, ["a": a, "b": b])
      m.hot("-ab") { mutation.run($0) }
      expect(m, mutation, states: "nl--qA", a: "or---A", b: "o-r-B")
      m.expectSubscriptions(a, ["-^---!"])
      m.expectSubscriptions(b, ["--^-!"])
    }
  }

  @Test func `a write is ignored while another one runs`() {
    marbles { m in
      let (a, b) = (work(m, "---A|"), work(m, "--B|"))
      let mutation = mutation(m, overlap: .ignore, ["a": a, "b": b])
      m.hot("-ab") { mutation.run($0) }
      expect(m, mutation, states: "nl--A", a: "or--A", b: "o")
      m.expectSubscriptions(a, ["-^--!"])
      m.expectSubscriptions(b, [])
    }
  }

  @Test func `the newest write replaces the running one`() {
    marbles { m in
      let (a, b) = (work(m, "---A|"), work(m, "--B|"))
      let mutation = mutation(m, overlap: .replace, ["a": a, "b": b])
      m.hot("-ab") { mutation.run($0) }
      m.expect(mutation.states, "nl--B", Self.states)
      m.expect(reading: { mutation.history.value.sign(1) }, "orx")
      m.expect(reading: { mutation.history.value.sign(2) }, "o-r-B")
      m.expectSubscriptions(a, ["-^!"])
      m.expectSubscriptions(b, ["--^-!"])
    }
  }

  // MARK: M3

  @Test func `the next write waits until the work of a cancelled one has returned`() {
    marbles { m in
      let (a, b) = (uncancellable(m, "------A|"), work(m, "--B|"))
      let mutation = mutation(m, ["a": a, "b": b])
      let handle = LastHandle()
      m.hot("-ab") { handle.keep(mutation.run($0), as: $0) }
      m.hot("---x") { _ in handle.cancel("a") }
      expect(m, mutation, states: "nl-------B", a: "or-s---x", b: "o-w----r-B")
      m.expectSubscriptions(a, ["-^-----!"])
      m.expectSubscriptions(b, ["-------^-!"])
    }
  }

  @Test func `the newest write waits until the work of the replaced one has returned`() {
    marbles { m in
      let (a, b) = (uncancellable(m, "------A|"), work(m, "--B|"))
      let c = work(m, "--B|")
      let mutation = mutation(m, overlap: .replace, ["a": a, "b": b, "c": c])
      m.hot("-abc") { mutation.run($0) }
      expect(m, mutation, states: "nl-------B", a: "ors----x", b: "o-wx")
      m.expectSubscriptions(b, [])
      m.expectSubscriptions(c, ["-------^-!"])
    }
  }

  @Test func `after a cancel a write waits for running work, and a further one is ignored`() {
    marbles { m in
      let (a, b) = (uncancellable(m, "-----A|"), work(m, "--B|"))
      let mutation = mutation(m, overlap: .ignore, ["a": a, "b": b])
      m.hot("-a-bb") { mutation.run($0) }
      m.hot("--c") { _ in mutation.cancel() }
      expect(m, mutation, states: "nlnl----B", a: "ors---x", b: "o--w--r-B")
      m.expectSubscriptions(b, ["------^-!"])
    }
  }

  @Test func `a concurrent write does not wait for cancelled work`() {
    marbles { m in
      let (a, b) = (uncancellable(m, "-----A|"), work(m, "--B|"))
      let mutation = mutation(m, overlap: .concurrent, ["a": a, "b": b])
      m.hot("-a-b") { mutation.run($0) }
      m.hot("--c") { _ in mutation.cancel() }
      expect(m, mutation, states: "nlnl-B", a: "ors---x", b: "o--r-B")
    }
  }

  // MARK: M4

  @Test func `a failure does not stop the next write, and is not lost`() {
    marbles { m in
      let mutation = mutation(m, ["a": work(m, "--#"), "b": work(m, "--B|")])
      m.hot("-ab") { mutation.run($0) }
      expect(m, mutation, states: "nl---B", a: "or-f", b: "o-wr-B")
    }
  }

  @Test func `the last write to end is published, and a failure keeps the previous output`() {
    marbles { m in
      let mutation = mutation(m, ["a": work(m, "--A|"), "b": work(m, "--#")])
      m.hot("-ab---a") { mutation.run($0) }
      expect(m, mutation, states: "nl-p-Fp-A", a: "or-A", b: "o-wr-f")
    }
  }

  @Test func `a write that does not suspend ends within the call`() {
    marbles { m in
      let mutation = m.keep(Mutation { (input: String) in input.uppercased() })
      m.hot("-a") { mutation.run($0) }
      m.expect(
        mutation.states,
        "n(lA)",
        ["n": .notRequested, "l": .loading, "A": .loaded("A")]
      )
    }
  }
}

extension [MutationRecord<String, String, SampleError>] {
  /// The phase of the write with a number, as one character.
  func sign(_ id: UInt) -> String {
    switch first(where: { $0.id == id })?.state {
    case nil: "o"
    case .waiting: "w"
    case .running(attempt: 0): "r"
    case .running(let attempt): "\(attempt)"
    case .stopping: "s"
    case .ended(.loaded(let output)): output
    case .ended(.failed): "f"
    case .ended: "x"
    }
  }
}
