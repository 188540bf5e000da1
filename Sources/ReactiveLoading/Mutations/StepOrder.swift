/// Holds back the work of writes until the steps of edits that were decided before are performed.
///
/// Threads perform the steps of their decisions outside the lock, in any order. So without it, a
/// write could be saved before the step of an older one, which then would be applied above it. See
/// <doc:EditingContract#L21-Several-targets>.
struct StepOrder {
  typealias Start = WriteTrampoline.Start

  /// The number of the last decision with steps.
  private(set) var last: UInt = 0
  /// The decisions whose steps are not performed yet, in their order.
  private var open: [UInt] = []
  /// The starts of work that wait, each for the steps of all decisions up to a number.
  private var held: [(number: UInt, start: Start)] = []

  /// Counts a decision with steps.
  mutating func begin() {
    last += 1
    open.append(last)
  }

  /// Holds a start until the steps of all decisions up to a number are performed; returns false if
  /// they are.
  mutating func hold(after number: UInt, _ start: () -> Start) -> Bool {
    guard let first = open.first, first <= number else { return false }
    held.append((number, start()))
    return true
  }

  /// Records that the steps of a decision are performed; returns the starts that wait no longer.
  mutating func finish(_ number: UInt) -> [Start] {
    open.removeAll { $0 == number }
    if held.isEmpty { return [] }
    let first = open.first ?? .max
    let free = held.filter { $0.number < first }.map(\.start)
    held.removeAll { $0.number < first }
    return free
  }
}
