import LoadableTesting
import ReactiveGround
import ReactiveLoadable
import ReactiveLoading
import TestSupport
import Testing

@Suite struct `Resetting a scope at sign-out (S9)` {
  /// Resets a scope at each mark of a diagram.
  private func reset(_ m: Marbles, _ scope: LoadScope, _ diagram: String) {
    m.hot(diagram) { _ in m.keep(Task { try? await scope.reset() }) }
  }

  @Test func `a load of the old user shows nothing, and one of the next user stays`() {
    marbles { m in
      let work = m.cold("---A|", then: ["---B|"], cancellation: .ignored)
      let loader = m.keep(Loader { (_: String) in try await work() })
      let scope = m.keep(LoadScope())
      scope.add(loader)
      m.hot("-a-b") { loader.load($0) }
      reset(m, scope, "--x")
      m.expect(loader.states, "nlnl--B", .states(loaded: ["A": "A", "B": "B"]))
    }
  }

  @Test(arguments: ["-b", "bb"])
  func `a text that waits for its debounce time is dropped`(typed: String) {
    marbles { m in
      let answers = m.responses(to: ["b": "-B|", "c": "-C|"])
      let loader = m.keep(Loader { try await answers($0) })
      let scope = m.keep(LoadScope())
      scope.add(loader)
      loader.search(on: m.hot(typed), debounce: .milliseconds(30), clock: m.clock)
      reset(m, scope, "--x")
      m.expect(loader.states, "n", .states(loaded: ["B": "B"]))
    }
  }

  @Test func `a text of the next user is loaded, also the same text`() {
    marbles { m in
      let answers = m.responses(to: ["b": "-B|"])
      let loader = m.keep(Loader { try await answers($0) })
      let scope = m.keep(LoadScope())
      scope.add(loader)
      loader.search(on: m.hot("-b-b"), debounce: .milliseconds(30), clock: m.clock)
      reset(m, scope, "--x")
      m.expect(loader.states, "n-----lB", .states(loaded: ["B": "B"]))
    }
  }

  @Test func `a text of the moment of the reset is dropped before it, and loaded after it`() {
    marbles { m in
      let answers = m.responses(to: ["b": "-B|", "c": "-C|"])
      let loader = m.keep(Loader { try await answers($0) })
      let scope = m.keep(LoadScope())
      scope.add(loader)
      let texts = m.keep(PublishRelay<String>())
      loader.search(on: texts, debounce: .milliseconds(30), clock: m.clock)
      m.hot("-x") { _ in
        texts.accept("b")
        m.keep(Task { try? await scope.reset() })
      }
      m.hot("------x") { _ in
        m.keep(
          Task {
            try? await scope.reset()
            texts.accept("c")
          }
        )
      }
      m.expect(loader.states, "n--------lC", .states(loaded: ["B": "B", "C": "C"]))
    }
  }

  @Test func `the texts of an async sequence and those of a list are dropped`() {
    marbles { m in
      let list = m.rows(["b": m.pages("-1|")])
      let scope = m.keep(LoadScope())
      scope.add(list)
      list.search(on: m.hot("-b---b").elements, debounce: .milliseconds(30), clock: m.clock)
      reset(m, scope, "--x")
      m.expect(list.sketches, "n-------l1", rowStates)
    }
  }

  @Test func `a request behind a gate is dropped`() {
    marbles { m in
      let gate = m.keep(BehaviorRelay(false))
      let answers = m.responses(to: ["b": "-B|", "c": "-C|"])
      let loader = m.keep(Loader { try await answers($0) })
      let list = m.rows(["b": m.pages("-1|"), "c": m.pages("-2|")])
      let scope = m.keep(LoadScope())
      scope.add(loader)
      scope.add(list)
      loader.load(on: m.hot("-b----c").elements.gated(by: gate.elements))
      list.loadIfNeeded(on: m.hot("-b----c").elements.gated(by: gate.elements))
      m.hot("----o") { _ in gate.accept(true) }
      reset(m, scope, "--x")
      m.expect(loader.states, "n-----lC", .states(loaded: ["B": "B", "C": "C"]))
      m.expect(list.sketches, "n-----l3", ["n": "n", "l": "l", "3": "34…"])
    }
  }

  @Test func `waiting writes never start, and a running one makes nothing stale`() {
    marbles { m in
      let work = m.cold("---W|", cancellation: .ignored)
      let log = Log<String>()
      let scope = m.keep(LoadScope())
      let write = m.keep(Mutation { (_: String) in try await work() })
      scope.add(write) { input in
        log.note(input)
        return []
      }
      m.hot("-ab") { write.run($0) }
      reset(m, scope, "---x")
      m.expectSubscriptions(work, ["-^--!"])
      m.expect(write.states, "nl-n", .states(loaded: ["W": "W"]))
      m.at(.milliseconds(100)) { #expect(log.entries.isEmpty) }
    }
  }

  @Test func `the write of a released mutation makes nothing stale`() async {
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
    let task = write?.run(1)
    await gate.waiterArrived()
    write = nil
    try? await scope.reset()
    gate.open()
    #expect(await task?.outcome() == .cancelled)
    #expect(log.entries.isEmpty)
  }

  @Test func `mutations are reset first, then the others in the order of add`() async throws {
    let (log, scope) = (Log<String>(), LoadScope())
    let members = [
      NotingMember("a", log), NotingMember("b", log, writes: true), NotingMember("c", log),
      NotingMember("d", log, writes: true),
    ]
    for member in members { scope.add(member: member, tag: nil) }
    try await scope.reset()
    #expect(log.entries == ["reset b", "reset d", "reset a", "reset c"])
    withExtendedLifetime(members) {}
  }

  @Test @MainActor func `all values are removed before the call suspends`() async throws {
    let (gate, scope, log) = (Gate(), LoadScope(), Log<String>())
    let loader = Loader { 1 }
    let member = NotingMember("a", log, removal: { await gate.wait() })
    scope.add(member: member, tag: nil)
    scope.add(loader)
    loader.load()
    let reset = Task { @MainActor in
      try await scope.reset()
      log.note("done")
    }
    let next = Task { @MainActor in log.note("\(loader.state == .notRequested)") }
    await next.value
    #expect(log.entries == ["reset a", "true"])
    loader.load()
    gate.open()
    try await reset.value
    #expect(log.entries.last == "done")
    #expect(loader.state == .loaded(1))
  }

  @Test func `the first failure of a removal is thrown after the others have run`() async {
    let (log, scope) = (Log<String>(), LoadScope())
    let removals: [ScopeRemoval] = [
      { throw SampleError.first }, { throw SampleError.second }, { log.note("removed") },
    ]
    let members = removals.map { NotingMember("a", log, removal: $0) }
    for member in members { scope.add(member: member, tag: nil) }
    await #expect(throws: SampleError.first) { try await scope.reset() }
    #expect(log.entries.last == "removed")
    withExtendedLifetime(members) {}
  }

  @Test func `a cancelled task does not stop the reset, and a second one waits for the first`() {
    marbles { m in
      let (log, scope, clock) = (Log<String>(), m.keep(LoadScope()), m.clock)
      let member = m.keep(
        NotingMember(
          "a",
          log,
          removal: {
            let isFirst = log.entries.count == 1
            try await clock.sleep(for: .milliseconds(isFirst ? 50 : 20))
          }
        )
      )
      scope.add(member: member, tag: nil)
      let (ended, tasks) = (m.keep(PublishRelay<String>()), Log<Task<Void, Never>>())
      m.hot("-a-b") { name in
        tasks.note(
          Task {
            let result = await Result { try await scope.reset() }
            ended.accept((try? result.get()) == nil ? "failed" : name)
          }
        )
      }
      m.hot("--x") { _ in tasks.entries[0].cancel() }
      m.expect(ended, "------a-b")
    }
  }

  @Test func `calls before the reset are done before it, also from within a call`() async throws {
    let (log, scope) = (Log<String>(), LoadScope())
    let resets = Log<Task<Void, any Error>>()
    let first = NotingMember("a", log) { [scope] in
      guard resets.entries.isEmpty else { return }
      scope.retryFailed()
      resets.note(Task.startedImmediately { try await scope.reset() })
    }
    let second = NotingMember("b", log)
    for member in [first, second] { scope.add(member: member, tag: "list") }
    scope.revalidate("list")
    try await resets.entries.first?.value
    #expect(log.entries == ["a", "b", "a", "b", "reset a", "reset b"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a scope that is released during a reset ends it`() async throws {
    let (gate, log) = (Gate(), Log<String>())
    var scope: LoadScope? = LoadScope()
    let member = NotingMember("a", log, removal: { await gate.wait() })
    scope?.add(member: member, tag: nil)
    let reset = Task { [scope] in try await scope?.reset() }
    await gate.waiterArrived()
    scope = nil
    gate.open()
    try await reset.value
    #expect(log.entries == ["reset a"])
  }
}

extension Result where Success == Void, Failure == any Error {
  /// The result of an asynchronous body.
  fileprivate init(_ body: () async throws -> Void) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
