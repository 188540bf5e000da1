import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `A load that depends on another (Z4, Z5)` {
  typealias State = Loadable<String, SampleError>

  static let users: [String: State] = [
    "n": .notRequested, "l": .loading, "U": .loaded("U"), "V": .loaded("V"), "0": .loaded("0"),
    "r": .loading(previous: "U"), "f": .failed(.first, previous: "U", cause: .refresh),
  ]
  static let posts: [String: State] = [
    "n": .notRequested, "l": .loading, "P": .loaded("P"), "Q": .loaded("Q"), "f": .failed(.first),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let user: String
    let posts: String
    var testDescription: String { "\(user) leads to \(posts)" }
  }

  @Test(arguments: [
    Case(user: "nlU---r-U---r-V", posts: "n-l-P---------l-Q"),
    Case(user: "nlU---r-f", posts: "n-l-P"),
    Case(user: "nlU---n", posts: "n-l-P-n"),
    // A reset while the posts are loading, and a login of another user.
    Case(user: "nlUn-lV", posts: "n-ln--l-Q"),
    Case(user: "nl0---U", posts: "n-----l-P"),
    // A loaded value without a request, such as a signed-out user, resets.
    Case(user: "nlU---0", posts: "n-l-P-n"),
    Case(user: "nlU0-lV", posts: "n-ln--l-Q"),
  ])
  func `posts follow their user`(_ example: Case) { check(example) }

  private func check(_ example: Case) {
    marbles { m in
      let user = m.keep(BehaviorRelay(State.notRequested))
      m.hot(example.user, Self.users, user.accept)
      let posts = posts(m)
      posts.loadIfNeeded(for: user) { $0 == "0" ? nil : $0 }
      m.expect(posts.states, example.posts, Self.posts)
    }
  }

  private func posts(_ m: Marbles) -> Loader<String, String, SampleError> {
    let answers = m.responses(to: ["U": "--P|", "V": "--Q|"], failure: SampleError.first)
    return m.keep(
      Loader(policy: LoadPolicy { $0 as? SampleError == .second }) {
        request async throws(SampleError) -> String in
        try await answers(request, orCancelled: .second)
      }
    )
  }

  @Test func `a value loaded before any user stays`() {
    let user = BehaviorRelay(State.notRequested)
    let posts = Loader { (_: String) in "P" }
    posts.set("cached")
    posts.loadIfNeeded(for: user) { $0 }
    user.accept(.loading)
    user.accept(.notRequested)
    #expect(posts.state.value == "cached")
  }

  @Test func `a value without a request removes what another source has set`() {
    let user = BehaviorRelay(State.notRequested)
    let posts = Loader { (_: String) in "P" }
    posts.set("cached")
    posts.loadIfNeeded(for: user) { _ in nil }
    #expect(posts.state.value == "cached")
    user.accept(.loaded("0"))
    #expect(posts.state.isNotRequested)
  }

  @Test func `a reset propagates once, not with every load that is cancelled afterwards`() {
    let user = BehaviorRelay(State.loaded("U"))
    let posts = Loader { (_: String) in "P" }
    posts.loadIfNeeded(for: user) { $0 }
    user.accept(.notRequested)
    #expect(posts.state.isNotRequested)
    posts.set("cached")
    user.accept(.loading)
    user.accept(.notRequested)
    #expect(posts.state.value == "cached")
  }

  @Test(.needsImmediateTasks)
  func `failed posts are requested again when their user is reloaded`() {
    let calls = Log<String>()
    let user = BehaviorRelay(State.loaded("U"))
    let posts = Loader { (request: String) async throws(SampleError) -> String in
      calls.note(request)
      throw .first
    }
    posts.loadIfNeeded(for: user) { $0 }
    user.accept(.loading(previous: "U"))
    #expect(calls.entries == ["U"])
    user.accept(.loaded("U"))
    #expect(calls.entries == ["U", "U"])
  }

  @Test(.needsImmediateTasks) func `a zip of both never has a new user with old posts`() {
    let user = Loader { (name: String) in name }
    let posts = Loader { (name: String) in "of " + name }
    posts.loadIfNeeded(for: user.states) { $0 }
    let log = Log<String>()
    let both = Loadable.zip(user.states, posts.states)
    let subscription = both.sink { if let value = $0.value { log.note("\(value)") } }
    user.load("U")
    user.load("V")
    #expect(log.entries == [#"("U", "of U")"#, #"("V", "of V")"#])
    withExtendedLifetime(subscription) {}
  }
}
