import LoadableTesting
import ReactiveLoadable
import Testing

/// Concurrent writes whose answers have the whole value.
@Suite struct `Editing a counter optimistically (L12)` {
  /// A counter of 1 to which two writes add 2 each; the server answers each with its counter.
  private func counter(
    _ overlap: MutationOverlap,
    answers: [String: String],
    isConfirmed: Bool,
    _ expected: String
  ) {
    marbles { m in
      let load = m.cold("--1|")
      let counter = m.keep(Loader { Int(try await load()) ?? 0 })
      let writes = m.responses(to: answers, failure: LoadError(SampleError.first))
      let confirm: @Sendable (String, Int, inout Int) -> Void = { _, count, value in value = count }
      let add = m.keep(
        Mutation(
          policy: MutationPolicy(overlap: overlap),
          editing: counter,
          change: { (_: String, value: inout Int) in value += 2 },
          write: { (write: String) async throws in Int(try await writes(write)) ?? 0 },
          confirm: isConfirmed ? confirm : nil
        )
      )
      m.at(.milliseconds(10)) { counter.load() }
      m.hot("----xy") { add.run($0) }
      m.expect(
        counter.states.map { $0.isLoading ? "l" : $0.value.map { "\($0)" } ?? "n" },
        expected
      )
    }
  }

  @Test func `answers with the whole counter are right if the writes run in order`() {
    counter(.serial, answers: ["x": "---3|", "y": "---5|"], isConfirmed: true, "nl-135-5--5")
  }

  @Test func `concurrent answers are applied in the order of the writes`() {
    // y is answered first, and contains x.
    counter(.concurrent, answers: ["x": "----3|", "y": "-5|"], isConfirmed: true, "nl-1355-5")
  }

  @Test func `concurrent answers of a server that ran them in another order mislead`() {
    // The server adds y first, and answers x first.
    counter(.concurrent, answers: ["x": "--5|", "y": "---3|"], isConfirmed: true, "nl-1357-3")
  }

  @Test func `a concurrent counter without confirm is right in every order`() {
    counter(.concurrent, answers: ["x": "--5|", "y": "---3|"], isConfirmed: false, "nl-135")
  }
}
