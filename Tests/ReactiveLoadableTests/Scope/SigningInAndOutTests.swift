import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The code of "Signing in and out", as a reader would type it.
@Suite struct `Signing in and out` {
  private let inboxes = MarbleStates<[String], LoadError>(
    loaded: ["A": ["to Ada"], "B": ["to Bob"]]
  )

  @Test func `the article is the code of this file`() throws {
    let article = try ArticleCode("SigningInAndOut")
    #expect(try article.lines(missingIn: #filePath) == [])
    #expect(try article.diagrams(missingIn: [], besides: #filePath) == [])
  }

  @Test func `a sign-out while a value is visible clears the screen at once`() {
    marbles { m in
      let session = m.keep(MailSession(MemoryMail(m.clock), LoadPolicy(clock: m.clock)))
      m.hot("a-----n-b") { sign in
        switch sign {
        case "a": session.signIn("Ada")
        case "n": m.keep(Task { try await session.signOut() })
        default: session.signIn("Bob")
        }
      }
      m.hot("-o--o----o") { _ in session.inbox.loadIfNeeded() }
      m.expect(session.inbox.states, "nl--A-n--l--B", inboxes)
    }
  }

  @Test func `a sign-out during a load: its result never arrives`() {
    play(users: "a--n-b", needed: "-o----o", states: "nl-n--l--B")
  }

  @Test func `a screen that appears after a sign-out sends nothing, and loads for the next user`() {
    play(users: "a-----n--b", needed: "-o-----o--o", states: "nl--A-n(ln)--l--B")
  }

  @Test func `a write in flight at a sign-out makes nothing stale`() {
    marbles { m in
      let session = m.keep(MailSession(MemoryMail(m.clock), LoadPolicy(clock: m.clock)))
      signInAndOut(m, session, "a-----n-b")
      m.hot("-o------o") { _ in session.inbox.loadIfNeeded() }
      m.hot("-----w---") { _ in session.send.run("hello") }
      m.expect(session.inbox.states, "nl--A-n-l--B", inboxes)
      m.expect(session.send.states.map(\.isLoading), "f----tf", ["f": false, "t": true])
    }
  }

  @Test func `an answer of a login that arrives after a sign-out is dropped`() {
    marbles { m in
      let (api, scope) = (MemoryMail(m.clock), m.keep(LoadScope()))
      let policy = MutationPolicy(overlap: .ignore, historyLimit: 0)
      let signIn = Mutation(policy: policy) { (login: Login) in try await api.signIn(login) }
      scope.add(signIn)

      let inbox = Loader {
        guard let user = signIn.state.value else { throw SignedOut() }
        return try await api.inbox(of: user)
      }
      scope.add(inbox)
      m.keep(inbox)
      m.hot("-a---------a") { _ in signIn.run(Login(name: "Ada", password: "secret")) }
      m.hot("--x") { _ in m.keep(Task { try await scope.reset() }) }
      let names = MarbleStates<String, LoadError>(loaded: ["A": "Ada"])
      m.expect(signIn.states, "nln--------l--A", names)
      m.at(.milliseconds(150)) { #expect(signIn.history.value.isEmpty) }
    }
  }

  @Test func `two accounts have two keys`() async throws {
    let api = MemoryMail(ContinuousClock(), answering: .zero)
    let mailboxes = LoaderCache { (box: Mailbox) in try await api.folder(box.folder, of: box.user) }
    #expect(try await mailboxes.load(Mailbox(user: "Ada", folder: "new")) == ["new of Ada"])
    #expect(try await mailboxes.load(Mailbox(user: "Bob", folder: "new")) == ["new of Bob"])
  }

  private func play(users: String, needed: String, states: String) {
    marbles { m in
      let session = m.keep(MailSession(MemoryMail(m.clock), LoadPolicy(clock: m.clock)))
      signInAndOut(m, session, users)
      m.hot(needed) { _ in session.inbox.loadIfNeeded() }
      m.expect(session.inbox.states, states, inboxes)
    }
  }

  private func signInAndOut(_ m: Marbles, _ session: MailSession, _ users: String) {
    m.hot(users) { sign in
      switch sign {
      case "a": session.signIn("Ada")
      case "n": m.keep(Task { try await session.signOut() })
      default: session.signIn("Bob")
      }
    }
  }
}

// MARK: The code of the article

final class MailSession: Sendable {
  let user = BehaviorRelay<String?>(nil)
  let scope = LoadScope()
  let inbox: ValueLoader<[String]>
  let send: Mutation<String, Void, LoadError>

  init(_ api: any MailAPI, _ policy: LoadPolicy = LoadPolicy()) {
    var policy = policy
    policy.isCancellation = { $0 is SignedOut }  // no failure, so no banner
    inbox = Loader(policy: policy) { [user] in
      guard let user = user.value else { throw SignedOut() }
      return try await api.inbox(of: user)
    }
    send = Mutation(policy: MutationPolicy(isCancellation: policy.isCancellation)) { [user] text in
      guard let user = user.value else { throw SignedOut() }
      try await api.send(text, from: user)
    }
    scope.add(inbox, tag: "inbox")
    scope.add(send) { _ in ["inbox"] }
  }

  func signIn(_ name: String) { user.accept(name) }

  func signOut() async throws {
    user.accept(nil)  // first: a load that starts now has no user
    try await scope.reset()  // then: no load, write, value or record of the old user
  }
}

struct SignedOut: Error {}

struct Login: Hashable, Sendable {
  let name: String
  let password: String
}

struct Mailbox: Hashable, Sendable {
  let user: String
  let folder: String
}

// MARK: The server

protocol MailAPI: Sendable {
  func signIn(_ login: Login) async throws -> String
  func inbox(of user: String) async throws -> [String]
  func folder(_ name: String, of user: String) async throws -> [String]
  func send(_ text: String, from user: String) async throws
}

private struct MemoryMail: MailAPI {
  private let clock: any Clock<Duration>
  private let time: Duration

  init(_ clock: any Clock<Duration>, answering time: Duration = .milliseconds(30)) {
    self.clock = clock
    self.time = time
  }

  func signIn(_ login: Login) async throws -> String {
    try await clock.sleep(for: time)
    return login.name
  }

  func inbox(of user: String) async throws -> [String] {
    try await clock.sleep(for: time)
    return ["to \(user)"]
  }

  func folder(_ name: String, of user: String) async throws -> [String] {
    try await clock.sleep(for: time)
    return ["\(name) of \(user)"]
  }

  func send(_ text: String, from user: String) async throws { try await clock.sleep(for: time) }
}
