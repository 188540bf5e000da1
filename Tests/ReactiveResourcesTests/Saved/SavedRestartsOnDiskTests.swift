import Foundation
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// Loaders, caches and lists in a folder that is opened again, as after a restart.
@Suite struct `Restarts with a disk cache (V1 to V11)` {
  private struct Offline: Error {}

  private let folder = ScratchFolder()
  private let date = SettableDate()
  private let requests = Log<Int>()

  private func disk(_ hooks: DiskHooks = DiskHooks()) throws -> DiskCache {
    try DiskCache(folder: folder.url, policy: DiskCachePolicy(), hooks: hooks)
  }

  private typealias Forecasts = Loader<Town, Forecast, LoadError>
  private typealias Rows = PagedLoader<String, Int, Forecast, LoadError>

  private func forecasts(
    in disk: some ResourceStore,
    _ policy: LoadPolicy = LoadPolicy(),
    isOnline: Bool = true
  ) -> Forecasts {
    let saved = SavedValues<Town, Forecast>
      .json(version: 1, in: disk, wallClock: date.clock) { "forecast/\($0.id)" }
    return Loader(saved: saved, policy: policy) {
      [requests] (town: Town) async throws -> Forecast in
      requests.note(town.id)
      if !isOnline { throw Offline() }
      return Forecast(id: town.id, text: "rain")
    }
  }

  /// Loads and saves the value of town 1.
  private func saveTown(in disk: DiskCache) async {
    let loader = forecasts(in: disk)
    await loader.load(Town(id: 1)).outcome()
    await disk.desk.finish()
  }

  private func cache(in disk: DiskCache) -> ValueCache<Int, Forecast> {
    let saved = SavedValues<Int, Forecast>
      .json(version: 1, in: disk, wallClock: date.clock) { "day/\($0)" }
    let load = LoadPolicy(freshness: .lasting(.seconds(60)))
    return LoaderCache(saved: saved, policy: CachePolicy(load: load)) {
      [requests] (day: Int) async throws -> Forecast in
      requests.note(day)
      return Forecast(id: day, text: "new")
    }
  }

  private func rows(in disk: DiskCache, isOnline: Bool = true) -> Rows {
    let saved = SavedValues<String, [Page<Int, Forecast>]>
      .json(version: 1, pages: 2, in: disk, wallClock: date.clock) { "rows/\($0)" }
    return PagedLoader(saved: saved) {
      [requests] (page: PageRequest<String, Int>) async throws -> Page<Int, Forecast> in
      let number = page.cursor ?? 0
      requests.note(number)
      if !isOnline, number == 0 { throw Offline() }
      return Page([Forecast(id: number, text: "page")], next: number < 5 ? number + 1 : nil)
    }
  }

  // MARK: Two openings

  @Test func `a loader shows the edited value of each request, with its exact date`() async throws {
    let first = try disk()
    await saveTown(in: first)
    date.advance(0.1)
    let loader = forecasts(in: first)
    await loader.load(Town(id: 2)).outcome()
    loader.edit { $0.text = "sun" }
    await first.close()
    date.advance(7200)
    let second = try disk()
    let next = forecasts(in: second, isOnline: false)
    for (id, text, savedAt) in [(1, "rain", Date.start), (2, "sun", Date.start + 0.1)] {
      await next.load(Town(id: id)).outcome()
      guard case .failed(let failed) = next.state else {
        Issue.record("\(next.state)")
        continue
      }
      #expect(failed.previous == Forecast(id: id, text: text))
      #expect(failed.savedAt == savedAt)
    }
    await second.close()
  }

  @Test func `a young value of the first opening is the result in the second`() async throws {
    let first = try disk()
    await saveTown(in: first)
    await first.close()
    let policy = LoadPolicy(freshness: .lasting(.seconds(60)))
    for (seconds, count) in [(59.0, 1), (1, 2)] {
      date.advance(seconds)
      let next = try disk()
      let loader = forecasts(in: next, policy)
      await loader.loadIfNeeded(Town(id: 1)).outcome()
      #expect(loader.state == .loaded(Forecast(id: 1, text: "rain")))
      #expect(requests.entries.count == count)
      await next.close()
    }
  }

  @Test func `a reset in the second opening removes the record of the first`() async throws {
    let first = try disk()
    await saveTown(in: first)
    await first.close()
    #expect(folder.names.count == 1)
    let second = try disk()
    let loader = forecasts(in: second, isOnline: false)
    await loader.load(Town(id: 1)).outcome()
    loader.reset()
    await second.close()
    #expect(folder.names == [])
  }

  @Test func `a cache restores its keys, and a key that was invalidated without a value is stale`()
    async throws
  {
    let first = try disk()
    let days = cache(in: first)
    for day in 1...4 { days.set(Forecast(id: day, text: "old"), for: day) }
    days.remove(2)
    await first.close()
    let second = try disk()
    // Not in memory.
    cache(in: second).invalidate(3)
    await second.close()
    let third = try disk()
    let restored = cache(in: third)
    #expect(try await restored.load(1).text == "old")
    #expect(try await restored.load(4).text == "old")
    #expect(requests.entries == [])
    #expect(try await restored.load(2).text == "new")
    #expect(try await restored.load(3).text == "new")
    #expect(requests.entries == [2, 3])
    await third.close()
  }

  @Test func `a list shows its saved pages, and continues with their cursor`() async throws {
    let first = try disk()
    let all = rows(in: first)
    await all.load("a").outcome()
    for _ in 1...3 { await all.next().outcome() }
    #expect(requests.entries == [0, 1, 2, 3])
    await first.close()
    date.advance(60)
    let second = try disk()
    let next = rows(in: second, isOnline: false)
    await next.load("a").outcome()
    #expect(next.state.latest?.map(\.id) == [0, 1])
    #expect(next.state.latest?.savedAt == .start)
    #expect(next.state.latest?.isStale == true)
    await next.next().outcome()
    #expect(next.state.latest?.map(\.id) == [0, 1, 2])
    #expect(requests.entries == [0, 1, 2, 3, 0, 2])
    await second.close()
  }

  // MARK: Folders

  @Test func `in a read-only folder values are restored and loaded, and each save is reported`()
    async throws
  {
    let first = try disk()
    await saveTown(in: first)
    await first.close()
    let changes: Set<DiskStep> = [.create, .writeHead, .writeBody, .setDate, .rename, .remove]
    let readOnly = try disk(
      DiskHooks { step throws(FileError) in
        if changes.contains(step) { throw FileError(code: EROFS) }
      }
    )
    let reports = Log<String>()
    let observer = LoadObserver { event in
      if case .recordFailed(let error) = event.kind { reports.note(error.localizedDescription) }
    }
    let loader = forecasts(in: readOnly, LoadPolicy(observer: observer), isOnline: false)
    await loader.load(Town(id: 1)).outcome()
    #expect(loader.state.latest?.text == "rain")
    loader.set(Forecast(id: 1, text: "set"), for: Town(id: 1))
    loader.reset()
    await readOnly.close()
    #expect(reports.entries.count >= 1)
    #expect(reports.entries.allSatisfy { $0.contains("Read-only file system") })
    // The removal was prevented.
    let third = try disk()
    let next = forecasts(in: third, isOnline: false)
    await next.load(Town(id: 1)).outcome()
    #expect(next.state.latest?.text == "rain")
    await third.close()
  }

  @Test(.enabled(if: geteuid() != 0, "root may write into any folder"))
  func `a folder without the permission to write cannot be opened`() async throws {
    let first = try disk()
    await saveTown(in: first)
    await first.close()
    #expect(chmod(folder.url.path, 0o500) == 0)
    #expect(chmod(folder.url.appending(path: "lock").path, 0o400) == 0)
    defer { _ = chmod(folder.url.path, 0o700) }
    #expect(throws: DiskCacheError.cannotOpen(folder: folder.url, code: EACCES)) { try disk() }
  }

  @Test func `two caches of one folder: the second is refused, and opens after the first`()
    async throws
  {
    let first = try disk()
    let loader = forecasts(in: first)
    await loader.load(Town(id: 1)).outcome()
    let process = ProcessInfo.processInfo.processIdentifier
    #expect(throws: DiskCacheError.inUse(folder: folder.url, process: process)) { try disk() }
    loader.edit { $0.text = "sun" }
    await first.close()
    let second = try disk()
    let next = forecasts(in: second, isOnline: false)
    await next.load(Town(id: 1)).outcome()
    #expect(next.state.latest?.text == "sun")
    // The first one is closed: its values are not saved, and its loader works.
    loader.set(Forecast(id: 1, text: "late"), for: Town(id: 1))
    #expect(loader.state == .loaded(Forecast(id: 1, text: "late")))
    await second.close()
    let third = try disk()
    let last = forecasts(in: third, isOnline: false)
    await last.load(Town(id: 1)).outcome()
    #expect(last.state.latest?.text == "sun")
    await third.close()
  }

  #if os(macOS) || os(Linux)
  @Test func `a folder of another process: its values are restored when that has ended`()
    async throws
  {
    let first = try disk()
    await saveTown(in: first)
    await first.close()
    let victim = try Victim("hold", folder.url)
    await victim.firstOutput()
    let error = DiskCacheError.inUse(folder: folder.url, process: victim.processID)
    #expect(throws: error) { try disk() }
    let loader = forecasts(in: MemoryStore())
    await loader.load(Town(id: 1)).outcome()
    #expect(loader.state == .loaded(Forecast(id: 1, text: "rain")))
    victim.kill()
    #expect(try await victim.end().wasKilled)
    let second = try disk()
    let next = forecasts(in: second, isOnline: false)
    await next.load(Town(id: 1)).outcome()
    #expect(next.state.latest?.text == "rain")
    await second.close()
  }
  #endif
}

private struct Town: Hashable { let id: Int }

private struct Forecast: Codable, Hashable, Identifiable {
  let id: Int
  var text: String
}
