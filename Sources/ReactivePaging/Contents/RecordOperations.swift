import ReactiveLoading
import ReactiveRelays

/// An operation on the record of a list, which a decision has caused.
enum RecordOperation: Sendable {
  case save(AnyBox, key: String, of: AnyBox, SaveKind)
  case remove(key: String, of: AnyBox)
}

/// The operations on the records of the lists of one loader, in the order of its decisions.
///
/// The loader appends under its lock and performs outside it. One thread at a time performs.
final class RecordOperations: Sendable {
  fileprivate struct State {
    var waiting: [RecordOperation] = []
    var isPerforming = false
  }

  let records: any LoadRecords
  /// The number of pages of each list that are saved.
  let pages: UInt16
  private let state = Lock(State())

  init(_ records: any LoadRecords, pages: Int) {
    self.records = records
    self.pages = UInt16(clamping: max(pages, 1))
  }

  /// Appends operations; the caller may hold a lock.
  func append(_ operations: [RecordOperation]) {
    if !operations.isEmpty { state.withLock { $0.waiting += operations } }
  }

  /// Performs the operations, unless another thread does; the caller holds no lock.
  func perform() {
    while let next = state.withLock({ $0.startNext() }) {
      switch next {
      case .save(let pages, let key, let request, let kind):
        records.save(pages, for: key, of: request, kind)
      case .remove(let key, let request): records.remove(key, of: request)
      }
      // An operation waits until it was performed, so that no read precedes a removal.
      state.withLock {
        $0.waiting.removeFirst()
        $0.isPerforming = false
      }
    }
  }

  /// Returns true if the record of a key is going to be removed.
  func removes(_ key: String) -> Bool {
    state.withLock { state in
      state.waiting.contains { if case .remove(key, _) = $0 { true } else { false } }
    }
  }
}

extension RecordOperations.State {
  fileprivate mutating func startNext() -> RecordOperation? {
    guard !isPerforming, let next = waiting.first else { return nil }
    isPerforming = true
    return next
  }
}
