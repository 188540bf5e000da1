import Dispatch
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Descriptions of objects with huge values` {
  @Test func `every description is one line of at most 300 characters`() async {
    for object in await objects() {
      let (text, debugText) = ("\(object)", String(reflecting: object))
      #expect(text.count <= 300 && text.isOneLine, "\(type(of: object)): \(text.count)")
      #expect(debugText.count <= 600 && debugText.isOneLine, "\(type(of: object))")
      #expect(!Mirror(reflecting: object).children.contains { $0.label == "storage" })
    }
  }

  @Test @MainActor func `every description of a model is one line of at most 300 characters`() {
    let loader = Loader { Huge.lines }
    loader.set(Huge.lines)
    let list = BehaviorRelay(Huge.numbers)
    let texts = [
      "\(LoaderModel(loader))", "\(list.readOnly)",
      "\(Loadable<[Int], LoadError>.loading(previous: Huge.numbers))",
      "\(Loadable<String, Huge>.failed(Huge(), previous: Huge.lines))",
      "\(LoadOutcome<[Int], LoadError>.loaded(Huge.numbers))",
      "\(LoadOutcome<[Int], Huge>.failed(Huge()))",
    ]
    for text in texts { #expect(text.count <= 300 && text.isOneLine, "\(text)") }
    #expect(texts[2] == "loading(previous: [0, 1, 2, … 1000000 elements], cause: refresh)")
  }

  @Test func `a state of 1,000 elements prints three of them`() {
    let text = "\(LoadState<[Int]>.loaded(Array(0..<1_000)))"
    #expect(text == "loaded([0, 1, 2, … 1000 elements])")
  }

  /// One object of each class with state, in all states that have values.
  private func objects() async -> [Any] {
    let policy = LoadPolicy(name: Huge.lines, observer: LoadObserver { _ in })
    let loader = Loader(policy: policy) { (_: String) in Huge.numbers }
    let failing = Loader(policy: policy) { (_: [String]) async throws(Huge) in throw Huge() }
    await loader.load(Huge.lines).outcome()
    let task = failing.load([Huge.lines])
    await task.outcome()
    let list = PagedLoader(policy: PagingPolicy(load: policy)) { (_: PageRequest<String, String>) in
      Page((0..<10_000).map { Row(id: $0, text: "row") }, next: Huge.lines)
    }
    await list.load(Huge.lines).outcome()
    let cache = LoaderCache(policy: CachePolicy(load: policy)) { (key: String) in Huge.numbers }
    let interest = cache.interest(in: Huge.lines)
    await interest.outcome()
    let mutation = Mutation(policy: MutationPolicy(name: Huge.lines)) { (input: String) in input }
    await mutation.run(Huge.lines).outcome()
    let records = mutation.history.value
    return [
      loader, failing, task, list, list.rows { $0 }, cache, interest, mutation, records[0],
      records[0].state, BehaviorRelay(Huge.lines), BehaviorRelay(Huge.lines).readOnly,
      PublishRelay<[[[[Int]]]]>(), ReplayRelay<Int>(capacity: 1), PublishRelay<Int>().readOnly,
      LoadQueue(), LoadActivity(), LoadFailures(), list.state.value as Any,
      PageRequest<String, String>(key: Huge.lines, cursor: Huge.lines, direction: .next),
    ]
  }
}

@Suite struct `Descriptions within other code` {
  @Test func `an observer, a decision and a value may describe the object`() async {
    let log = Log<String>()
    let loader = Loader(policy: LoadPolicy(name: "a")) { (key: Describing) in key.id }
    let key = Describing(id: 1) { log.note("==: \(loader)") }
    let subscription = loader.states.sink { _ in log.note("observer: \(loader.debugDescription)") }
    await loader.load(key).outcome()
    loader.load(Describing(id: 1) {})
    #expect(log.entries.contains { $0.hasPrefix("==: Loader a(") })
    #expect(log.entries.contains { $0.hasPrefix("observer: Loader a(") })
    let relay = BehaviorRelay(Describing(id: 2) {})
    relay.accept(Describing(id: 3) { log.note("value: \(relay.subscriberCount)") })
    #expect("\(relay)" == "BehaviorRelay(key 3)")
    #expect(log.entries.last == "value: 0")
    withExtendedLifetime(subscription) {}
  }

  @Test func `descriptions are read while other threads load`() {
    let loader = Loader(policy: LoadPolicy(name: "a")) { (key: Int) in [key] }
    let cache = LoaderCache { (key: Int) in [key] }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<200 {
        if thread < 2 {
          loader.load(round)
          _ = cache.interest(in: round)
        } else {
          #expect(loader.debugDescription.hasPrefix("Loader a") && cache.description.isOneLine)
          _ = Mirror(reflecting: loader).children.count
        }
      }
    }
  }
}

private struct Huge: Error, CustomStringConvertible {
  var description: String { Self.lines }
  static let lines = String(repeating: "line\n", count: 200_000)
  static let numbers = Array(0..<1_000_000)
}

/// A key whose `==` and whose description call a closure.
private struct Describing: Hashable, Sendable, CustomStringConvertible {
  let id: Int
  let use: @Sendable () -> Void

  init(id: Int, _ use: @escaping @Sendable () -> Void) { (self.id, self.use) = (id, use) }

  var description: String {
    if id == 3 { use() }
    return "key \(id)"
  }

  static func == (left: Self, right: Self) -> Bool {
    left.use()
    right.use()
    return left.id == right.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension String {
  fileprivate var isOneLine: Bool { !contains(where: \.isNewline) }
}
