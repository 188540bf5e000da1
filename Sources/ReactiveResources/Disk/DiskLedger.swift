import ReactiveLoadable

/// The counts of a disk cache, and the decision when a sweep is due.
final class DiskLedger: Sendable {
  private struct State {
    var statistics = DiskCacheStatistics()
    var isClosed = false
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

  /// Records the result of a sweep.
  ///
  /// If files cannot be removed, a sweep may end above the limit. The next one then waits for as
  /// many bytes as a sweep usually frees; otherwise every write would trigger one.
  func record(_ report: DiskSweepReport) {
    let remaining = report.bytesRemaining
    let isUnder = remaining <= policy.sizeLimit
    state.withLock { state in
      state.statistics.bytes = remaining
      state.statistics.removedBySize += report.removedBySize
      state.statistics.removedByAge += report.removedByAge
      state.statistics.failedRemovals += report.failures.count
      state.sweepThreshold = policy.sizeLimit
      if !isUnder { state.sweepThreshold = remaining + policy.sizeLimit - policy.sweepTarget }
    }
  }
}
