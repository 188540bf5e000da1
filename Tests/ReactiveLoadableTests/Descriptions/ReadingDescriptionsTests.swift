import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

// The code and the lines of the article on descriptions.

struct Credentials: Sendable, CustomStringConvertible, CustomReflectable {
  var user: String
  var password: String

  var description: String { "Credentials(\(user))" }
  var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}

extension Credentials: Hashable, Identifiable, Error {
  var id: String { user + password }
}

@Suite struct ReadingDescriptionsTests {
  private let lines = Log<String>()

  private func print(_ value: some CustomStringConvertible) { lines.note("\(value)") }
  private func debugPrint(_ value: some CustomDebugStringConvertible) {
    lines.note(value.debugDescription)
  }
  private func dump<Value>(_ value: Value) {
    var text = ""
    Swift.dump(value, to: &text)
    for line in text.split(separator: "\n") { lines.note(String(line)) }
  }

  @Test func `the code of the article is here`() throws {
    #expect(try ArticleCode("ReadingDescriptions").lines(missingIn: #filePath) == [])
  }

  @Test func `the printed lines of the article`() {
    let api = API(gate: Gate())
    let policy = LoadPolicy(retry: .constant(.seconds(1), limit: 3), name: "podcasts")
    let podcasts = Loader(policy: policy) { (term: String) in
      try await api.podcasts(matching: term)
    }
    podcasts.load("swift")
    print(podcasts)
    debugPrint(podcasts)
    dump(podcasts)
    #expect(
      lines.entries == [
        #"Loader podcasts("swift"): loading"#,
        #"Loader podcasts("swift"): loading; policy: retry 3 after 1 s; 0 subscribers"#,
        #"▿ Loader podcasts("swift"): loading; policy: retry 3 after 1 s; 0 subscribers #0"#,
        #"  - name: "podcasts""#,
        #"  - request: "swift""#,
        #"  ▿ state: loading"#,
        #"    - loading: (0 elements)"#,
        #"  - policy: "policy: retry 3 after 1 s""#,
        #"  - subscribers: 0"#,
      ]
    )
  }

  @Test func `a refresh that is retried`() {
    marbles { m in
      let numbers = ["a": Array(1...20)]
      let answer = m.cold("a|", numbers, failure: NoConnection(), then: ["#", "---a|"])
      let policy = LoadPolicy(
        retry: .constant(.milliseconds(10), limit: 3),
        clock: m.clock,
        name: "podcasts"
      )
      let loader = m.keep(Loader(policy: policy) { (_: String) in try await answer() })
      m.at(.milliseconds(10)) { loader.load("swift") }
      m.at(.milliseconds(30)) { loader.refresh() }
      m.at(.milliseconds(50)) {
        let line =
          #"Loader podcasts("swift"): loading(previous: [1, 2, 3, … 20 elements], "#
          + "cause: refresh, attempt: 1)"
        #expect("\(loader)" == line)
      }
      m.expectCleanRun()
    }
  }

  @Test func `a list, a cache and an interest`() async {
    let list = PagedLoader(policy: PagingPolicy(load: LoadPolicy(name: "results"))) {
      (_: PageRequest<String, Int>) in Page((0..<20).map { Row(id: $0) }, next: 2)
    }
    await list.load("swift").outcome()
    #expect("\(list)" == #"PagedLoader results("swift"): loaded(20 items of swift, append idle)"#)
    #expect(list.debugDescription == "\(list); 0 subscribers")

    let gate = Gate()
    let cache = LoaderCache(policy: CachePolicy(count: 50, load: LoadPolicy(name: "images"))) {
      (key: Int) in
      await gate.wait()
      return "v\(key)"
    }
    let interest = cache.interest(in: 7, at: .high)
    #expect("\(interest)" == "LoadInterest images(7): loading")
    #expect(interest.debugDescription == "LoadInterest images(7): loading; priority high")
    #expect("\(cache)" == "LoaderCache images: 0 cached, 1 active key")
    #expect(cache.debugDescription == "\(cache); limit 50")
    gate.open()
    await interest.outcome()
    #expect("\(interest)" == #"LoadInterest images(7): loaded("v7")"#)
    interest.cancel()
    #expect(interest.debugDescription == #"LoadInterest images(7): loaded("v7"); ended"#)
  }

  @Test func `a mutation and its records`() async {
    let gate = Gate()
    let like = Mutation(policy: MutationPolicy(retry: .constant(.zero, limit: 1), name: "like")) {
      (input: String) in
      await gate.wait()
      return input
    }
    like.run("swift")
    like.run("combine")
    let last = like.run("rx")
    #expect("\(like)" == "Mutation like: loading, 1 running, 2 waiting")
    #expect(like.debugDescription == "\(like); policy: retry 1 after 0 ms; 0 subscribers")
    #expect(
      like.history.value.map { "\($0)" } == [
        #"MutationRecord 1("swift"): running"#, #"MutationRecord 2("combine"): waiting"#,
        #"MutationRecord 3("rx"): waiting"#,
      ]
    )
    gate.open()
    await last.outcome()
    #expect("\(like)" == #"Mutation like: loaded("rx")"#)
    #expect(
      like.history.value.last.map { "\($0)" } == #"MutationRecord 3("rx"): ended(loaded(rx))"#
    )
    let record = MutationRecord<String, Int, LoadError>(
      id: 3,
      input: "swift",
      state: .running(attempt: 1)
    )
    #expect("\(record)" == #"MutationRecord 3("swift"): running(attempt: 1)"#)
  }

  @Test func `relays print their values and subscribers`() {
    let relay = BehaviorRelay(3, fileID: "App/Search.swift", line: 12)
    let subscription = relay.sink { _ in }
    #expect("\(relay)" == "BehaviorRelay(3)")
    let text = BehaviorRelay("")
    #expect("\(text) \(text.readOnly)" == #"BehaviorRelay("") ReadOnlyRelay("")"#)
    #expect(
      relay.debugDescription == "BehaviorRelay(3); 1 subscriber; created at App/Search.swift:12"
    )
    let events = PublishRelay<Int>(fileID: "App/Search.swift", line: 13)
    #expect(
      events.debugDescription == "PublishRelay<Int>; 0 subscribers; created at App/Search.swift:13"
    )
    withExtendedLifetime(subscription) {}
  }

  @Test func `all settings of a policy that differ from the defaults`() {
    let policy = LoadPolicy(
      previous: .always,
      interruption: .ignore,
      duplicate: .replace,
      freshness: .lasting(.seconds(60)),
      retry: .constant(.zero, limit: .max),
      timeout: LoadTimeout(attempt: .seconds(10), load: .seconds(30)),
      queue: LoadQueue(limit: 6),
      priority: .high,
      activity: LoadActivity(),
      clock: SuspendingClock(),
      observer: LoadObserver { _ in }
    )
    let loader = Loader(policy: policy) { () async throws in 1 }
    #expect(
      loader.debugDescription == """
        Loader: notRequested; policy: previous always, interruption ignore, duplicate replace, \
        fresh for 60 s, retry without limit after 0 ms, timeout of an attempt 10 s, \
        timeout 30 s, queue of 6, priority high, activity, SuspendingClock, observer; \
        0 subscribers
        """
    )
  }
}

private struct API: Sendable {
  let gate: Gate

  func podcasts(matching term: String) async throws -> [String] {
    await gate.wait()
    return [term]
  }
}

private struct NoConnection: Error {}
