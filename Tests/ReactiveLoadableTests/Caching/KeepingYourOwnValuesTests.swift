import LoadableTesting
import ReactiveLoadable
import Testing

// The code of the article on caching custom values, unchanged.

nonisolated struct Profile: Hashable, Sendable {
  let name: String
  let picture: [UInt8]
}

extension CachePolicy<Profile> {
  static func profiles(on clock: any Clock<Duration> = ContinuousClock()) -> Self {
    CachePolicy(
      count: 500,
      cost: .limit(64 << 20) { $0.picture.count },
      timeToLive: .seconds(600),
      load: LoadPolicy(
        freshness: .lasting(.seconds(120)),
        queue: LoadQueue(limit: 4, order: .newestFirst),
        clock: clock
      )
    )
  }
}

func caption(_ state: LoadState<Profile>) -> String {
  "\(state.latest?.name ?? "")\(state.isLoading ? "…" : "")"
}

private struct ProfileAPI: Sendable {
  func profile(_ id: Int) async throws -> Profile { Profile(name: "\(id)", picture: [1, 2]) }
}

@Suite struct `The code of the article on caching custom values` {
  @Test func `a value is fresh, then stale, then expired`() {
    marbles(on: MainActor.shared, frame: .seconds(30)) { m in
      let api = m.cold("-p|", ["p": Profile(name: "Ada", picture: [1, 2, 3])])
      let profiles = LoaderCache(policy: .profiles(on: m.clock)) { (_: Int) in try await api() }
      let row = m.keep(KeyedModel(profiles))
      m.hot("-s-xsx-s-x-------------------s") { $0 == "x" ? row.clear() : row.show(7) }
      m.expect(
        reading: { caption(row.state) },
        "nlAnAn-rAn-------------------lA",
        ["n": "", "l": "…", "A": "Ada", "r": "Ada…"]
      )
      m.at(.seconds(930)) {
        let done = profiles.statistics
        #expect((done.hits, done.loads, done.expirations, done.cost) == (1, 3, 1, 3))
      }
    }
  }

  @Test func `the table of the two times applies to new and to current interests`() {
    marbles(frame: .seconds(30)) { m in
      let api = m.cold("-p|", ["p": Profile(name: "Ada", picture: [])])
      let profiles = m.keep(
        LoaderCache(policy: .profiles(on: m.clock)) { (_: Int) in try await api() }
      )
      let shown = profiles.interest(in: 7)
      for (second, isThere) in [(60, true), (149, true), (151, false), (631, false)] {
        m.at(.seconds(second)) {
          #expect(caption(shown.state) == "Ada")
          #expect((profiles.value(for: 7) != nil) == isThere)
        }
      }
      m.at(.seconds(640)) { shown.cancel() }
      m.expectSubscriptions(api, ["^!"])
    }
  }

  @Test @MainActor func `loads start by priority, and are counted`() async throws {
    let (api, clock) = (ProfileAPI(), ContinuousClock())
    let profiles = LoaderCache(policy: .profiles(on: clock)) { (id: Int) in
      try await api.profile(id)
    }
    let opened = profiles.interest(in: 7, at: .veryHigh)
    let row = KeyedModel(profiles)  // high: a visible row
    row.show(3)
    let ahead = profiles.prefetch(10..<20)  // low; retain it while it is needed
    for id in [7, 3] + Array(10..<20) { _ = try await profiles.load(id) }
    let done = profiles.statistics
    print("\(done.hits) hits, \(done.loads) loads, \(done.evictions) evictions")
    #expect((done.loads, done.cost) == (12, 24))
    withExtendedLifetime((opened, row, ahead)) {}
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("KeepingYourOwnValues")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (6, 0, 2))
    #expect(try article.lines(missingIn: #filePath) == [])
    #expect(try article.diagrams(missingIn: [], besides: #filePath) == [])
  }
}
