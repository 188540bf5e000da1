import LoadableTesting
import TestSupport
import Testing

@Suite struct LeftoverLoadTests {
  private let gate = Gate()
  private let survivors = Survivors()

  @Test func `a load in flight is named with its policy and its request`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        let feed = SlowFeed(gate)
        survivors.keep(feed)
        feed.reload()
      }
    }
    #expect(text.hasPrefix(#"a load of "podcasts" ("swift")"#))
    gate.open()
  }

  @Test func `a load without a name has its types`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        let feed = SlowFeed(gate, name: nil)
        survivors.keep(feed)
        feed.reload()
      }
    }
    #expect(text.hasPrefix(#"a load of Loader<String, Array<String>> ("swift")"#))
    gate.open()
  }

  @Test func `a load that a released loader has ended is no leftover`() async {
    await leftovers {
      SlowFeed(gate).reload()
      gate.open()
    }
  }

  @Test func `a cancelled load is no leftover`() async {
    let feed = SlowFeed(gate)
    await leftovers {
      feed.reload()
      feed.podcasts.cancel()
      gate.open()
    }
  }

  @Test func `an awaited load is no leftover`() async {
    let feed = SlowFeed()
    await leftovers { _ = await feed.podcasts.load("swift").outcome() }
  }

  @Test func `a write that runs on after its mutation was released is a leftover`() async {
    let gate = gate
    let text = await leftover {
      await leftovers(grace: .zero) {
        let like = Mutation(policy: MutationPolicy(name: "like")) { (_: Int) in await gate.wait() }
        like.run(7)
      }
    }
    #expect(text.hasPrefix(#"a load of "like" (7)"#))
    gate.open()
  }

  @Test func `a list that loads is named with its types`() async {
    let list = PagedLoader { [gate] (_: PageRequest<String, Int>) -> Page<Int, Row> in
      await gate.wait()
      return Page([], next: nil)
    }
    let text = await leftover {
      await leftovers(grace: .zero) { list.load("swift") }
    }
    #expect(text.hasPrefix(#"a load of PagedLoader<String, Row> ("swift", first page)"#))
    gate.open()
  }

  @Test func `keys that load on a thread belong to the check of their cache`() async {
    let text = await failure {
      await leftovers(grace: .zero) {
        let images = LoaderCache { [gate] (id: Int) in
          await gate.wait()
          return "image \(id)"
        }
        survivors.keep(images)
        await onAThread {
          survivors.keep(images.interest(in: 1))
          survivors.keep(images.prefetch([2]))
          survivors.keep(images.states(of: 3).sink { _ in })
        }
      }
    }
    #expect(text.contains("a load of LoaderCache<Int, String> (1)"))
    #expect(text.contains("a load of LoaderCache<Int, String> (2)"))
    #expect(text.contains("a subscription of Loadable<String, Never> states"))
    gate.open()
  }

  @Test func `a key that loads is named by its cache`() async {
    let policy = CachePolicy<String>(load: LoadPolicy(name: "images"))
    let images = LoaderCache(policy: policy) { [gate] (id: Int) in
      await gate.wait()
      return "image \(id)"
    }
    let text = await leftover {
      await leftovers(grace: .zero) { survivors.keep(images.interest(in: 7)) }
    }
    #expect(text.hasPrefix(#"a load of "images" (7)"#))
    gate.open()
  }

  @Test func `a load that started before the check is no leftover`() async {
    let feed = SlowFeed(gate)
    feed.reload()
    await leftovers { feed.reload() }
    gate.open()
  }

  // MARK: Waits

  @Test(.needsImmediateTasks) func `a task that waits for an older load is a leftover`() async {
    let feed = SlowFeed(gate)
    feed.reload()
    let text = await leftover {
      await leftovers(grace: .zero) {
        startedImmediately { await feed.podcasts.load("swift").outcome() }
      }
    }
    #expect(text.hasPrefix(#"a task that waits for a load of "podcasts" ("swift")"#))
    gate.open()
  }

  @Test(.needs(.outsideWork), .needsImmediateTasks, .debugOnly)
  func `a wait has the function that waits`() async {
    let feed = SlowFeed(gate)
    feed.reload()
    let text = await leftover {
      await leftovers(grace: .zero) { startedImmediately { await feed.reloaded() } }
    }
    #expect(text.contains(", waiting in SlowFeed.reloaded()"))
    gate.open()
  }

  @Test(.needsImmediateTasks) func `the line of a load has the number of tasks that wait for it`()
    async
  {
    let feed = SlowFeed(gate)
    let text = await leftover {
      await leftovers(grace: .zero) {
        for _ in 0..<2 { startedImmediately { await feed.podcasts.load("swift").outcome() } }
      }
    }
    #expect(text.hasSuffix("; 2 tasks wait for it."))
    gate.open()
  }

  // MARK: States

  @Test func `a relay that shows loading without a load is a leftover`() async {
    let text = await leftover {
      await leftovers(grace: .zero) {
        survivors.keep(BehaviorRelay<LoadState<Int>>(.loading))
      }
    }
    let line = #line - 3
    #expect(
      text == """
        BehaviorRelay<Loadable<Int, LoadError>> (LeftoverLoadTests.swift:\(line)), which shows loading.
        """
    )
  }

  @Test func `a relay that shows a value is no leftover`() async {
    await leftovers {
      let states = BehaviorRelay<LoadState<Int>>(.loading)
      survivors.keep(states)
      states.accept(.loaded(1))
    }
  }

  @Test func `a load explains a relay that shows loading`() async {
    let feed = SlowFeed(gate)
    let text = await leftover {
      await leftovers(grace: .zero) {
        survivors.keep(BehaviorRelay<LoadState<Int>>(.loading))
        feed.reload()
      }
    }
    #expect(!text.contains("more"))
    gate.open()
  }
}

private struct Row: Identifiable, Sendable {
  let id: Int
}
