import Foundation

/// The counts of a disk cache, and what follows from them.
final class DiskLedger {
  private struct State {
    var statistics = DiskCacheStatistics()
    var isClosed = false
    /// Over how many bytes the next sweep is due; `nil` while one is needed anyway.
    var sweepsOver: Int
  }

  private let lock = NSLock()
  private let policy: DiskCachePolicy
  private var state: State

  init(policy: DiskCachePolicy) {
    self.policy = policy
    state = State(sweepsOver: policy.sizeLimit)
  }

  var statistics: DiskCacheStatistics { lock.withLock { state.statistics } }
  var isClosed: Bool { lock.withLock { state.isClosed } }
  var isSweepDue: Bool { lock.withLock { state.statistics.bytes > state.sweepsOver } }

  func close() { lock.withLock { state.isClosed = true } }

  func count(_ counter: WritableKeyPath<DiskCacheStatistics, Int>, _ number: Int = 1) {
    lock.withLock { state.statistics[keyPath: counter] += number }
  }

  /// Notes what a sweep has left.
  ///
  /// Where it could not get under the limit, because files cannot be removed, the next one waits for
  /// as many bytes as a sweep usually frees: otherwise every write would make one.
  func note(_ report: DiskSweepReport) {
    let left = report.bytesLeft
    let isUnder = left <= policy.sizeLimit
    lock.withLock {
      state.statistics.bytes = left
      state.statistics.removedBySize += report.removedBySize
      state.statistics.removedByAge += report.removedByAge
      state.statistics.failedRemovals += report.failures.count
      state.sweepsOver = policy.sizeLimit
      if !isUnder { state.sweepsOver = left + policy.sizeLimit - policy.sweepTarget }
    }
  }
}

// SAFETY: the state is touched only while the lock is held, so by one thread at a time.
extension DiskLedger: @unchecked Sendable {}
