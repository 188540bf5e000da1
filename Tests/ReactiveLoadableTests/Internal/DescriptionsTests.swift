import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Objects that are printed` {
  @Test func `relays and streams print their parts`() {
    let relay = BehaviorRelay(3)
    #expect("\(relay) \(relay.readOnly)" == "BehaviorRelay(3) ReadOnlyRelay(3)")
    #expect("\(relay.elements)" == "Elements<Int>")
    let events = PublishRelay<Int>()
    #expect("\(events) \(events.readOnly)" == "PublishRelay<Int> ReadOnlyEvents<Int>")
    #expect("\(ReplayRelay<Int>(capacity: 2))" == "ReplayRelay<Int>")
  }

  @Test(.needsImmediateTasks) func `a loader, its handles and its queue`() {
    marbles { m in
      let work = m.cold("--a|")
      let (queue, activity) = (LoadQueue(limit: 1), LoadActivity())
      let policy = LoadPolicy(queue: queue, activity: activity, name: "pages")
      let loader = m.keep(Loader(policy: policy) { (_: Int) in try await work() })
      #expect("\(loader)" == "Loader pages: notRequested")
      m.at(.milliseconds(10)) {
        let load = loader.load(1)
        #expect("\(loader) \(load)" == "Loader pages(1): loading LoadTask pages(1): in flight")
        var text = ""
        dump(load, to: &text)
        #expect(text.contains("- name: \"pages\"") && text.contains("- request: 1"))
        #expect(text.split(separator: "\n").count == 4)
        #expect("\(queue)" == "LoadQueue(1 of 1 running, 0 waiting)")
        #expect("\(activity)" == "LoadActivity(1 in flight)")
        Task {
          #expect("\(await load.outcome()) \(load)" == "loaded(a) LoadTask pages(1): loaded(a)")
          #expect("\(loader)" == "Loader pages(1): loaded(\"a\")")
          #expect("\(loader.retry())" == "LoadTask: skipped(noFailure)")
          #expect("\(await loader.retry().outcome())" == "skipped(noFailure)")
        }
      }
      m.expectCleanRun()
    }
  }

  @Test func `a list and a mutation`() async {
    let rows = PagedLoader { (_: PageRequest<String, Int>) in Page([Row(id: 1)], next: 2) }
    await rows.load("a").outcome()
    #expect("\(rows)" == "PagedLoader(\"a\"): loaded(1 item of a, append idle)")
    #expect("\(rows.rows { $0 })" == "PagedRows(loaded(1 item of a, append idle))")
    let write = Mutation { (input: Int) in input }
    #expect("\(await write.run(3).outcome()) \(write)" == "loaded(3) Mutation: loaded(3)")
  }

  @Test func `the ends of a list`() {
    let ends: [PageEnd<LoadError>] = [
      .idle, .loading, .loading(attempt: 2), .failed(LoadError(CancellationError())), .complete,
    ]
    #expect(
      ends.map { "\($0)" } == [
        "idle", "loading", "loading(attempt: 2)", "failed(CancellationError())", "complete",
      ]
    )
  }

  @Test func `a cache and an interest`() async {
    let cache = LoaderCache { (key: Int) in "v\(key)" }
    #expect("\(cache)" == "LoaderCache: 0 cached, 0 active keys")
    let interest = cache.interest(in: 3)
    await interest.outcome()
    #expect("\(interest)" == "LoadInterest(3): loaded(\"v3\")")
    #expect("\(cache)" == "LoaderCache: 1 cached, 1 active key")
  }

  @Test @MainActor func `models of views print their state`() {
    let cache = LoaderCache { (key: Int) in "v\(key)" }
    let loader = Loader { "a" }
    #expect("\(LoaderModel(loader))" == "LoaderModel: notRequested")
    #expect("\(KeyedModel(cache))" == "KeyedModel: notRequested")
  }
}
