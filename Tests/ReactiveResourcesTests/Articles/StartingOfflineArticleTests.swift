import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

// The code of the article "Starting an app offline", unchanged.

private struct Episode: Codable, Hashable, Identifiable, Sendable {
  let id: Int
}

private struct Notes: Codable, Hashable, Sendable {
  var text: String
}

/// A server of four episodes in two pages, which a test switches off.
private final class EpisodesAPI: Sendable {
  struct NoConnection: Error {}

  let server = URL(filePath: "/server/")
  let files = MemoryTransport()
  private let isOffline = BehaviorRelay(false)

  init() { files.serve(MemoryResource(Data([7])), at: server.appending(path: "1.jpg")) }

  func connect(_ connects: Bool) {
    isOffline.accept(!connects)
    files.clearPlan()
    if !connects { files.plan(.failure(NoConnection()), at: server.appending(path: "1.jpg")) }
  }

  func episodes(_ cursor: Int?) async throws -> Page<Int, Episode> {
    if isOffline.value { throw NoConnection() }
    let first = (cursor ?? 0) * 2
    let next = cursor == nil ? 1 : nil
    return Page([Episode(id: first), Episode(id: first + 1)], next: next)
  }

  func notes(_ id: Int) async throws -> Notes {
    if isOffline.value { throw NoConnection() }
    return Notes(text: "notes of \(id)")
  }
}

private final class PodcastApp: Sendable {
  let list: PagedLoader<NoRequest, Int, Episode, LoadError>
  let notes: ValueCache<Episode.ID, Notes>
  let images: ResourceLoader<Data>
  let scope = LoadScope()
  private let values: DiskCache
  private let files: DiskCache

  init(_ api: EpisodesAPI, _ transport: any ResourceTransport, in folder: URL) throws {
    let values = try DiskCache(folder: folder.appending(path: "values"))
    let files = try DiskCache(folder: folder.appending(path: "images"))
    (self.values, self.files) = (values, files)
    list = PagedLoader(saved: .json("episodes", version: 1, pages: 2, in: values)) { page in
      try await api.episodes(page.cursor)
    }
    notes = LoaderCache(saved: .json(version: 1, in: values) { "notes/\($0)" }) { id in
      try await api.notes(id)
    }
    images = ResourceLoader(ResourceFetcher(store: files, transport: transport)) { key in
      ResourceRequest(api.server.appending(path: key.path))
    }
    scope.add(list)
    scope.add(notes)
    scope.add(images)
  }

  func close() async {
    await values.close()
    await files.close()
  }
}

private func banner(_ error: LoadError?, savedAt: Date?, at now: Date) -> String? {
  guard let savedAt else { return nil }
  let minutes = Int(now.timeIntervalSince(savedAt) / 60)
  return (error == nil ? "Updating" : "Offline") + ", as of \(minutes) minutes ago"
}

private func banner(ofListIn app: PodcastApp, at now: Date) -> String? {
  banner(app.list.state.error, savedAt: app.list.state.latest?.savedAt, at: now)
}

private func banner(of id: Episode.ID, in app: PodcastApp, at now: Date) -> String? {
  banner(app.notes.state(for: id).error, savedAt: app.notes.savedAt(for: id), at: now)
}

@Suite struct `Starting an app offline` {
  /// Starts an app, and opens its list, a detail screen and an image.
  private func start(_ api: EpisodesAPI, in folder: URL) async throws -> PodcastApp {
    let app = try PodcastApp(api, api.files, in: folder)
    await app.list.loadIfNeeded().outcome()
    return app
  }

  @Test func `the second launch has list, notes and image without a network`() async throws {
    let (scratch, api) = (ScratchFolder(), EpisodesAPI())
    let first = try await start(api, in: scratch.url)
    await first.list.next().outcome()
    _ = try await first.notes.load(1)
    _ = try await first.images.load(ResourceKey("1.jpg"))
    #expect(banner(ofListIn: first, at: .distantFuture) == nil)
    await first.close()

    api.connect(false)
    let app = try await start(api, in: scratch.url)
    let (notes, image) = (app.notes.interest(in: 1), app.images.interest(in: ResourceKey("1.jpg")))
    await notes.outcome()
    await image.outcome()
    let later = try #require(app.list.state.latest?.savedAt) + 650
    #expect(app.list.state.latest.map(Array.init) == (0...3).map { Episode(id: $0) })
    #expect(banner(ofListIn: app, at: later) == "Offline, as of 10 minutes ago")
    #expect(app.notes.state(for: 1).latest == Notes(text: "notes of 1"))
    #expect(banner(of: 1, in: app, at: later) == "Offline, as of 10 minutes ago")
    #expect(app.images.state(for: ResourceKey("1.jpg")).latest?.value == Data([7]))

    api.connect(true)
    let list = app.list.states.sink { _ in }
    app.scope.retryFailed()
    await app.list.retry().outcome()
    await notes.outcome()
    #expect(app.list.state.value?.count == 4 && banner(ofListIn: app, at: later) == nil)
    #expect(banner(of: 1, in: app, at: later) == nil)
    list.cancel()

    try await app.scope.reset()
    #expect(app.list.state == .notRequested)
    await app.close()
    api.connect(false)
    let next = try await start(api, in: scratch.url)
    #expect(next.list.state.latest == nil)
    await next.close()
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("StartingAnAppOffline", of: "ReactiveResources")
    #expect(article.blocks.count == 4 && article.others == 0)
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
