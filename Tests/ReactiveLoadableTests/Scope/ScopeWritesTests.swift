import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Writes in a scope (S5)` {
  /// A loader with the value A, at 30 ms.
  private func loaded(_ m: Marbles, _ scope: LoadScope, later: String...) -> Marbles.ScopedLoader {
    let loader = m.scoped("---A|", later.first ?? "---B|", later.last ?? "---C|")
    scope.add(loader, tag: "list")
    m.load(loader, "a")
    return loader
  }

  @Test func `a successful write refreshes the values in use that it makes stale`() {
    marbles { m in
      let scope = m.keep(LoadScope())
      let loader = loaded(m, scope)
      let work = m.cold("--W|")
      let write = m.keep(Mutation { (_: String) in try await work() })
      scope.add(write) { input in input == "w" ? ["list"] : [] }
      m.hot("-----w") { write.run($0) }
      m.expect(loader.states, "(nL)--A---r--B", scopedStates)
      m.expect(write.states, "n----l-W", .states(loaded: ["W": "W"]))
    }
  }

  @Test func `the tags are revalidated before the outcome is published or returned`() async {
    let (log, scope) = (Log<String>(), LoadScope())
    let loader = Loader { 1 }
    loader.load()
    scope.add(loader, tag: "list")
    let write = Mutation { (input: Int) in input }
    scope.add(write) { input in
      log.note("write \(input)")
      return ["list"]
    }
    let subscriptions = [
      loader.states.sink { if $0.isLoading { log.note("reload") } },
      write.states.sink { if let value = $0.value { log.note("state \(value)") } },
      write.history.sink { if $0.last?.outcome != nil { log.note("history") } },
    ]
    _ = await write.run(7).outcome()
    log.note("outcome")
    #expect(log.entries == ["write 7", "reload", "state 7", "history", "outcome"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a write that failed or was cancelled, replaced or skipped revalidates nothing`() {
    marbles { m in
      let scope = m.keep(LoadScope())
      let works = m.responses(
        to: ["f": "-#", "c": "---W|", "r": "---W|", "s": "--W|"],
        failure: SampleError.first
      )
      let (log, ignored) = (Log<String>(), Log<String>())
      let write = m.keep(
        Mutation(policy: MutationPolicy(overlap: .replace)) { try await works($0) }
      )
      let single = m.keep(
        Mutation(policy: MutationPolicy(overlap: .ignore)) { try await works($0) }
      )
      scope.add(write) { input in
        log.note(input)
        return []
      }
      scope.add(single) { input in
        ignored.note(input)
        return []
      }
      m.hot("-f-c-r-s") { write.run($0) }
      m.hot("----x") { _ in write.cancel() }
      m.hot("-ss") { single.run($0) }
      m.at(.milliseconds(200)) {
        #expect(log.entries == ["s"])
        #expect(ignored.entries == ["s"])
      }
    }
  }

  @Test func `a saved optimistic edit is in the reload`() {
    marbles { m in
      let scope = m.keep(LoadScope())
      let answers = m.cold("--a|", then: ["--b|"])
      let texts = m.keep(
        Loader { () async throws -> String in try await answers() == "a" ? "a" : "ax" }
      )
      scope.add(texts, tag: "texts")
      let work = m.cold("--w|")
      let append = m.keep(
        Mutation(editing: texts) { (input: String, value) in
          value += input
        } write: { _ in
          try await work()
        }
      )
      scope.add(append) { _ in ["texts"] }
      m.hot("l") { _ in texts.load() }
      m.hot("---x") { append.run($0) }
      m.expect(texts.states, "(nL)-aX-r-X", .states(loaded: ["a": "a", "X": "ax"]))
    }
  }

  @Test func `a saved edit is in the reload, also if an observer calls the scope`() {
    let (scope, log, server) = (LoadScope(), Log<String>(), Log<Int>())
    let count = Loader { server.entries.count }
    let subscription = count.states.sink { if let value = $0.value { log.note("\(value)") } }
    count.load()
    scope.add(count, tag: "count")
    let policy = MutationPolicy(observer: LoadObserver { _ in scope.revalidate() })
    let write = Mutation(policy: policy, editing: count) { (_: Int, value) in
      value += 1
    } write: {
      server.note($0)
    }
    scope.add(write) { _ in ["count"] }
    write.run(1)
    #expect(count.state == .loaded(1))
    #expect(!log.entries.contains("2"))
    withExtendedLifetime(subscription) {}
  }

  @Test func `writes are revalidated in the order in which they succeed`() {
    marbles { m in
      let scope = m.keep(LoadScope())
      let works = m.responses(to: ["a": "---W|", "b": "-W|", "c": "-W|"])
      let log = Log<String>()
      let write = m.keep(
        Mutation(policy: MutationPolicy(overlap: .concurrent)) { try await works($0) }
      )
      scope.add(write) { input in
        log.note(input)
        return []
      }
      m.hot("-abc") { write.run($0) }
      m.at(.milliseconds(200)) { #expect(log.entries == ["b", "a", "c"]) }
    }
  }

  @Test func `the writes of a released mutation are received`() async {
    let (gate, log, scope) = (Gate(), Log<Int>(), LoadScope())
    var write: Mutation<Int, Int, LoadError>? = Mutation { (input: Int) in
      await gate.wait()
      return input
    }
    if let write {
      scope.add(write) { input in
        log.note(input)
        return []
      }
    }
    let tasks = [write?.run(1), write?.run(2)]
    write = nil
    gate.open()
    for task in tasks { _ = await task?.outcome() }
    #expect(log.entries == [1, 2])
  }

  @Test func `the closure may write again, and the writes of another one follow`() async {
    let (log, scope) = (Log<Int>(), LoadScope())
    let write = Mutation(policy: MutationPolicy(overlap: .concurrent)) { (input: Int) in input }
    scope.add(write) { [weak write] input in
      if input < 3 { write?.run(input + 1) }
      log.note(input)
      return []
    }
    _ = await write.run(1).outcome()
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `a mutation keeps no scope alive, and a scope no mutation`() {
    var scope: LoadScope? = LoadScope()
    let write = Mutation { (input: Int) in input }
    scope?.add(write) { _ in ["list"] }
    let weakScope = Weak(scope)
    scope = nil
    #expect(weakScope.isReleased)
    write.run(1)
    #expect(write.state == .loaded(1))
    let other = LoadScope()
    var temporary: Mutation<Int, Int, LoadError>? = Mutation { (input: Int) in input }
    temporary.map { other.add($0) }
    let weakWrite = Weak(temporary)
    temporary = nil
    #expect(weakWrite.isReleased)
  }
}
