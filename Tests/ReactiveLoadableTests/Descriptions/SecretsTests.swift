import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// T6: a type whose description hides a secret hides it in every text.
@Suite struct `Secrets in descriptions (T6)` {
  private let ada = Credentials(user: "ada", password: "pw")
  private let log = Log<String>()

  private var policy: LoadPolicy {
    LoadPolicy(
      name: "account",
      observer: .logger(requests: .shown) { [log] in log.note($0) }
    )
  }

  /// The texts of an object: as printed, in a debugger, in a collection, and dumped.
  private func texts(_ object: Any) -> [String] {
    var dumped = ""
    dump(object, to: &dumped)
    return ["\(object)", String(reflecting: object), "\([object])", dumped]
  }

  private func expectHidden(_ objects: [Any]) {
    for object in objects {
      for text in texts(object) { #expect(!text.contains("pw"), "\(text)") }
    }
    #expect(log.entries.allSatisfy { !$0.contains("pw") })
    #expect(log.entries.contains { $0.hasPrefix("account(") && $0.contains("Credentials(ada)") })
  }

  @Test func `loaders and their handles print no secret`() async {
    let loader = Loader(policy: policy) { (request: Credentials) async throws in request }
    let failing = Loader(policy: policy) { (request: Credentials) async throws -> Int in
      throw request
    }
    let (task, failed) = (loader.load(ada), failing.load(ada))
    let outcomes: [Any] = [await task.outcome(), await failed.outcome()]
    expectHidden([loader, failing, task, failed, loader.state, failing.state, loader.states])
    expectHidden(outcomes)
  }

  @Test func `mutations and their records print no secret`() async {
    let policy = MutationPolicy(name: "account", observer: policy.observer)
    let signIn = Mutation(policy: policy) { (input: Credentials) async throws in input }
    let task = signIn.run(ada)
    await task.outcome()
    expectHidden([signIn, task, signIn.state, signIn.history, signIn.history.value])
  }

  @Test func `lists print no keys of requests`() async {
    let list = PagedLoader(policy: PagingPolicy(load: policy)) {
      (request: PageRequest<Credentials, Credentials>) async throws in
      Page([request.key], next: request.key)
    }
    let task = list.load(ada)
    await task.outcome()
    expectHidden([list, task, list.state])
  }

  @Test @MainActor func `caches, interests and rows print no secret`() async throws {
    let cache = LoaderCache(policy: CachePolicy<Credentials>(load: policy)) {
      (key: Credentials) async throws(SampleError) -> Credentials in key
    }
    _ = try await cache.load(ada)
    let model = KeyedModel(cache)
    model.show(ada)
    let interest = cache.interest(in: ada)
    expectHidden([cache, interest, model, model.states, interest.states])
  }

  @Test func `failures and relays print no values`() async {
    let failures = LoadFailures()
    let policy = LoadPolicy(
      name: "account",
      observer: LoadObserver(
        failures.observer,
        .logger(requests: .shown) { [log] in log.note($0) }
      )
    )
    let failing = Loader(policy: policy) { (request: Credentials) async throws -> Int in
      throw request
    }
    await failing.load(ada).outcome()
    let event = Log<LoadObserver.Event>()
    let subscription = failing.observe(LoadObserver { event.note($0) })
    await failing.load(ada).outcome()
    subscription.cancel()
    expectHidden([
      failures, failures.latest, BehaviorRelay(ada), ReplayRelay<Credentials>(capacity: 1),
    ])
    expectHidden(event.entries)
  }
}
