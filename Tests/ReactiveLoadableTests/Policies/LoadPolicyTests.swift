import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The choices of a policy, and the diagrams of the contract.
@Suite struct `Policies of a loader (L2, L9)` {
  typealias State = Loadable<String, SampleError>

  static let states = MarbleStates(
    loaded: ["A": "A", "B": "B"],
    failed: ["f": SampleError.first]
  )

  struct Case: Sendable, CustomTestStringConvertible {
    let policy: LoadPolicy
    let loads: String
    let states: String
    var refresh = ""
    var retry = ""

    var testDescription: String { "\(policy.previous), \(policy.interruption): \(loads)" }
  }

  @Test(arguments: [
    Case(policy: LoadPolicy(), loads: "-a---b", states: "nl-A-L-B"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---b", states: "nl-A-l-B"),
    Case(policy: LoadPolicy(previous: .never), loads: "-a---b", states: "nl-A-L-B"),
    Case(policy: LoadPolicy(), loads: "-a---a", states: "nl-A-l-A"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---a", states: "nl-A-l-A"),
    Case(policy: LoadPolicy(previous: .never), loads: "-a---a", states: "nl-A-L-A"),
    Case(policy: LoadPolicy(), loads: "-a---x", states: "nl-A-L-f"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---x", states: "nl-A-l-f"),
    Case(
      policy: LoadPolicy(previous: .always),
      loads: "-a---x",
      states: "nl-A-l-ft-f",
      retry: "--------y"
    ),
    Case(
      policy: LoadPolicy(previous: .never),
      loads: "-a",
      states: "nl-A-r-A",
      refresh: "-----y"
    ),
    Case(policy: LoadPolicy(interruption: .ignore), loads: "-ab---b", states: "nl-A--L-B"),
    Case(policy: LoadPolicy(interruption: .ignore), loads: "-aa", states: "nl-A"),
    Case(policy: LoadPolicy(), loads: "-aa", states: "nl-A"),
    Case(policy: LoadPolicy(duplicate: .replace), loads: "-aa", states: "nll-A"),
    Case(policy: LoadPolicy(duplicate: .replace), loads: "-a", states: "nl-A", refresh: "--y"),
  ])
  func `states follow the policy`(_ example: Case) {
    marbles { m in
      let answers = m.responses(
        to: ["a": "--A|", "b": "--B|", "x": "--#"],
        failure: SampleError.first
      )
      let loader = m.keep(
        Loader(policy: example.policy) { request async throws(SampleError) -> String in
          try await answers(request, orCancelled: .second)
        }
      )
      m.hot(example.loads) { loader.load($0) }
      m.hot(example.refresh) { _ in loader.refresh() }
      m.hot(example.retry) { _ in loader.retry() }
      m.expect(loader.states, example.states, Self.states)
    }
  }

  @Test(.needsImmediateTasks)
  func `a partial value stays when its load is replaced, if the policy keeps it`() async {
    let gate = Gate()
    for previous in [LoadPolicy.Previous.ofSameRequest, .always] {
      let loader = Loader(policy: LoadPolicy(previous: previous)) {
        (request: String, report: LoadReporter<String>) async throws(SampleError) -> String in
        if request == "a" { report.value("early") }
        await gate.wait()
        return request
      }
      loader.load("a")
      loader.load("b")
      #expect(loader.state.latest == (previous == .always ? "early" : nil))
      loader.cancel()
      #expect(loader.state == .notRequested)
    }
    gate.open()
  }

  @Test func `a refresh after a failure is a retry over the value of another request`() {
    marbles { m in
      let answers = m.responses(to: ["a": "-A|", "b": "-#"], failure: SampleError.first)
      let loader = m.keep(
        Loader(policy: LoadPolicy(previous: .always)) {
          request async throws(SampleError) -> String in
          try await answers(request, orCancelled: .second)
        }
      )
      m.hot("-a-b") { loader.load($0) }
      m.at(.milliseconds(50)) { loader.refresh() }
      m.expect(loader.states, "nlAlftf", Self.states)
    }
  }

  @Test func `the check for a cancellation receives the thrown error`() async {
    let policy = LoadPolicy { $0 is SampleError }
    let loader = Loader(policy: policy) { () async throws -> Int in throw SampleError.first }
    #expect(await loader.load().outcome() == .cancelled)
    let mutation = Mutation(policy: MutationPolicy { $0 is SampleError }) {
      (_: Int) async throws -> Int in throw SampleError.first
    }
    #expect(await mutation.run(1).outcome() == .cancelled)
  }

  @Test func `the caller of an ignored load learns that it was skipped`() async {
    let outcome = Outcome()
    marbles { m in
      let answer = m.cold("---A|")
      let policy = LoadPolicy(interruption: .ignore)
      let loader = m.keep(Loader(policy: policy) { (_: String) in try await answer() })
      m.at(.zero) { loader.load("a") }
      m.at(.milliseconds(10)) {
        let load = loader.load("b")
        Task { await outcome.note(load.outcome()) }
      }
      m.expectSubscriptions(answer, ["^--!"])
    }
    #expect(await outcome.last == .skipped(.busy))
  }
}

private actor Outcome {
  private(set) var last: LoadOutcome<String, LoadError>?

  func note(_ outcome: LoadOutcome<String, LoadError>) { last = outcome }
}
