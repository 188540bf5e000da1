import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactivePaging
import Synchronization
import TestSupport

/// Records of lists in memory, whose operations are noted.
final class ListRecords: LoadRecords {
  struct Record {
    var pages: [RowPage]
    var age = Duration.seconds(3600)
    var isStale = false
  }

  static let date = Date(timeIntervalSinceReferenceDate: 1000)

  private let records: Mutex<[String: Record]>
  private let read: @Sendable () async -> Void
  let notes = Log<String>()

  init(_ records: [String: Record], _ read: @escaping @Sendable () async -> Void) {
    self.records = Mutex(records)
    self.read = read
  }

  func key(of request: AnyBox) -> String { request.assumed(of: String.self).value }

  func record(for key: String, of request: AnyBox) async -> RestoredValue? {
    notes.note("\(key)?")
    await read()
    guard let record = records.withLock({ $0[key] }) else { return nil }
    let box = SavedBox(record.pages, savedAt: Self.date)
    return RestoredValue(value: box, age: record.age, isStale: record.isStale)
  }

  func reportTimeout(of key: String, _ request: AnyBox) { notes.note("\(key) timed out") }

  func save(_ value: AnyBox, for key: String, of request: AnyBox, _ kind: SaveKind) {
    let pages = value.assumed(of: [RowPage].self).value
    let kindInWords =
      switch kind {
      case .loaded: "loaded"
      case .edited: "edited"
      case .stale: "stale"
      }
    let origin = value.savedAt == nil ? "" : "@"
    notes.note("\(key) \(kindInWords)\(origin) \(pages.map(\.sketch).joined(separator: " "))")
    records.withLock { $0[key] = Record(pages: pages, isStale: kind == .stale) }
  }

  func markStale(_ key: String, of request: AnyBox) {
    notes.note("\(key) marked")
    records.withLock { $0[key]?.isStale = true }
  }

  func remove(_ key: String, of request: AnyBox) {
    notes.note("\(key) removed")
    records.withLock { $0[key] = nil }
  }

  func removeAll() -> ScopeRemoval {
    notes.note("all removed")
    records.withLock { $0 = [:] }
    return {}
  }

  func report(to receiver: @escaping @Sendable (LoadObserver.Event.Kind, AnyBox) -> Void) {}
}

extension RowPage {
  /// The ids and texts of the rows, then the cursors of the next and the previous page.
  fileprivate var sketch: String {
    let rows = items.map { "\($0.id)\($0.text)" }.joined()
    return rows + (next.map { ">\($0)" } ?? ".") + (previous.map { "<\($0)" } ?? "")
  }
}

extension KeyedState {
  /// The sketch of the state; `@` marks a restored list, and `~` a stale one.
  var savedSketch: String {
    let savedAt: Date? =
      switch self {
      case .notRequested: nil
      case .loading(let loading): loading.savedAt
      case .loaded(let list): list.savedAt
      case .failed(let failed): failed.savedAt
      }
    let isConsistent = savedAt == latest?.savedAt
    return sketch + (savedAt == nil ? "" : "@") + (latest?.isStale == true ? "~" : "")
      + (isConsistent ? "" : "?")
  }
}

extension Marbles {
  /// Records whose reads take 10 ms.
  func listRecords(
    _ records: [String: ListRecords.Record] = [:],
    delay: Duration = .milliseconds(10)
  ) -> ListRecords {
    let clock = clock
    return keep(ListRecords(records) { try? await clock.sleep(for: delay) })
  }

  /// A loader with records, whose pages are diagrams, by the names of requests.
  func rows(
    _ pages: [String: RowWork],
    saved records: ListRecords,
    _ policy: PagingPolicy = PagingPolicy(),
    count: Int = 1
  ) -> RowLoader {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    return keep(
      RowLoader(
        policy,
        failure: { _ in .second },
        .plain { request async throws(SampleError) -> RowPage in
          guard let page = pages[request.name] else { throw .first }
          return try await page(orCancelled: .second)
        },
        records: records,
        pages: count
      )
    )
  }
}
