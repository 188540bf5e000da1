@testable import ReactiveLoadable

/// The number of interests of each priority.
struct OldInterestCounts: Sendable {
  private var counts = SIMD8<UInt32>()

  var isEmpty: Bool { counts == SIMD8() }

  /// The highest priority of all interests.
  var highest: LoadPriority? {
    LoadPriority.allCases.last { counts[$0.rawValue] > 0 }
  }

  mutating func add(_ priority: LoadPriority) { counts[priority.rawValue] += 1 }

  mutating func remove(_ priority: LoadPriority) { counts[priority.rawValue] -= 1 }
}
