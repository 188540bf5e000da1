import ReactiveLoading

/// The number of interests of each priority.
struct InterestCounts: Sendable, Equatable {
  /// The numbers of all priorities but the highest.
  private var lower = SIMD4<UInt32>()
  private var veryHigh: UInt32 = 0

  var isEmpty: Bool { veryHigh == 0 && lower == SIMD4() }

  /// The highest priority of all interests.
  var highest: LoadPriority? {
    if veryHigh > 0 { return .veryHigh }
    if isEmpty { return nil }
    if lower[3] > 0 { return .high }
    if lower[2] > 0 { return .normal }
    return lower[1] > 0 ? .low : .veryLow
  }

  mutating func add(_ priority: LoadPriority) { change(priority, by: 1) }

  mutating func remove(_ priority: LoadPriority) { change(priority, by: .max) }

  private mutating func change(_ priority: LoadPriority, by difference: UInt32) {
    if priority == .veryHigh {
      veryHigh &+= difference
    } else {
      lower[priority.rawValue] &+= difference
    }
  }
}
