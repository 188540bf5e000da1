import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Observers of everything, observers of several kinds, and texts.
@Suite(.needsImmediateTasks) struct LoadObserverTests {
  @Test func `O6: everything is observed from the start to the end of the observation`() {
    let log = Log<String>()
    func loader(_ name: String) -> Loader<NoRequest, Int, Never> {
      Loader(policy: LoadPolicy(name: name)) { () async throws(Never) in 1 }
    }
    // Other tests run at the same time, so names distinguish the loads.
    let observer = LoadObserver { event in
      if event.name.hasPrefix("O6") { log.note("\(event.name) \(event.kind.letter)") }
    }
    let (before, after) = (loader("O6 a"), loader("O6 b"))
    before.set(0)
    let observation = observer.observeAll()
    before.set(2)
    before.load()
    observation.cancel()
    after.load()
    #expect(log.entries == ["O6 a =", "O6 a s", "O6 a d"])
  }

  @Test func `O6: a load that was not observed at its start has no duration`() {
    marbles { m in
      let log = Log<LoadObserver.Event>()
      let work = m.cold("--x|")
      let loader = m.keep(
        Loader(policy: LoadPolicy(clock: m.clock, name: "O6 late")) { try await work() }
      )
      let observer = LoadObserver { if $0.name == "O6 late" { log.note($0) } }
      m.at(.zero) { loader.load() }
      m.at(.milliseconds(10)) { m.keep(observer.observeAll()) }
      m.at(.milliseconds(30)) {
        #expect(log.entries.map(\.kind.letter) == ["d"])
        #expect(log.entries.map(\.duration) == [nil])
      }
      m.expect(loader.states, "(nl)-x", .states(loaded: ["x": "x"]))
    }
  }

  @Test func `O6: one loader, mutation, list or cache is observed`() async throws {
    let log = Log<String>()
    let observer = LoadObserver { log.note($0.kind.letter) }
    func loader() -> Loader<NoRequest, Int, Never> { Loader { () async throws(Never) in 1 } }
    let (one, other) = (loader(), loader())
    let observation = one.observe(observer)
    one.load()
    other.load()
    observation.cancel()
    one.set(2)
    #expect(log.entries == ["s", "d"])

    let cache = LoaderCache { (_: Int) async throws(Never) in 1 }
    let cached = cache.observe(observer)
    _ = try await cache.load(1)
    _ = cache.value(for: 1)
    cached.cancel()
    _ = cache.value(for: 1)
    #expect(log.entries == ["s", "d", "s", "d", "h"])

    let save = Mutation { (_: Int) async throws(Never) in 1 }
    let saved = save.observe(observer)
    _ = await save.run(1).outcome()
    saved.cancel()
    #expect(log.entries == ["s", "d", "s", "d", "h", "s", "d"])
  }

  @Test func `O7: the observer of the policy is called first`() {
    let log = Log<String>()
    let all = ["b", "c"].map { name in
      LoadObserver { if $0.name == "O7" { log.note(name) } }.observeAll()
    }
    let policy = LoadPolicy(name: "O7", observer: LoadObserver { _ in log.note("a") })
    Loader(policy: policy) { () async throws(Never) in 1 }.set(1)
    #expect(log.entries == ["a", "b", "c"])
    for observation in all { observation.cancel() }
  }

  @Test func `an observer of several observers calls all of them`() {
    let log = Log<String>()
    let one = LoadObserver { _ in log.note("1") }
    let two = LoadObserver { _ in log.note("2") }
    let policy = LoadPolicy(observer: LoadObserver(one, two))
    Loader(policy: policy) { () async throws(Never) in 1 }.set(1)
    #expect(log.entries == ["1", "2"])
  }

  @Test func `O4: an observer that always causes an event is reported once`() {
    withKnownIssue {
      let count = Log<Int>()
      let owner = LoaderOwner<Never>()
      let policy = LoadPolicy(
        name: "endless",
        observer: LoadObserver { _ in
          count.note(1)
          if count.entries.count < 10_500 { owner.loader?.loadIfNeeded() }
        }
      )
      owner.loader = Loader(policy: policy) { () async throws(Never) in 1 }
      owner.loader?.set(1)
      owner.loader = nil
    } matching: {
      $0.description.contains("'endless' has received 10000 events")
    }
  }

  @Test func `a name is the types if the policy has none`() {
    let log = Log<String>()
    let policy = LoadPolicy(observer: .logger { log.note($0) })
    Loader(policy: policy) { (_: String) async throws(Never) in 1 }.set(1)
    #expect(log.entries == ["Loader<String, Int>: value set"])
  }

  @Test func `a line has at most 200 characters of a request, and no line breaks`() {
    let log = Log<String>()
    let policy = LoadPolicy(name: "long", observer: .logger(requests: .shown) { log.note($0) })
    let loader = Loader(policy: policy) { (_: String) async throws(Never) in 1 }
    loader.load("a\nb" + String(repeating: "c", count: 1_000_000))
    #expect(
      log.entries.first
        == #"long("a\nb"# + String(repeating: "c", count: 194) + "…): load started"
    )
  }

  @Test func `O8: a log has no requests, unless it shows them`() async throws {
    let (safe, shown, printed) = (Log<String>(), Log<String>(), Log<String>())
    let observer = LoadObserver(
      .logger { safe.note($0) },
      .logger(requests: .shown) { shown.note($0) },
      LoadObserver { printed.note("\($0), \([$0]), \(String(reflecting: $0))") }
    )
    let signIn = Mutation(policy: MutationPolicy(name: "sign in", observer: observer)) {
      (_: [String]) async throws(SampleError) -> Int in throw .first
    }
    await signIn.run(["ada", "pw"]).outcome()
    let cache = LoaderCache(
      policy: CachePolicy<Int>(load: LoadPolicy(name: "photos", observer: observer))
    ) { (_: String) async throws(SampleError) -> Int in 1 }
    _ = try await cache.load("token")
    #expect(
      safe.entries.map { $0.replacing(#/ after [0-9.]+ m?s/#, with: "") } == [
        "sign in: write started", "sign in: write failed: first", "photos: load started",
        "photos: load succeeded",
      ]
    )
    #expect(shown.entries.first == #"sign in(["ada", "pw"]): write started"#)
    #expect(shown.entries.last?.hasPrefix(#"photos("token"): load succeeded"#) == true)
    #expect(!printed.entries.joined().contains("pw"))
    #expect(!printed.entries.joined().contains("token"))
  }

  @Test func `O8: collected failures print no requests`() async {
    let failures = LoadFailures()
    let policy = MutationPolicy(name: "sign in", observer: failures.observer)
    let signIn = Mutation(policy: policy) { (_: [String]) async throws(SampleError) -> Int in
      throw .first
    }
    await signIn.run(["ada", "pw"]).outcome()
    #expect("\(failures)" == "LoadFailures: 1 failure, the last sign in: first")
    #expect(failures.latest.value.map { "\($0)" } == "sign in: first")
    #expect(failures.latest.value?.request as? [String] == ["ada", "pw"])
  }

  @Test func `O8: a line has the localized description of an error that has one`() async {
    let log = Log<String>()
    let policy = LoadPolicy(name: "a", observer: .logger { log.note($0) })
    let userInfo: [String: any Sendable] = ["NSErrorFailingURLStringKey": "http://a/?token=1"]
    let errors: [(any Error, String)] = [
      (Explained(), "The server is busy."),
      (LoadError(Explained()), "The server is busy."),
      (Unexplained(), "Unexplained(…)"),
      (Custom(), "The disk is full."),
      (NSError(domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "Given."]), "Given."),
      (NSError(domain: "d", code: 3, userInfo: userInfo), "d 3"),
      (URLError(.timedOut, userInfo: userInfo), "NSURLErrorDomain -1001"),
      (LoadTimeoutError(), "The request timed out."),
    ]
    for (error, text) in errors {
      let loader = Loader(policy: policy) { () async throws -> Int in throw error }
      await loader.load().outcome()
      #expect(log.entries.last?.hasSuffix("s: \(text)") == true, "\(log.entries)")
    }
    #expect(log.entries.count == 2 * errors.count)
  }

  @Test(arguments: [
    (Refused.credentials(user: "ada", password: "pw") as any Error, "credentials(…)"),
    (Refused.token("pw"), "token(…)"), (Refused.busy, "busy"),
    (Response(body: "pw"), "Response(…)"),
    (
      DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "pw")), "dataCorrupted(…)"
    ),
    (Described(token: "pw"), "described"),
  ]) func `O8: a line has no values of an error, unless it shows them`(
    _ error: any Error,
    _ text: String
  ) async {
    let (hidden, shown) = (Log<String>(), Log<String>())
    let loader = Loader { () async throws -> Int in throw error }
    let observations = [
      loader.observe(.logger { hidden.note($0) }),
      loader.observe(.logger(requests: .shown) { shown.note($0) }),
    ]
    await loader.load().outcome()
    #expect(hidden.entries.last?.hasSuffix("s: \(text)") == true, "\(hidden.entries)")
    #expect(shown.entries.last?.contains("pw") == text.hasSuffix("(…)"), "\(shown.entries)")
    for observation in observations { observation.cancel() }
  }

  @Test func `failures are collected until they are dismissed`() {
    marbles { m in
      let failures = LoadFailures()
      func loader(_ name: String, _ diagram: String) -> Loader<NoRequest, String, LoadError> {
        let work = m.cold(diagram, failure: SampleError.first)
        let policy = LoadPolicy(
          retry: .constant(.milliseconds(10), limit: name == "a" ? 1 : 0),
          clock: m.clock,
          name: name,
          observer: failures.observer
        )
        return m.keep(Loader(policy: policy) { try await work() })
      }
      let (a, b) = (loader("a", "-#"), loader("b", "--#"))
      m.hot("-a-b---c-x") { step in
        switch step {
        case "a": a.load()
        case "b": b.load()
        case "c": b.load().cancel()
        default: failures.dismiss()
        }
      }
      m.expect(failures.events.map(\.name), "----ab")
      m.expect(failures.latest.map { $0?.name ?? "n" }, "n---ab---n")
    }
  }
}

private struct Explained: LocalizedError, CustomStringConvertible {
  let description = "Explained(secret)"
  var errorDescription: String? { "The server is busy." }
}

private enum Refused: Error {
  case credentials(user: String, password: String)
  case token(String)
  case busy
}

private struct Response: Error {
  let body: String
}

private struct Described: Error, CustomStringConvertible {
  let token: String
  var description: String { "described" }
}

private struct Unexplained: LocalizedError {
  let code = 7
}

private struct Custom: CustomNSError {
  var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "The disk is full."] }
}
