import LoadableTesting
import ReactiveLoadable
import Testing

@Suite struct `Reasons of skipped loads` {
  @Test func `a loader returns the reason why a call starts nothing`() async {
    let loader = Loader { (_: String) async throws -> String in "a" }
    #expect(await loader.refresh().outcome() == .skipped(.noRequest))
    #expect(await loader.retry().outcome() == .skipped(.noFailure))
    #expect(await loader.perform(.cancel).outcome() == .skipped(.noLoad))
    await loader.load("a").outcome()
    #expect(await loader.loadIfNeeded("a").outcome() == .skipped(.fresh))
    #expect(await loader.perform(.set("b")).outcome() == .skipped(.noLoad))
  }

  @Test func `a loader that ignores other requests is busy`() {
    marbles { m in
      let work = m.cold("--a|")
      let policy = LoadPolicy(interruption: .ignore)
      let loader = m.keep(Loader(policy: policy) { (_: Int) in try await work() })
      let outcomes = Log<LoadOutcome<String, LoadError>>()
      m.hot("12") { request in
        let load = loader.load(Int(request) ?? 0)
        Task { outcomes.note(await load.outcome()) }
      }
      m.at(.milliseconds(50)) {
        #expect(outcomes.entries == [.skipped(.busy), .loaded("a")])
      }
      m.expectCleanRun()
    }
  }

  @Test func `a list returns the reason why a call starts nothing`() {
    marbles { m in
      let pages = m.responses(
        to: ["a": "p", "b": "#"],
        ["p": Page<Int, Row>([Row(id: 1)], next: nil)],
        failure: SampleError.first
      )
      let rows = m.keep(
        PagedLoader { (page: PageRequest<String, Int>) in
          try await pages(page.key)
        }
      )
      let outcomes = Log<SkipReason?>()
      func note(_ task: LoadTask<PagedList<String, Row, LoadError>, LoadError>) {
        Task {
          if case .skipped(let reason) = await task.outcome() { outcomes.note(reason) }
        }
      }
      m.hot("nrvla-n-i-t") { step in
        switch step {
        case "n": note(rows.next())
        case "r": note(rows.refresh())
        case "v": note(rows.perform(.visible(at: 0)))
        case "l": note(rows.retry())
        case "a": note(rows.load("a"))
        case "i": note(rows.loadIfNeeded("a"))
        default: note(rows.retry())
        }
      }
      m.at(.milliseconds(200)) {
        #expect(
          outcomes.entries == [
            .noRequest, .noRequest, .noLoad, .noFailure, .endOfList, .fresh, .noFailure,
          ]
        )
      }
      m.expectCleanRun()
    }
  }

  @Test func `a failed end waits for a retry`() {
    marbles { m in
      let pages = m.responses(
        to: ["0": "p", "1": "#"],
        ["p": Page<Int, Row>([Row(id: 1)], next: 1)],
        failure: SampleError.first
      )
      let rows = m.keep(
        PagedLoader { (page: PageRequest<NoRequest, Int>) in
          try await pages("\(page.cursor ?? 0)")
        }
      )
      let outcomes = Log<LoadOutcome<PagedList<NoRequest, Row, LoadError>, LoadError>>()
      m.hot("ln-n") { _ in
        let task = rows.next()
        Task { outcomes.note(await task.outcome()) }
      }
      m.at(.milliseconds(200)) { #expect(outcomes.entries.last == .skipped(.waitingForRetry)) }
      m.expectCleanRun()
    }
  }

  @Test(arguments: [PagingPolicy.AfterFailure.waitForRetry, .retry])
  func `P3: a failed first page waits for a retry, at both ends`(
    _ afterFailure: PagingPolicy.AfterFailure
  ) {
    marbles { m in
      let pages = m.responses(
        to: ["a": "p", "b": "#"],
        ["p": Page<Int, Row>([Row(id: 1)], next: nil)],
        failure: SampleError.first
      )
      let policy = PagingPolicy(
        load: LoadPolicy(previous: .always, clock: m.clock),
        afterFailure: afterFailure
      )
      let rows = m.keep(
        PagedLoader(policy: policy) { (page: PageRequest<String, Int>) in
          try await pages(page.key)
        }
      )
      let outcomes = Log<LoadOutcome<PagedList<String, Row, LoadError>, LoadError>>()
      m.hot("bnpabnp") { step in
        let task =
          switch step {
          case "n": rows.next()
          case "p": rows.previous()
          default: rows.load(step)
          }
        if step == "n" || step == "p" { Task { outcomes.note(await task.outcome()) } }
      }
      m.at(.milliseconds(200)) {
        // Without a list, and while the list of another key is visible.
        #expect(outcomes.entries == Array(repeating: .skipped(.waitingForRetry), count: 4))
        #expect(rows.state.latest?.key == "a")
      }
      m.expectCleanRun()
    }
  }

  @Test func `a write that another one excludes is busy`() {
    marbles { m in
      let work = m.cold("--a|")
      let policy = MutationPolicy(overlap: .ignore)
      let send = m.keep(Mutation(policy: policy) { (_: String) in try await work() })
      let outcomes = Log<LoadOutcome<String, LoadError>>()
      m.hot("12") { input in
        let task = send.run(input)
        Task { outcomes.note(await task.outcome()) }
      }
      m.at(.milliseconds(50)) {
        #expect(outcomes.entries == [.skipped(.busy), .loaded("a")])
      }
      m.expectCleanRun()
    }
  }

  @Test func `an interest in a key that was never loaded has no request`() async {
    let cache = LoaderCache { (_: Int) async throws -> Int in throw CancellationError() }
    let interest = cache.interest(in: 1)
    await interest.outcome()
    #expect(await interest.outcome() == .skipped(.noRequest))
  }
}
