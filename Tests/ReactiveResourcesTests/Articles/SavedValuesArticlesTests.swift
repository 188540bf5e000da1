import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

// The code of the articles on saved values, unchanged.

struct City: Hashable, Sendable { var id = 7 }

private struct PodcastAPI: Sendable {
  func podcasts() async throws -> [Podcast] { [Podcast(title: "a")] }
  func profile(_ id: Int) async throws -> String { "profile of \(id)" }
  func forecast(_ city: City) async throws -> String { "rain in \(city.id)" }
  func feed(_ page: PageRequest<String, Int>) async throws -> Page<Int, Post> {
    Page([Post(id: 1)], next: nil)
  }
}

private struct Post: Codable, Identifiable { let id: Int }

struct Podcast: Codable, Hashable {
  var title: String
  var tags: [String]  // since version 2 of the app

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
  }

  init(title: String) { (self.title, tags) = (title, []) }
}

private struct OldPodcast: Codable { var title: String }
private struct Show: Codable, Hashable { var name: String }
private struct OldShow: Codable { var title: String }

func banner(_ state: LoadState<[Podcast]>, at now: Date) -> String? {
  switch state {
  case .loading(let loading): loading.savedAt.map { "Updating. As of \(age(of: $0, at: now))" }
  case .failed(let failed): failed.savedAt.map { "Offline. As of \(age(of: $0, at: now))" }
  case .notRequested, .loaded: nil
  }
}

func age(of date: Date, at now: Date) -> String {
  let minutes = Int(now.timeIntervalSince(date) / 60)
  return minutes < 120 ? "\(minutes) minutes ago" : "\(minutes / 60) hours ago"
}

struct EncryptedStore: ResourceStore {
  let store: any ResourceStore
  let seal: @Sendable (Data) throws -> Data
  let open: @Sendable (Data) throws -> Data

  func record(for key: String) async throws -> ResourceRecord? {
    guard var record = try await store.record(for: key) else { return nil }
    record.body = try open(record.body)
    return record
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    var record = record
    record.body = try seal(record.body)
    try await store.save(record, for: key)
  }

  func removeRecord(for key: String) async throws { try await store.removeRecord(for: key) }
  func removeAll() async throws { try await store.removeAll() }
}

@Suite struct `The code of the articles on saved values` {
  @Test func `a loader shows what an earlier one saved`() async throws {
    let (scratch, api) = (ScratchFolder(), PodcastAPI())
    let folder = scratch.url
    let disk = try DiskCache(folder: folder)
    let podcasts = Loader(saved: .json("podcasts", version: 2, in: disk)) {
      try await api.podcasts()
    }
    let forecast = Loader(saved: .json(version: 1, in: disk) { "forecast/\($0.id)" }) { (c: City) in
      try await api.forecast(c)
    }
    let profiles = LoaderCache(saved: .json(version: 1, in: disk) { "profile/\($0)" }) {
      try await api.profile($0)
    }
    let feed = PagedLoader(saved: .json(version: 1, pages: 2, in: disk) { "feed/\($0)" }) {
      (page: PageRequest<String, Int>) in try await api.feed(page)
    }
    #expect(try await profiles.load(1) == "profile of 1")
    await podcasts.load().outcome()
    await forecast.load(City()).outcome()
    await feed.load("news").outcome()
    await disk.close()
    #expect(scratch.names.count == 4)
    let next = try DiskCache(folder: folder)
    struct Offline: Error {}
    let offline = Loader<NoRequest, [Podcast], LoadError>(
      saved: .json("podcasts", version: 2, in: next)
    ) { () async throws -> [Podcast] in throw Offline() }
    await offline.load().outcome()
    #expect(offline.state.latest == [Podcast(title: "a")])
    #expect(banner(offline.state, at: Date.start) != nil)
    await next.close()
  }

  @Test func `a banner has the age of a saved value`() {
    let state = LoadState<[Podcast]>.loading(Loading(previous: [], savedAt: .start))
    #expect(banner(state, at: .start + 600) == "Updating. As of 10 minutes ago")
    let failed = Failed<[Podcast], LoadError>(
      error: LoadError(CancellationError()),
      previous: [],
      savedAt: .start
    )
    #expect(banner(.failed(failed), at: .start + 7200) == "Offline. As of 2 hours ago")
    #expect(banner(.loaded([]), at: .start) == nil)
  }

  @Test func `an observer receives a fault of a record`() async throws {
    struct Texts { let log: Log<String>; func warning(_ text: String) { log.note(text) } }
    let lines = Log<String>()
    let log = Texts(log: lines)
    let observer = LoadObserver { event in
      if case .recordFailed(let error) = event.kind { log.warning("\(error.localizedDescription)") }
    }
    let store = MemoryStore()
    try await store.save(.text("x"), for: "text")
    let loader = Loader(
      saved: .json("text", version: 1, in: store),
      policy: LoadPolicy(observer: observer)
    ) { "a" }
    await loader.load().outcome()
    #expect(lines.entries.count == 1)
  }

  @Test func `a test saves in memory`() {
    let store = MemoryStore()
    marbles(frame: .seconds(1)) { m in
      let saved = SavedValues<NoRequest, String>
        .json("text", version: 1, in: store, wallClock: WallClock(from: m.clock))
      let answer = m.cold("---a|")
      let loader = m.keep(Loader(saved: saved) { try await answer() })
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nl--a", ["n": .notRequested, "l": .loading, "a": .loaded("a")])
    }
  }

  @Test func `a test restores what another loader has saved`() {
    let (store, start) = (MemoryStore(), Date(timeIntervalSinceReferenceDate: 0))
    marbles(frame: .seconds(1)) { m in
      let wallClock = WallClock(from: m.clock, startingAt: start)
      let saved = SavedValues<NoRequest, String>
        .json("text", version: 1, in: store, wallClock: wallClock)
      let earlier = m.keep(Loader(saved: saved) { "a" })
      m.at(.zero) { earlier.set("a") }
      let answer = m.cold("---b|")
      let loader = m.keep(Loader(saved: saved) { try await answer() })
      m.at(.seconds(1)) { loader.load() }
      m.expect(
        loader.states,
        "n(lS)--b",
        .states(loaded: ["b": "b"], restored: ["S": "a"], savedAt: start)
      )
    }
  }

  @Test func `a program waits for the last writes`() async throws {
    let scratch = ScratchFolder()
    let disk = try DiskCache(folder: scratch.url)
    let saved = SavedValues<NoRequest, Int>.json("number", version: 1, in: disk)
    let loader = Loader(saved: saved) { 7 }
    await loader.load().outcome()
    await saved.finish()
    await disk.close()
    #expect(scratch.names.count == 1)
  }

  @Test func `a store encrypts another one`() async throws {
    let memory = MemoryStore()
    let turned: @Sendable (Data) -> Data = { Data($0.map { ~$0 }) }
    let store = EncryptedStore(store: memory, seal: turned, open: turned)
    let saved = SavedValues<NoRequest, String>.json("text", version: 1, in: store)
    let loader = Loader(saved: saved) { "secret" }
    await loader.load().outcome()
    await saved.finish()
    let body = try #require(await memory.record(for: "text")?.body)
    #expect(turned(body) == Data("\"secret\"".utf8))
    struct Offline: Error {}
    let next = Loader(saved: saved) { () async throws -> String in throw Offline() }
    await next.load().outcome()
    #expect(next.state.latest == "secret")
    try await store.removeAll()
    try await store.removeRecord(for: "text")
    #expect(memory.count == 0)
  }

  @Test func `a new property has a default`() throws {
    let bytes = try JSONEncoder().encode(OldPodcast(title: "a"))
    #expect(try JSONDecoder().decode(Podcast.self, from: bytes) == Podcast(title: "a"))
  }

  @Test func `a pair of functions reads both versions`() async throws {
    let store = MemoryStore()
    let old = SavedValues<NoRequest, [OldShow]>.json("shows", version: 1, in: store)
    await Loader(saved: old) { [OldShow(title: "a")] }.load().outcome()
    await old.finish()
    let shows = SavedValues<NoRequest, [Show]>(codec: "json", version: 1, in: store) { shows in
      try JSONEncoder().encode(shows)
    } decode: { data in
      if let shows = try? JSONDecoder().decode([Show].self, from: data) { return shows }
      return try JSONDecoder().decode([OldShow].self, from: data).map { Show(name: $0.title) }
    } key: { _ in
      "shows"
    }
    struct Offline: Error {}
    let next = Loader(saved: shows) { () async throws -> [Show] in throw Offline() }
    await next.load().outcome()
    #expect(next.state.latest == [Show(name: "a")])
  }

  @Test(arguments: ["ShowingSavedValuesFirst", "PuttingAStoreBehindSavedValues"])
  func `a test has every line and every diagram of the articles`(_ name: String) throws {
    let article = try ArticleCode(name, of: "ReactiveResources")
    #expect(article.blocks.count == (name.hasPrefix("S") ? 6 : 3) && article.others == 0)
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = ["../Saved/SavedLoaderTests.swift", "../Saved/SavedOrderTests.swift"]
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}
