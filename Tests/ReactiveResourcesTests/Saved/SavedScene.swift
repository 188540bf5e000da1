import Foundation
import LoadableTesting
import TestSupport

@testable import ReactiveResources

/// A store whose calls take a second, and loaders that save texts in it, in virtual time.
struct SavedScene {
  struct Offline: Error, Hashable {}

  let m: Marbles
  let store: PublishingStore
  let wallClock: WallClock
  let observed = Log<String>()

  /// Creates a scene whose store has texts with an age in seconds.
  init(
    _ m: Marbles,
    _ delay: Duration = .seconds(1),
    _ texts: [String: (text: String, age: Double)] = [:]
  ) {
    self.m = m
    store = m.keep(PublishingStore(m.clock, delay))
    wallClock = WallClock(from: m.clock)
    for (key, (text, age)) in texts {
      let metadata = SavedMetadata(.text, date: Self.date(before: age), isStale: false)
      let record = ResourceRecord(metadata: metadata.fields, body: Data(text.utf8))
      m.at(.zero) { [store] in m.keep(Task { try? await store.memory.save(record, for: key) }) }
    }
  }

  /// The date of a record with an age at the start.
  static func date(before age: Double) -> Date { Date(timeIntervalSinceReferenceDate: -age) }

  /// The policy of a loader with an observer of its records.
  func policy(
    _ freshness: Freshness = .forever,
    timeout: LoadTimeout? = nil,
    in queue: LoadQueue? = nil
  ) -> LoadPolicy {
    let observer = LoadObserver { [observed] event in
      switch event.kind {
      case .restored(let value): observed.note("restored \(value)")
      case .saved: observed.note("saved")
      case .recordFailed(let error): observed.note(error.localizedDescription)
      case _: break
      }
    }
    return LoadPolicy(
      freshness: freshness,
      timeout: timeout,
      queue: queue,
      clock: m.clock,
      observer: observer
    )
  }

  func saved<Request>(
    _ key: @escaping @Sendable (Request) -> String
  ) -> SavedValues<Request, String> {
    SavedValues(codec: "text", version: 1, in: store, wallClock: wallClock) {
      Data($0.utf8)
    } decode: {
      String(decoding: $0, as: UTF8.self)
    } key: {
      key($0)
    }
  }

  /// A loader without requests whose answers are diagrams.
  func loader(
    _ diagrams: String...,
    freshness: Freshness = .forever,
    timeout: LoadTimeout? = nil,
    in queue: LoadQueue? = nil
  ) -> ValueLoader<String> {
    let first = diagrams.first ?? "#"
    let answer = m.cold(first, failure: Offline(), then: Array(diagrams.dropFirst()))
    return m.keep(
      Loader(saved: saved { _ in "text" }, policy: policy(freshness, timeout: timeout, in: queue)) {
        try await answer()
      }
    )
  }

  typealias State = LoadState<String>

  /// The states of a loader over the record `a` with an age.
  static func states(_ age: Double) -> [String: State] {
    let date = date(before: age)
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
