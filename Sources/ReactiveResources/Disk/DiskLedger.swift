import ReactiveLoadable

/// The counts of a disk cache, and the decision when a sweep is due.
final class DiskLedger: Sendable {
  private struct State {
    var statistics = DiskCacheStatistics()
    var isClosed = false
    /// The counted bytes of each file, by the first half of its name.
    var sizes: [UInt64: Int] = [:]
    /// The number of bytes above which the next sweep is due.
    var sweepThreshold: Int
  }

  private let policy: DiskCachePolicy
  private let state: Lock<State>

  init(policy: DiskCachePolicy) {
    self.policy = policy
    state = Lock(State(sweepThreshold: policy.sizeLimit))
  }

  var statistics: DiskCacheStatistics { state.withLock { $0.statistics } }
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var isSweepDue: Bool { state.withLock { $0.statistics.bytes > $0.sweepThreshold } }

  func close() { state.withLock { $0.isClosed = true } }

  func count(_ counter: WritableKeyPath<DiskCacheStatistics, Int>, _ number: Int = 1) {
    state.withLock { $0.statistics[keyPath: counter] += number }
  }

  /// Records the size of a written file, or `nil` for a removed one.
  ///
  /// The size counted before is subtracted, not the current one, which another program may have
  /// changed.
  func recordSize(_ bytes: Int?, of name: String) {
    let id = Self.id(of: name)
    state.withLock { state in
      let counted = state.sizes.removeValue(forKey: id) ?? 0
      state.sizes[id] = bytes
      state.statistics.bytes = max(0, state.statistics.bytes.adding(bytes ?? 0) - counted)
    }
  }

  /// Replaces all sizes by those of a listing of the folder.
  func recordSizes(of records: [RecordEntry]) {
    let sizes = Dictionary(records.map { (Self.id(of: $0.name), $0.bytes) }) { $1 }
    let bytes = records.bytes
    state.withLock { ($0.sizes, $0.statistics.bytes) = (sizes, bytes) }
  }

  private static func id(of name: String) -> UInt64 { UInt64(name.prefix(16), radix: 16) ?? 0 }

  /// Records the result of a sweep.
  ///
  /// If files cannot be removed, a sweep may end above the limit. The next one then waits for as
  /// many bytes as a sweep usually frees; otherwise every write would trigger one.
  func record(_ report: DiskSweepReport) {
    let remaining = report.bytesRemaining
    let isUnder = remaining <= policy.sizeLimit
    state.withLock { state in
      state.statistics.removedBySize += report.removedBySize
      state.statistics.removedByAge += report.removedByAge
      state.statistics.failedRemovals += report.failures.count
      state.sweepThreshold = policy.sizeLimit
      if !isUnder { state.sweepThreshold = remaining.adding(policy.sizeLimit - policy.sweepTarget) }
    }
  }
}
