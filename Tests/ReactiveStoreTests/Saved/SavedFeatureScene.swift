import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import ReactiveStore
import StoreTesting
import TestSupport
import Testing

/// A store of records whose calls take virtual time.
///
/// Its calls are published at their end: `r` for a read, the body of a save, `x` for a removal, `X`
/// for that of all records.
final class SlowStore: ResourceStore {
  struct Full: Error {}

  let calls = PublishRelay<String>()
  let memory = MemoryStore()
  /// Removals of all records fail if it has an entry.
  let faults = Log<String>()
  private let clock: any Clock<Duration>
  private let delay: Duration

  init(_ clock: any Clock<Duration>, _ delay: Duration) {
    (self.clock, self.delay) = (clock, delay)
  }

  private func wait() async throws { if delay > .zero { try await clock.sleep(for: delay) } }

  func record(for key: String) async throws -> ResourceRecord? {
    try await wait()
    calls.accept("r")
    return await memory.record(for: key)
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    try await wait()
    calls.accept(String(decoding: record.body, as: UTF8.self))
    try await memory.save(record, for: key)
  }

  func removeRecord(for key: String) async throws {
    try await wait()
    calls.accept("x")
    await memory.removeRecord(for: key)
  }

  func removeAll() async throws {
    try await wait()
    calls.accept("X")
    if !faults.entries.isEmpty { throw Full() }
    memory.removeAll()
  }
}

/// A store of records in which a text and lists of notes are saved; a character is a second.
struct SavedFeatureScene {
  typealias Notes = Page<Int, SavedFeature.Note>

  struct Offline: Error, Hashable {}

  let m: Marbles
  let store: SlowStore
  let observed = Log<String>()
  private let wallClock: WallClock

  init(_ m: Marbles, _ delay: Duration = .seconds(1)) {
    self.m = m
    store = m.keep(SlowStore(m.clock, delay))
    wallClock = WallClock(from: m.clock)
  }

  /// The date of a record with an age at the start.
  static func date(_ age: Double) -> Date { Date(timeIntervalSinceReferenceDate: -age) }

  /// Saves a record at the start of the run: a text as it is, and a list as `12/3`.
  func save(_ key: String, _ body: String, age: Double = 7200) {
    let metadata = [
      "saved-codec": "test", "saved-type": "", "saved-version": "1", "saved-at": "\(-age)",
    ]
    let record = ResourceRecord(metadata: metadata, body: Data(body.utf8))
    m.at(.zero) { [m, memory = store.memory] in
      m.keep(Task { try? await memory.save(record, for: key) })
    }
  }

  /// Expects a record at a time: its body, its date in seconds, and whether it is stale.
  func expectRecord(_ key: String, _ expected: String?, at time: Duration) {
    m.at(time) { [m, memory = store.memory] in
      m.keep(
        Task {
          let record = await memory.record(for: key)
          let text = record.map { record in
            let isStale = record.metadata["saved-stale"] == nil ? "" : " stale"
            let body = String(decoding: record.body, as: UTF8.self)
            return "\(body) of \(record.metadata["saved-at"] ?? "")\(isStale)"
          }
          #expect(text == expected, "the record of \(key)")
        }
      )
    }
  }

  var texts: SavedValues<NoRequest, String> { texts { _ in "text" } }

  func texts<Request>(
    _ key: @escaping @Sendable (Request) -> String
  ) -> SavedValues<Request, String> {
    SavedValues(codec: "test", version: 1, in: store, wallClock: wallClock) {
      Data($0.utf8)
    } decode: {
      String(decoding: $0, as: UTF8.self)
    } key: {
      key($0)
    }
  }

  /// The lists, each as the ids of its notes, with a slash between the pages.
  var lists: SavedValues<String, [Notes]> {
    SavedValues<String, [Notes]>(codec: "test", version: 1, in: store, wallClock: wallClock) {
      Data($0.map { $0.items.map { "\($0.id)" }.joined() }.joined(separator: "/").utf8)
    } decode: { body in
      let pages = String(decoding: body, as: UTF8.self).split(separator: "/")
      return pages.enumerated().map { number, ids in Self.page(String(ids), next: number + 2) }
    } key: {
      $0
    }.pages(2)
  }

  static func page(_ ids: String, next: Int? = nil) -> Notes {
    Page(ids.map { SavedFeature.Note(id: Int(String($0)) ?? 0) }, next: next)
  }

  func policy(_ freshness: Freshness) -> LoadPolicy {
    let observer = LoadObserver { [observed] event in
      switch event.kind {
      case .restored(let value): observed.note("restored \(value)")
      case .succeeded(let value): observed.note("succeeded \(value)")
      case .saved: observed.note("saved")
      case .recordFailed(let error): observed.note(error.localizedDescription)
      case .cancelled: observed.note("cancelled")
      case .replaced: observed.note("replaced")
      case _: break
      }
    }
    return LoadPolicy(freshness: freshness, clock: m.clock, observer: observer)
  }

  func reducer(
    _ text: String,
    _ pages: String,
    _ later: [String] = [],
    _ freshness: Freshness
  ) -> SavedFeature {
    let load = m.cold(text, failure: Offline(), then: later)
    let page = m.cold(pages, failure: Offline(), then: later)
    return SavedFeature(policy: policy(freshness), texts: texts, lists: lists) {
      try await load()
    } page: { request in
      Self.page(try await page(), next: (request.cursor ?? 1) + 1)
    }
  }

  /// A feature that counts the calls of its load function.
  func countingReducer(_ calls: Log<String>, _ freshness: Freshness) -> SavedFeature {
    SavedFeature(policy: policy(freshness), texts: texts, lists: lists) {
      calls.note("load")
      return "b"
    } page: { _ in
      Self.page("1")
    }
  }

  /// A store whose texts or pages are diagrams.
  func feature(
    _ diagram: String,
    _ later: String...,
    freshness: Freshness = .forever
  ) -> SavedStore {
    m.keep(
      Store(SavedFeature.State()) { reducer(diagram, diagram, later, freshness) }
    )
  }

  typealias Text = LoadState<String>

  /// The states of a text over the record `a` with an age.
  static func texts(_ age: Double) -> [String: Text] {
    let date = date(age)
    return [
      "n": .notRequested, "l": .loading, "A": .loaded("a"), "B": .loaded("b"), "C": .loaded("c"),
      "S": .loading(Loading(previous: "a", savedAt: date)),
      "E": .loading(Loading(previous: "ae", savedAt: date)),
      "T": .loading(Loading(previous: "t")),
      "F": .failed(Failed(error: LoadError(Offline()), previous: "a", savedAt: date)),
      "G": .failed(Failed(error: LoadError(Offline()), previous: "ae", savedAt: date)),
      "r": .loading(Loading(previous: "a", cause: .refresh)),
    ]
  }
}

extension SavedStore {
  /// The states of the text.
  var texts: some Publisher<LoadState<String>, Never> {
    states.map(\.text.loadable).removeDuplicates()
  }

  /// The states of the list: `n`, `l` without a list, `S` loading over a saved list and `r` over
  /// another, `F` failed over a saved list, and the number of items of a loaded one.
  var lists: some Publisher<String, Never> {
    states.map(\.notes).removeDuplicates().map { notes in
      switch notes.loadable {
      case .notRequested: "n"
      case .loading(let loading):
        loading.previous == nil ? "l" : loading.savedAt == nil ? "r" : "S"
      case .failed(let failed): failed.savedAt == nil ? "f" : "F"
      case .loaded(let list): "\(list.count)"
      }
    }
  }
}
