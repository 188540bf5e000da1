import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The table of S4 of "Understanding the scope contract", cell by cell.
@Suite struct `Revalidating by tags (S4)` {
  @Test func `loaded, in use: refreshes, and the value stays visible`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----v") { _ in #expect(scope.revalidate("list") == 1) }
      m.expect(loader.states, "nl--Ar--B", scopedStates)
    }
  }

  @Test func `loaded, not in use: stale until it is loaded again`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----v") { _ in #expect(scope.revalidate("list") == 1) }
      m.hot("---------n") { _ in loader.loadIfNeeded("a") }
      m.expect(loader.states.following, "nl--A----r--B", scopedStates)
    }
  }

  @Test func `loading, in use: restarts once`() {
    marbles { m in
      let work = m.cold("---A|", then: ["---B|"])
      let loader = m.keep(Loader { try await work() })
      let scope = m.keep(LoadScope())
      scope.add(loader, tag: "list")
      m.hot("-l") { _ in loader.load() }
      m.hot("--v") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nll--B", .states(loaded: ["B": "B"]))
      m.expectSubscriptions(work, ["-^!", "--^--!"])
    }
  }

  @Test func `loading, not in use: the result will be stale`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("--v") { _ in scope.revalidate("list") }
      m.hot("------n") { _ in loader.loadIfNeeded("a") }
      m.expect(loader.states.following, "nl--A-r--B", scopedStates)
    }
  }

  @Test func `failed, in use: retries`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----v") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nl--ft--B", scopedStates)
    }
  }

  @Test func `failed, not in use: nothing`() {
    marbles { m in
      let loader = m.scoped("---#", "---B|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----v") { _ in scope.revalidate("list") }
      m.expect(loader.states.following, "nl--f", scopedStates)
    }
  }

  @Test(arguments: [true, false])
  func `waiting for a retry: attempts now, in use or not`(isInUse: Bool) {
    marbles { m in
      let loader = m.scoped("---#", "---B|", retry: .constant(.seconds(1), limit: 1))
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----v") { _ in scope.revalidate("list") }
      let states = isInUse ? loader.states : loader.states.following
      m.expect(states, "nl--1---B", scopedStates)
    }
  }

  @Test func `not requested: nothing`() {
    marbles { m in
      let loader = m.scoped("---A|")
      let scope = m.scope(loader)
      m.hot("--v") { _ in #expect(scope.revalidate("list") == 1) }
      m.expect(loader.states, "n", scopedStates)
    }
  }

  @Test func `calls that are faster than a load cause one load after the other`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", "---C|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----vvv") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nl--Ar--(Br)--C", scopedStates)
    }
  }

  @Test func `a restarted load is not restarted again, and one load follows`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", "---C|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("--vvv") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nll--(Br)--C", scopedStates)
    }
  }

  @Test func `the load that follows needs a use when the other one ends`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|")
      let scope = m.scope(loader)
      let use = m.keep(CancellableBag())
      use.own(loader.states) { _ in }
      m.load(loader, "-a")
      m.hot("-----vv") { _ in scope.revalidate("list") }
      m.hot("-------x") { _ in use.cancel() }
      m.expect(loader.states.following, "nl--Ar--B", scopedStates)
    }
  }

  @Test func `a load of another caller is restarted, also after one of the scope`() {
    marbles { m in
      let loader = m.scoped("---A|", "---B|", "---C|", "---A|")
      let scope = m.scope(loader)
      m.load(loader, "-a----b")
      m.hot("-----v-v") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nl--ArLL--A", scopedStates)
    }
  }

  @Test func `the load that follows a failed one is a retry`() {
    marbles { m in
      let loader = m.scoped("---A|", "---#", "---C|")
      let scope = m.scope(loader)
      m.load(loader, "-a")
      m.hot("-----vv") { _ in scope.revalidate("list") }
      m.expect(loader.states, "nl--Ar--(ft)--C", scopedStates)
    }
  }

  @Test func `a thousand calls in one moment cause two loads`() {
    marbles { m in
      let work = m.cold("---A|", then: ["---B|", "---C|"])
      let loader = m.keep(Loader { try await work() })
      let scope = m.keep(LoadScope())
      scope.add(loader, tag: "list")
      m.hot("l") { _ in loader.load() }
      m.hot("----v") { _ in for _ in 0..<1_000 { scope.revalidate("list") } }
      m.expectSubscriptions(work, ["^--!", "----^--!", "-------^--!"])
      m.expect(loader.states.map(\.isLoading), "(ft)--ft--(ft)--f", ["t": true, "f": false])
    }
  }

  @Test func `a list keeps its rows, and all its pages are loaded again`() {
    marbles { m in
      let list = m.loadedRows()
      let scope = m.keep(LoadScope())
      scope.add(list, tag: "list")
      m.hot("----n") { _ in list.next() }
      m.hot("-------v") { _ in #expect(scope.revalidate("list") == 1) }
      m.expect(list.sketches, "nl-1a-2R-S-2", rowStates.merging(["S": "r1234…"]) { $1 })
    }
  }
}
