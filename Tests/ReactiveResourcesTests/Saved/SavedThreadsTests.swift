import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// Two threads change one saved value at the same time, on a store that suspends.
///
/// After a reset nothing from before is visible or in the store, and after `finish()` the store has
/// the newest value.
@Suite("Threads: saved values (V3, V5, V7)", .serialized)
struct SavedThreadsTests {
  private typealias TextLoader = Loader<Int, String, LoadError>

  private static let rounds = 1000
  private let store = SuspendingStore()

  private var saved: SavedValues<Int, String> { .json(version: 1, in: store) { "\($0)" } }

  /// Saves the text `old` for each round.
  private func saveOldTexts(_ saved: SavedValues<Int, String>) async {
    let loader = Loader(saved: saved) { (_: Int) async throws -> String in "old" }
    for round in 0..<Self.rounds { loader.set("old", for: round) }
    await saved.finish()
  }

  private func loaders(_ saved: SavedValues<Int, String>) -> [TextLoader] {
    (0..<Self.rounds).map { _ in
      Loader(saved: saved) { (_: Int) async throws -> String in
        await SuspendingStore.suspend()
        return "new"
      }
    }
  }

  /// Performs two calls of a loader for each round; returns the loaders after all of their work.
  private func race(
    _ first: @escaping @Sendable (TextLoader, Int) -> LoadTask<String, LoadError>?,
    _ second: @escaping @Sendable (TextLoader, Int) -> LoadTask<String, LoadError>?
  ) async -> [TextLoader] {
    let saved = saved
    await saveOldTexts(saved)
    let (loaders, loads) = (loaders(saved), Log<LoadTask<String, LoadError>>())
    await onTwoThreads(Self.rounds) { round, isFirst in
      let loader = loaders[round]
      if let load = isFirst ? first(loader, round) : second(loader, round) { loads.note(load) }
    }
    for load in loads.entries { await load.outcome() }
    await saved.finish()
    return loaders
  }

  private func checkRecords(_ loaders: [TextLoader], _ texts: [String?]) async {
    var differences = 0
    for (round, loader) in loaders.enumerated() {
      let (value, text) = (loader.state.latest, await store.text(of: "\(round)"))
      if loader.state.isLoading || value != text || !texts.contains(value) { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test func `a read and a reset: the old value is neither visible nor in the store`() async {
    let old = Log<Int>()
    let loaders = await race {
      $0.load($1)
    } _: { loader, round in
      loader.reset()
      if loader.state.latest == "old" { old.note(round) }
      return nil
    }
    #expect(old.entries == [])
    await checkRecords(loaders, [nil, "new"])
  }

  @Test func `a read and a set: the newest value is in the store`() async {
    let old = Log<Int>()
    let loaders = await race {
      $0.load($1)
    } _: { loader, round in
      loader.set("set", for: round)
      if loader.state.latest == "old" { old.note(round) }
      return nil
    }
    #expect(old.entries == [])
    await checkRecords(loaders, ["set", "new"])
  }

  @Test func `a save and a reset: the store has the value that is visible, or none`() async {
    let loaders = await race { loader, round in
      loader.set("set", for: round)
      return nil
    } _: { loader, _ in
      loader.reset()
      return nil
    }
    await checkRecords(loaders, [nil, "set"])
  }

  @Test func `a save and a removal of all: the store has the cached value, or none`() async {
    let rounds = (0..<Self.rounds).map { _ in CacheRound() }
    await onTwoThreads(Self.rounds) { round, isFirst in
      let cache = rounds[round].cache
      if isFirst { cache.set("set", for: 1) } else { cache.removeAll() }
    }
    var differences = 0
    for round in rounds {
      await round.saved.finish()
      let text = await round.store.text(of: "1")
      if text != round.cache.state(for: 1).value { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test func `a list and a reset: the store has the visible list, or none`() async {
    let rounds = (0..<Self.rounds).map { _ in ListRound() }
    let loads = Log<LoadTask<PagedList<Int, NumberedRow, LoadError>, LoadError>>()
    await onTwoThreads(Self.rounds) { round, isFirst in
      let rows = rounds[round].rows
      if isFirst { loads.note(rows.load(1)) } else { rows.reset() }
    }
    for load in loads.entries { await load.outcome() }
    var differences = 0
    for round in rounds {
      await round.saved.finish()
      let isSaved = await round.store.text(of: "1") != nil
      if isSaved != (round.rows.state.value != nil) { differences += 1 }
    }
    #expect(differences == 0)
  }
}

extension SavedThreadsTests {
  @Test func `a save and the reset of a scope: the store has the visible value, or none`() async {
    let rounds = (0..<Self.rounds).map { _ in TextRound() }
    let removals = Log<ScopeRemoval?>()
    await onTwoThreads(Self.rounds) { round, isFirst in
      let text = rounds[round].text
      if isFirst { text.set("set", for: 1) } else { removals.note(text.resetForScope()) }
    }
    for removal in removals.entries { try? await removal?() }
    var differences = 0
    for round in rounds {
      await round.saved.finish()
      let text = await round.store.text(of: "1")
      if text != round.text.state.value { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test func `a read and the reset of a scope: no other record of before is visible`() async {
    let rounds = (0..<Self.rounds).map { _ in TextRound() }
    for round in rounds { round.text.set("old", for: 2) }
    for round in rounds { await round.saved.finish() }
    let removals = Log<ScopeRemoval?>()
    let loads = Log<LoadTask<String, LoadError>>()
    let old = Log<Int>()
    await onTwoThreads(Self.rounds) { round, isFirst in
      let text = rounds[round].text
      if isFirst {
        loads.note(text.load(2))
      } else {
        removals.note(text.resetForScope())
        if text.state.latest == "old" { old.note(round) }
      }
    }
    for load in loads.entries { await load.outcome() }
    for removal in removals.entries { try? await removal?() }
    var differences = old.entries.count
    for round in rounds {
      await round.saved.finish()
      if round.text.state.latest == "old" { differences += 1 }
      let text = await round.store.text(of: "2")
      if text != round.text.state.value { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test func `a list and the reset of a scope: the store has the visible list, or none`() async {
    let rounds = (0..<Self.rounds).map { _ in ListRound(suspends: false) }
    let removals = Log<ScopeRemoval?>()
    let loads = Log<LoadTask<PagedList<Int, NumberedRow, LoadError>, LoadError>>()
    await onTwoThreads(Self.rounds) { round, isFirst in
      let rows = rounds[round].rows
      if isFirst { loads.note(rows.load(1)) } else { removals.note(rows.resetForScope()) }
    }
    for load in loads.entries { await load.outcome() }
    for removal in removals.entries { try? await removal?() }
    var differences = 0
    for round in rounds {
      await round.saved.finish()
      let isSaved = await round.store.text(of: "1") != nil
      if isSaved != (round.rows.state.value != nil) { differences += 1 }
    }
    #expect(differences == 0)
  }
}

/// A loader that saves two requests.
private struct TextRound {
  let store = SuspendingStore()
  let saved: SavedValues<Int, String>
  let text: Loader<Int, String, LoadError>

  init() {
    let saved = SavedValues<Int, String>.json(version: 1, in: store) { "\($0)" }
    text = Loader(saved: saved) { (_: Int) async throws -> String in "new" }
    self.saved = saved
  }
}

/// A cache that saves one key.
private struct CacheRound {
  let store = SuspendingStore()
  let saved: SavedValues<Int, String>
  let cache: ValueCache<Int, String>

  init() {
    let saved = SavedValues<Int, String>.json(version: 1, in: store) { "\($0)" }
    cache = LoaderCache(saved: saved) { (_: Int) async throws -> String in "new" }
    self.saved = saved
  }
}

private struct NumberedRow: Codable, Identifiable { let id: Int }

/// A list of one page.
private struct ListRound {
  let store = SuspendingStore()
  let saved: SavedValues<Int, [Page<Int, NumberedRow>]>
  let rows: PagedLoader<Int, Int, NumberedRow, LoadError>

  init(suspends: Bool = true) {
    let saved = SavedValues<Int, [Page<Int, NumberedRow>]>
      .json(version: 1, pages: 1, in: store) { "\($0)" }
    rows = PagedLoader(saved: saved) {
      (_: PageRequest<Int, Int>) async throws -> Page<Int, NumberedRow> in
      if suspends { await SuspendingStore.suspend() }
      return Page([NumberedRow(id: 1)], next: nil)
    }
    self.saved = saved
  }
}
