import Foundation
import LoadableTesting
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

/// The records of one loader of texts, and the reports about them.
final class SavedBench<Store: ResourceStore>: Sendable {
  let store: Store
  let date = SettableDate()
  let records: any LoadRecords
  let reports = Log<String>()
  private let source: SavedSource

  init(
    _ store: Store,
    codec: SavedCodec = .json(String.self, version: 1),
    wallClock: WallClock? = nil
  ) {
    self.store = store
    source = SavedSource(store, codec, wallClock: wallClock ?? date.clock) {
      "key/\($0.assumed(of: Int.self).value)"
    }
    records = source.records()
    records.report { [reports] kind, request in
      reports.note("\(request.erased): \(Self.text(kind))")
    }
  }

  private static func text(_ kind: LoadObserver.Event.Kind) -> String {
    switch kind {
    case .saved: "saved"
    case .recordFailed(let error): error.localizedDescription
    case let other: "\(other)"
    }
  }

  func key(_ request: Int) -> String { records.key(of: Box(request)) }

  func save(_ text: String, for request: Int, _ kind: SaveKind = .loaded(age: .zero)) {
    records.save(Box(text), for: key(request), of: Box(request), kind)
  }

  func markStale(_ request: Int) { records.markStale(key(request), of: Box(request)) }
  func remove(_ request: Int) { records.remove(key(request), of: Box(request)) }

  /// Reads the text of a request, with its age and the mark of a stale value: `a, 3.0 seconds, stale`.
  func read(_ request: Int) async -> String? {
    let restored = await records.record(for: key(request), of: Box(request))
    guard let restored else { return nil }
    let value: Box<String> = restored.value.assumed(of: String.self)
    return "\(value.value), \(restored.age)\(restored.isStale ? ", stale" : "")"
  }

  func savedAt(_ request: Int) async -> Date? {
    await records.record(for: key(request), of: Box(request))?.value.savedAt
  }

  func removeAll() -> ScopeRemoval { records.removeAll() }
  func finish() async { await source.finish() }

  /// The number of keys with an operation.
  var activeCount: Int { source.desk.activeCount }
}
