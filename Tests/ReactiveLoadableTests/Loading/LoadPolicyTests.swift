import MarbleTesting
import ReactiveLoadable
import Testing

/// What a policy chooses, and the diagrams of the contract.
@Suite struct `Policies of a loader (L2, L9)` {
  typealias State = Loadable<String, SampleError>

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "L": .loading(previous: "A", cause: .load),
    "r": .loading(previous: "A"), "A": .loaded("A"), "B": .loaded("B"), "f": .failed(.first),
    "F": .failed(.first, previous: "A", cause: .load),
    "T": .loading(previous: "A", cause: .retry),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let policy: LoadPolicy
    let loads: String
    let states: String
    var refresh = ""
    var retry = ""

    var testDescription: String { "\(policy.previous), \(policy.interruption): \(loads)" }
  }

  @Test(arguments: [
    Case(policy: LoadPolicy(), loads: "-a---b", states: "nl-A-l-B"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---b", states: "nl-A-L-B"),
    Case(policy: LoadPolicy(previous: .never), loads: "-a---b", states: "nl-A-l-B"),
    Case(policy: LoadPolicy(), loads: "-a---a", states: "nl-A-L-A"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---a", states: "nl-A-L-A"),
    Case(policy: LoadPolicy(previous: .never), loads: "-a---a", states: "nl-A-l-A"),
    Case(policy: LoadPolicy(), loads: "-a---x", states: "nl-A-l-f"),
    Case(policy: LoadPolicy(previous: .always), loads: "-a---x", states: "nl-A-L-F"),
    Case(
      policy: LoadPolicy(previous: .always),
      loads: "-a---x",
      states: "nl-A-L-FT-R",
      retry: "--------y"
    ),
    Case(
      policy: LoadPolicy(previous: .never),
      loads: "-a",
      states: "nl-A-r-A",
      refresh: "-----y"
    ),
    Case(policy: LoadPolicy(interruption: .ignore), loads: "-ab---b", states: "nl-A--l-B"),
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
      let states = Self.states.merging(["R": .failed(.first, previous: "A", cause: .retry)]) { $1 }
      m.expect(loader.states, example.states, states)
    }
  }

  @Test func `who asked for an ignored load is told that it was not needed`() async {
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
    #expect(await outcome.last == .notNeeded)
  }
}

private actor Outcome {
  private(set) var last: LoadOutcome<String, LoadError>?

  func note(_ outcome: LoadOutcome<String, LoadError>) { last = outcome }
}
