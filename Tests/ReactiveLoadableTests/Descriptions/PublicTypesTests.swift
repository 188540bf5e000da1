import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Descriptions of policies, handles, views and collections.
@Suite struct `Descriptions of public types` {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  private func dumped(_ value: Any) -> [String] {
    var text = ""
    Swift.dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func `a policy prints its name and what differs from the defaults`() {
    let retry = RetryPolicy.constant(.seconds(1), limit: 3)
    let load = LoadPolicy(retry: retry, name: "podcasts")
    #expect("\(load)" == "LoadPolicy podcasts: retry 3 after 1 s")
    #expect("\(LoadPolicy())" == "LoadPolicy: defaults")
    #expect("\(PagingPolicy())" == "PagingPolicy: defaults")
    #expect(
      "\(PagingPolicy(load: load, window: 4))"
        == "PagingPolicy podcasts: retry 3 after 1 s, window of 4 pages"
    )
    #expect("\(MutationPolicy())" == "MutationPolicy: defaults")
    #expect(
      "\(MutationPolicy(overlap: .replace, retry: retry, name: "save"))"
        == "MutationPolicy save: overlap replace, retry 3 after 1 s"
    )
    #expect("\(CachePolicy<Int>())" == "CachePolicy: defaults")
    let cache = CachePolicy<Int>(
      count: 4,
      cost: .limit(64) { $0 },
      timeToLive: .seconds(60),
      lifetime: { _ in CacheLifetime() },
      grace: .seconds(1),
      load: load
    )
    #expect(
      "\(cache)"
        == "CachePolicy podcasts: count 4, cost 64, time to live 60 s, lifetimes, "
        + "grace 1 s, retry 3 after 1 s"
    )
  }

  @Test(arguments: [
    (0, "no retries"), (3, "at most 3 retries, each after 0 ms"),
    (Int.max, "retries without limit, each after 0 ms"),
  ])
  func `a retry policy prints its limit`(limit: Int, text: String) {
    #expect("\(RetryPolicy.constant(.zero, limit: limit))" == "RetryPolicy: \(text)")
  }

  @Test func `an ended handle prints its request until another load starts`() async {
    let loader = Loader(policy: LoadPolicy(name: "podcasts")) { (term: String) async throws in
      if term == "" { throw Offline() }
      return [term]
    }
    let first = loader.load("swift")
    await first.outcome()
    #expect("\(first)" == #"LoadTask podcasts("swift"): loaded(["swift"])"#)
    let failed = loader.load("")
    await failed.outcome()
    #expect("\(failed)" == #"LoadTask podcasts(""): failed(offline)"#)
    #expect("\(first)" == #"LoadTask podcasts: loaded(["swift"])"#)
    let gate = Gate()
    let slow = Loader { (term: String) in await gate.wait() }
    let (replaced, last) = (slow.load("a"), slow.load("b"))
    #expect("\(replaced)" == "LoadTask: replaced")
    last.cancel()
    #expect("\(last)" == #"LoadTask("b"): cancelled"#)
    slow.reset()
    #expect("\(last)" == "LoadTask: cancelled")
    gate.open()
  }

  @Test func `the handle of a retried load prints its request after the end`() async {
    let policy = LoadPolicy(retry: .constant(.zero, limit: 2))
    let loader = Loader(policy: policy) { (term: String) async throws -> Int in throw Offline() }
    let task = loader.load("swift")
    await task.outcome()
    #expect("\(task)" == #"LoadTask("swift"): failed(offline)"#)
  }

  @Test func `the request of a page prints its key and its cursor in quotes`() {
    let next = PageRequest<String, String>(key: "swift", cursor: "2", direction: .next)
    let first = PageRequest<String, Int>(key: "swift", cursor: nil, direction: .first)
    #expect("\(next)" == #""swift", next page at "2""#)
    #expect("\(first)" == #""swift", first page"#)
  }

  @Test func `the handles of a write and of a list print the input and the key`() async {
    let gate = Gate()
    let save = Mutation(policy: MutationPolicy(name: "save")) { (text: String) in
      await gate.wait()
    }
    let (first, second) = (save.run("a"), save.run("b"))
    #expect("\(second)" == #"LoadTask save("b"): in flight"#)
    let list = PagedLoader { (page: PageRequest<String, Int>) in
      await gate.wait()
      return Page([Row(id: 1)], next: nil)
    }
    let page = list.load("swift")
    #expect("\(page)" == #"LoadTask("swift"): in flight"#)
    gate.open()
    await second.outcome()
    #expect("\(first)".hasPrefix(#"LoadTask save("a"): loaded("#))
    #expect("\(second)".hasPrefix(#"LoadTask save("b"): loaded("#))
  }

  @Test func `the states of a loader name the loader instead of a file of the library`() {
    let named = Loader(policy: LoadPolicy(name: "podcasts")) { 1 }
    #expect(
      named.states.debugDescription
        == "ReadOnlyRelay(notRequested); 0 subscribers; states of Loader podcasts"
    )
    #expect(dumped(named.states).first?.contains("states of Loader podcasts") == true)
    let save = Mutation(policy: MutationPolicy(name: "save")) { (_: String) in 1 }
    #expect(save.states.debugDescription.hasSuffix("; states of Mutation save"))
    let policy = PagingPolicy(load: LoadPolicy(name: "results"))
    let list = PagedLoader(policy: policy) { (_: PageRequest<String, Int>) in
      Page([Row(id: 1)], next: nil)
    }
    #expect(list.states.debugDescription.hasSuffix("; states of PagedLoader results"))
    #expect(Loader { 1 }.states.debugDescription.hasSuffix("; states of a loader"))
    let cache = LoaderCache { (key: Int) in key }
    #expect(cache.interest(in: 1).states.debugDescription.hasSuffix("; states of a loader"))
    #expect(cache.events.debugDescription == "ReadOnlyEvents<CacheEvent<Int>>; 0 subscribers")
    #expect(dumped(cache.events).count == 2)
  }

  @Test func `a dump of a cache has its name and its first keys`() {
    let cache = LoaderCache { (key: Int) in "\(key)" }
    for key in 1...100 { cache.set("\(key)", for: key) }
    let lines = dumped(cache)
    #expect(lines.contains { $0.hasSuffix(#"name: "LoaderCache<Int, String>""#) })
    #expect(lines.contains { $0.hasSuffix("keys: 10 elements") })
    #expect(lines.contains { $0.hasSuffix("- 10") })
    #expect(!lines.contains { $0.hasSuffix("- 11") })
    let images = LoaderCache(policy: CachePolicy(load: LoadPolicy(name: "images"))) {
      (key: Int) in "\(key)"
    }
    #expect(dumped(images).contains { $0.hasSuffix(#"name: "images""#) })
  }

  @Test func `a collection of failures prints their number and the last one`() async {
    let failures = LoadFailures()
    #expect("\(failures)" == "LoadFailures: no failures")
    let policy = LoadPolicy(name: "podcasts", observer: failures.observer)
    let loader = Loader(policy: policy) { (_: String) async throws -> Int in throw Offline() }
    await loader.load("swift").outcome()
    #expect("\(failures)" == "LoadFailures: 1 failure, the last podcasts: offline")
    await loader.load("swift").outcome()
    #expect("\(failures)" == "LoadFailures: 2 failures, the last podcasts: offline")
    #expect(dumped(failures).contains { $0.contains("count: 2") })
    failures.dismiss()
    #expect("\(failures)" == "LoadFailures: 2 failures, dismissed")
    await loader.load(String(repeating: "x", count: 1_000_000)).outcome()
    #expect("\(failures)".count <= 300)
  }

  @Test func `a gate and collapsed flags print their state`() throws {
    let once = Once()
    #expect("\(once)" == "Once: open")
    once.run { #expect("\(once)" == "Once: running") }
    #expect("\(once)" == "Once: has run")
    let isLoading = BehaviorRelay(true)
    let error = BehaviorRelay<Offline?>(nil)
    let flags = FlagCollapse(value: BehaviorRelay<Int?>(nil), isLoading: isLoading, error: error)
    #expect("\(flags)" == "FlagCollapse(loading)")
  }
}
