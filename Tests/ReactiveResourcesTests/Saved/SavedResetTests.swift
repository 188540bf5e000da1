import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// The moment of a reset: its records are misses before its state is published.
@Suite("Saved values: the moment of a reset (V7)")
struct SavedResetTests {
  private let store = MemoryStore()

  private func text(of key: String) async throws -> String? {
    try await store.record(for: key).map { try JSONDecoder().decode(String.self, from: $0.body) }
  }

  @Test func `a value that a subscriber sets during the reset of a scope is stored`() async throws {
    let saved = SavedValues<Int, String>.json(version: 1, in: store) { "\($0)" }
    let loader = Loader(saved: saved) { (_: Int) async throws -> String in "loaded" }
    loader.set("old", for: 1)
    let subscription = loader.states.dropFirst().sink { [weak loader] state in
      if case .notRequested = state { loader?.set("new", for: 1) }
    }
    let removal = loader.resetForScope()
    #expect(loader.state.value == "new")
    try await removal?()
    await saved.finish()
    #expect(try await text(of: "1") == "new")
    subscription.cancel()
  }

  @Test func `a list that a subscriber loads during the reset of a scope is stored`() async throws {
    let saved = SavedValues<Int, [Page<Int, Row>]>.json(version: 1, pages: 1, in: store) { "\($0)" }
    let list = PagedLoader(saved: saved) { (_: PageRequest<Int, Int>) -> Page<Int, Row> in
      Page([Row(id: 1)], next: nil)
    }
    await list.load(1).outcome()
    let subscription = list.states.dropFirst().sink { [weak list] state in
      if case .notRequested = state { list?.load(2) }
    }
    let removal = list.resetForScope()
    try await removal?()
    await saved.finish()
    #expect(list.state.value?.count == 1)
    #expect(await store.record(for: "1") == nil)
    #expect(await store.record(for: "2") != nil)
    subscription.cancel()
  }

  @Test func `a load between a reset and the removal of its record reads nothing`() async throws {
    let stop = KeyStop()
    let saved = SavedValues<Int, String>.json(version: 1, in: store) { request in
      stop.pass()
      return "\(request)"
    }
    // A young record would be the result.
    let policy = LoadPolicy(freshness: .lasting(.seconds(3_600)))
    let loader = Loader(saved: saved, policy: policy) { (_: Int) async throws -> String in "loaded"
    }
    loader.set("old", for: 1)
    await saved.finish()
    let loads = Log<LoadTask<String, LoadError>>()
    stop.arm()
    await onTwoThreads(1) { _, isFirst in
      if isFirst {
        // It makes the key of the record to remove, and stops there.
        loader.reset()
      } else {
        stop.waitForCall()
        loads.note(loader.loadIfNeeded(1))
        stop.letGo()
      }
    }
    for load in loads.entries { await load.outcome() }
    #expect(loader.state.value == "loaded")
  }
}

private struct Row: Codable, Identifiable { let id: Int }

/// Stops the next call of a function of keys.
private final class KeyStop: Sendable {
  private let isArmed = Log<Bool>()
  private let (called, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  func arm() { isArmed.note(true) }
  func waitForCall() { called.wait() }
  func letGo() { released.signal() }

  func pass() {
    guard isArmed.entries.count == 1 else { return }
    isArmed.note(false)
    called.signal()
    released.wait()
  }
}
