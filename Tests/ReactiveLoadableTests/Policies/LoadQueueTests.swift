import LoadableTesting
import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Contract C2: a limited number of loads runs concurrently, the highest priorities first.
@Suite struct `Loads in a queue (C2)` {
  private func loader(_ m: Marbles, _ work: TextWork, _ policy: LoadPolicy) -> TextLoader {
    var policy = policy
    policy.clock = m.clock
    policy.isCancellation = { $0 as? SampleError == .second }
    return m.keep(
      TextLoader(policy: policy) { () async throws(SampleError) -> String in
        try await work(orCancelled: .second)
      }
    )
  }

  typealias TextLoader = Loader<NoRequest, String, SampleError>

  @Test func `waiting loads are in the loading state, and the highest priority is next`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("---A|"), b: m.text("---B|"), c: m.text("---C|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue, priority: .low))
      let b = loader(m, work.b, LoadPolicy(queue: queue, priority: .low))
      let c = loader(m, work.c, LoadPolicy(queue: queue, priority: .high))
      m.hot("-s") { a.load() }
      m.hot("-s") { b.load() }
      m.hot("--s") { c.load() }
      m.expect(a.states, "nl--A", textStates)
      m.expect(b.states, "nl--------B", textStates)
      m.expect(c.states, "n-l----C", textStates)
      m.expectSubscriptions(work.b, ["-------^--!"])
      m.expectSubscriptions(work.c, ["----^--!"])
    }
  }

  @Test func `equal priorities keep the order of the queue`() {
    for (order, sequence) in [(LoadQueue.Order.oldestFirst, "-a-b-c"), (.newestFirst, "-a-c-b")] {
      marbles { m in
        let queue = LoadQueue(limit: 1, order: order)
        let started = PublishRelay<String>()
        for name in ["a", "b", "c"] {
          let work = m.text("--A|")
          let loader = m.keep(
            Loader(policy: LoadPolicy(queue: queue)) {
              started.accept(name)
              return try await work()
            }
          )
          m.hot("-s") { loader.load() }
        }
        m.expect(started, sequence)
      }
    }
  }

  @Test func `a load that is cancelled in the queue never runs, and delays no other`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("---A|"), b: m.text("---B|"), c: m.text("---C|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue))
      let b = loader(m, work.b, LoadPolicy(queue: queue))
      let c = loader(m, work.c, LoadPolicy(queue: queue))
      m.hot("-s") { for loader in [a, b, c] { loader.load() } }
      m.hot("--x") { b.cancel() }
      m.expect(b.states, "nln", textStates)
      m.expect(c.states, "nl-----C", textStates)
      m.expectSubscriptions(work.b, [])
      m.expectSubscriptions(work.c, ["----^--!"])
    }
  }

  @Test func `a cancelled load frees its slot immediately, even if it ignores cancellation`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("------A|", .ignored), b: m.text("---B|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue))
      let b = loader(m, work.b, LoadPolicy(queue: queue))
      m.hot("-s") { for loader in [a, b] { loader.load() } }
      m.hot("--x") { a.cancel() }
      m.expect(b.states, "nl---B", textStates)
      m.expectSubscriptions(work.b, ["--^--!"])
    }
  }

  @Test func `the delay before a retry blocks no other load`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("-#", then: ["-A|"]), b: m.text("--B|"))
      let retry = RetryPolicy.constant(.milliseconds(20), limit: 1)
      let a = loader(m, work.a, LoadPolicy(retry: retry, queue: queue))
      let b = loader(m, work.b, LoadPolicy(queue: queue))
      m.hot("-s") { for loader in [a, b] { loader.load() } }
      m.expect(a.states, "nl1--A", textStates)
      m.expect(b.states, "nl--B", textStates)
      m.expectSubscriptions(work.a, ["-^!", "----^!"])
      m.expectSubscriptions(work.b, ["--^-!"])
    }
  }

  @Test func `the timeout of an attempt starts with its turn, that of a load with its start`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("---A|"), b: m.text("---B|"), c: m.text("---C|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue))
      let attempt = LoadTimeout(attempt: .milliseconds(40), failure: SampleError.first)
      let b = loader(m, work.b, LoadPolicy(timeout: attempt, queue: queue))
      let whole = LoadTimeout(load: .milliseconds(40), failure: SampleError.first)
      let c = loader(m, work.c, LoadPolicy(timeout: whole, queue: queue))
      m.hot("-s") { for loader in [a, b, c] { loader.load() } }
      m.expect(b.states, "nl-----B", textStates)
      m.expect(c.states, "nl---f", textStates)
      m.expectSubscriptions(work.c, [])
    }
  }

  @Test func `a dropped loader leaves the queue`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("---A|"), b: m.text("---B|"), c: m.text("---C|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue))
      let b = Owned(Loader(policy: LoadPolicy(queue: queue)) { try await work.b() })
      let c = loader(m, work.c, LoadPolicy(queue: queue))
      m.hot("-s") {
        a.load()
        b.object?.load()
        c.load()
      }
      m.hot("--x") { b.object = nil }
      m.expect(c.states, "nl-----C", textStates)
      m.expectSubscriptions(work.b, [])
    }
  }

  @Test func `pages of a list wait in the queue, too`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = m.text("---A|")
      let a = loader(m, work, LoadPolicy(queue: queue))
      var policy = PagingPolicy()
      policy.load.queue = queue
      let rows = m.rows(["k": m.pages("-1|")], policy)
      m.hot("-s") { a.load() }
      m.hot("-s") { rows.load("k") }
      m.expect(rows.states.map { $0.latest?.count ?? 0 }, "00---2", ["0": 0, "2": 2])
    }
  }

  @Test func `the queue reports the numbers of running and waiting loads`() {
    marbles { m in
      let queue = LoadQueue(limit: 2)
      for _ in 1...5 {
        let loader = loader(m, m.text("--A|"), LoadPolicy(queue: queue))
        m.hot("-s") { loader.load() }
      }
      for (time, count) in [(5, (0, 0)), (15, (2, 3)), (35, (2, 1)), (55, (1, 0)), (75, (0, 0))] {
        m.at(.milliseconds(time)) { #expect(queue.count == count) }
      }
    }
  }

  @Test func `a limit of zero counts as one`() {
    #expect(LoadQueue(limit: 0).limit == 1)
    #expect(LoadQueue(limit: .min).limit == 1)
    let queue = LoadQueue(limit: 3)
    queue.limit = -2
    #expect(queue.limit == 1)
  }

  @Test func `a higher limit starts waiting loads immediately, a lower one cancels none`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = [m.text("------A|"), m.text("------B|"), m.text("----------C|"), m.text("---D|")]
      for work in work {
        let loader = loader(m, work, LoadPolicy(queue: queue))
        m.hot("s") { loader.load() }
      }
      m.at(.milliseconds(40)) { queue.limit = 2 }
      m.at(.milliseconds(80)) { queue.limit = 1 }
      m.expectSubscriptions(work[0], ["^-----!"])
      m.expectSubscriptions(work[1], ["----^-----!"])
      m.expectSubscriptions(work[2], ["------^---------!"])
      m.expectSubscriptions(work[3], ["----------------^--!"])
      m.at(.milliseconds(120)) { #expect(queue.count == (1, 1)) }
    }
  }

  @Test func `a higher limit starts the highest priorities first`() {
    marbles { m in
      let queue = LoadQueue(limit: 1)
      let work = (a: m.text("------A|"), b: m.text("--B|"), c: m.text("--C|"), d: m.text("--D|"))
      let a = loader(m, work.a, LoadPolicy(queue: queue))
      let b = loader(m, work.b, LoadPolicy(queue: queue, priority: .low))
      let c = loader(m, work.c, LoadPolicy(queue: queue, priority: .high))
      let d = loader(m, work.d, LoadPolicy(queue: queue))
      m.hot("s") { for loader in [a, b, c, d] { loader.load() } }
      m.at(.milliseconds(20)) { queue.limit = 3 }
      m.expectSubscriptions(work.c, ["--^-!"])
      m.expectSubscriptions(work.d, ["--^-!"])
      m.expectSubscriptions(work.b, ["----^-!"])
    }
  }
}
