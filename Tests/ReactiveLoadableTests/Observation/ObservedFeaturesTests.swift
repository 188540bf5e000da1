import CombineShim
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The events of mutations, lists and caches.
///
/// Letters: s started, j joined, r replaced, a attempt failed, t retried, d succeeded, f failed,
/// c cancelled, k skipped, = set, 0 reset, i invalidated, h hit, x removed, e edited.
@Suite struct ObservedFeaturesTests {
  // MARK: Mutations

  @Test(
    arguments: [
      (MutationOverlap.serial, "-ss-d---d"),
      (.replace, "-s(rs)-----d"),
      (.ignore, "-sk-d"),
    ]
  )
  func `a write starts with its call`(overlap: MutationOverlap, events: String) {
    marbles { m in
      let log = EventLog()
      let policy = MutationPolicy(overlap: overlap, clock: m.clock, observer: log.observer)
      let write = m.cold("---x|", then: ["----x|"], cancellation: .ignored)
      let save = m.keep(Mutation(policy: policy) { (_: String) in _ = try await write() })
      m.hot("-ab") { save.run($0) }
      m.expect(log.letters, events)
    }
  }

  @Test func `a write that fails is retried, cancelled and reset`() {
    marbles { m in
      let log = EventLog()
      let policy = MutationPolicy(
        retry: .constant(.milliseconds(10), limit: 1),
        clock: m.clock,
        name: "save",
        observer: log.observer
      )
      let write = m.cold("-#", failure: SampleError.first, then: ["-#", "---x|"])
      let save = m.keep(
        Mutation(policy: policy) { (_: String) async throws(SampleError) in
          _ = try await write(orCancelled: .second)
        }
      )
      m.hot("-a----b-c") { $0 == "c" ? save.reset() : save.run($0).ignored }
      m.expect(log.letters, "-sat f-s-(c0)")
      m.at(.milliseconds(200)) {
        #expect(
          log.lines == [
            #"save("a"): write started"#,
            #"save("a"): attempt failed, retry 1 follows: first"#,
            #"save("a"): retry 1 started"#, #"save("a"): write failed after 30 ms: first"#,
            #"save("b"): write started"#, #"save("b"): write cancelled after 20 ms"#,
            "save: reset",
          ]
        )
      }
    }
  }

  // MARK: Lists

  private struct Row: Identifiable, Sendable, Equatable { var id: Int }

  @Test func `pages of a list have events`() {
    marbles { m in
      let log = EventLog()
      let policy = PagingPolicy(
        load: LoadPolicy(clock: m.clock, name: "rows", observer: log.observer)
      )
      let pages = ["1": Page([Row(id: 1)], next: 2), "2": Page<Int, Row>([Row(id: 2)], next: nil)]
      let page = m.cold("--1|", pages, then: ["--2|", "--1|"])
      let rows = m.keep(
        PagedLoader(policy: policy) { (_: PageRequest<NoRequest, Int>) in try await page() }
      )
      m.hot("-lj--n---n-e-rc-0") { intent in
        switch intent {
        case "l", "j", "n": rows.next()
        case "r": rows.refresh()
        case "c": rows.cancel()
        case "e": rows.remove(2)
        default: rows.reset()
        }
      }
      m.expect(log.letters, "-sjd-s-d-k-e-sc-0")
      m.at(.milliseconds(300)) {
        #expect(
          log.lines == [
            "rows(first page): load started", "rows(first page): load joined",
            "rows(first page): load succeeded after 20 ms", "rows(next page at 2): load started",
            "rows(next page at 2): load succeeded after 20 ms", "rows: skipped, endOfList",
            "rows: edited", "rows(first page): refresh started",
            "rows(first page): refresh cancelled after 10 ms", "rows: reset",
          ]
        )
      }
    }
  }

  // MARK: Caches

  @Test func `hits, joins, evictions and invalidations of a cache have events`() {
    marbles { m in
      let log = EventLog()
      let policy = CachePolicy<String>(
        count: 1,
        grace: .zero,
        load: LoadPolicy(clock: m.clock, name: "posters", observer: log.observer)
      )
      let poster = m.cold("--p|", then: ["--p|", "--p|"])
      let posters = m.keep(LoaderCache(policy: policy) { (_: String) in try await poster() })
      m.hot("-aa-a-b--i=v") { key in
        switch key {
        case "i": posters.invalidate("b")
        case "=": posters.set("s", for: "b")
        case "v": _ = posters.value(for: "b")
        default: m.keep(posters.interest(in: key))
        }
      }
      m.expect(log.letters, "-sjdh-s-(xd)i=h")
      m.at(.milliseconds(300)) {
        #expect(
          log.lines == [
            #"posters("a"): load started"#, #"posters("a"): load joined"#,
            #"posters("a"): load succeeded after 20 ms"#, #"posters("a"): hit"#,
            #"posters("b"): load started"#, #"posters("a"): evicted"#,
            #"posters("b"): load succeeded after 20 ms"#, #"posters("b"): invalidated"#,
            #"posters("b"): value set"#, #"posters("b"): hit"#,
          ]
        )
      }
    }
  }
}

extension LoadTask {
  /// Nothing; for a closure whose branches return nothing.
  fileprivate var ignored: Void { () }
}
