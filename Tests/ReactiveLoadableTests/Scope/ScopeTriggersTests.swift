import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Triggers of a scope (S6)` {
  @Test func `loaded: refreshes what is stale and in use`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", fresh: .lasting(.milliseconds(40)))
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----v---v"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--A----r--B", scopedStates)
    }
  }

  @Test func `loaded and stale, not in use: nothing`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", fresh: .never)
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----v---v"))
      m.load(loader, "-a")
      m.expect(loader.states.following, "nl--A", scopedStates)
    }
  }

  @Test func `loading: joins`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|")
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("--vv"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--A", scopedStates)
    }
  }

  @Test func `failed, in use: the first value retries, and the others join`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|", "---C|")
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----vvv"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--ft--B", scopedStates)
    }
  }

  @Test func `failed, not in use: nothing`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|")
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----v"))
      m.load(loader, "-a")
      m.expect(loader.states.following, "nl--f", scopedStates)
    }
  }

  @Test func `waiting for a retry: joins, and the delay continues`() {
    marbles { m in
      let retry = RetryPolicy.constant(.milliseconds(40), limit: 1)
      let loader = m.scoped("---#", "---B|", retry: retry)
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----v"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--1------B", scopedStates)
    }
  }

  @Test func `not requested: nothing`() {
    marbles { m in
      let loader = m.scoped("---A|")
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-----v"))
      m.expect(loader.states, "n", scopedStates)
    }
  }

  @Test func `a load that the scope has started and marked as stale is joined`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", "---C|")
      let scope = m.scope(loader)
      scope.revalidate(on: m.hot("-------t"))
      m.load(loader, "-a")
      m.hot("-----vv") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nl--Ar--(Br)--C", scopedStates)
    }
  }

  @Test func `a thousand values in one moment start one load of each member`() {
    marbles { m in
      let loaders = (0..<3).map { _ in m.scoped("---A|", "---B|", "---C|", fresh: .never) }
      let scope = m.keep(LoadScope())
      for loader in loaders { scope.add(loader) }
      let triggers = m.keep(PublishRelay<Int>())
      scope.revalidate(on: triggers)
      m.hot("-a") { request in for loader in loaders { loader.load(request) } }
      m.hot("-----v") { _ in for value in 0..<1_000 { triggers.accept(value) } }
      for loader in loaders { m.expect(loader.states, "nl--Ar--B", scopedStates) }
    }
  }

  @Test func `an async sequence triggers, and an ended connection does not`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", "---C|", fresh: .never)
      let scope = m.scope(loader)
      let connection = scope.revalidate(on: m.hot("-----v----v").elements)
      m.hot("---------x") { _ in connection.cancel() }
      m.load(loader, "-a")
      m.expect(loader.states, "nl--Ar--B", scopedStates)
    }
  }

  @Test func `triggers keep neither the scope nor its members alive`() {
    let triggers = PublishRelay<Int>()
    var scope: LoadScope? = LoadScope()
    var loader: ValueLoader<Int>? = Loader { 1 }
    let (weakScope, weakLoader) = (Weak(scope), Weak(loader))
    if let loader {
      scope?.add(loader)
      loader.load()
    }
    scope?.revalidate(on: triggers)
    scope?.retryFailed(on: triggers)
    #expect(triggers.subscriberCount == 2)
    triggers.accept(1)
    loader = nil
    #expect(weakLoader.isReleased)
    triggers.accept(2)
    scope = nil
    #expect(weakScope.isReleased && triggers.subscriberCount == 0)
  }
}

@Suite struct `Retrying failed loads of a scope (S7)` {
  @Test func `failed, in use: retries`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|")
      let scope = m.scope(loader)
      scope.retryFailed(on: m.hot("-----o"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--ft--B", scopedStates)
    }
  }

  @Test func `failed, not in use: nothing`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|")
      let scope = m.scope(loader)
      scope.retryFailed(on: m.hot("-----o").elements)
      m.load(loader, "-a")
      m.expect(loader.states.following, "nl--f", scopedStates)
    }
  }

  @Test(arguments: [true, false])
  func `waiting for a retry: attempts now, in use or not`(isInUse: Bool) {
    marbles { m in
      let loader = m.scoped("---#", "---B|", retry: .constant(.seconds(1), limit: 1))
      let scope = m.scope(loader)
      scope.retryFailed(on: m.hot("-----o"))
      m.load(loader, "-a")
      let states = isInUse ? loader.states : loader.states.following
      m.expect(states, "nl--1---B", scopedStates)
    }
  }

  @Test func `loaded and stale, loading, or not requested: nothing`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", fresh: .never)
      let scope = m.scope(loader)
      scope.retryFailed(on: m.hot("o-o--o"))
      m.load(loader, "-a")
      m.expect(loader.states, "nl--A", scopedStates)
    }
  }

  @Test func `a failed page of a list in use is loaded again`() {
    marbles { m in
      let list = m.loadedRows(["a2": m.pages("--#", then: ["--2|"])])
      let scope = m.keep(LoadScope())
      scope.add(list)
      m.hot("----n") { _ in list.next() }
      m.hot("-------o") { _ in scope.retryFailed() }
      m.expect(list.sketches, "nl-1a-ea-2", rowStates)
    }
  }

  @Test(arguments: [true, false])
  func `a page that waits for a retry attempts now, in use or not`(isInUse: Bool) {
    marbles { m in
      var policy = PagingPolicy()
      policy.load.retry = .constant(.seconds(1), limit: 1)
      let list = m.loadedRows(["a2": m.pages("--#", then: ["--2|"])], policy)
      let scope = m.keep(LoadScope())
      scope.add(list)
      m.hot("----n") { _ in list.next() }
      m.hot("-------o") { _ in scope.retryFailed() }
      let states = isInUse ? list.states : list.states.following
      m.expect(states.map(\.sketch), "nl-1a-w--2", rowStates.merging(["w": "12+1"]) { $1 })
    }
  }

  @Test func `a write that waits before a retry attempts now, and a failed one is not repeated`() {
    marbles { m in
      let work = m.cold("-#", failure: SampleError.first, then: ["-#", "-W|"])
      let policy = MutationPolicy(retry: .constant(.seconds(1), limit: 1), clock: m.clock)
      let write = m.keep(Mutation(policy: policy) { (_: String) in try await work() })
      let scope = m.keep(LoadScope())
      scope.add(write)
      m.hot("-w") { write.run($0) }
      m.hot("---o--o") { _ in scope.retryFailed() }
      m.expectSubscriptions(work, ["-^!", "---^!"])
      m.expect(write.states.map(\.isLoading), "ftt-f", ["t": true, "f": false])
    }
  }
}
