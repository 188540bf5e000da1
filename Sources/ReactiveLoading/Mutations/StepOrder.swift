/// Holds back the work of writes until the steps of edits that were decided before are performed.
///
/// Threads perform the steps of their decisions outside the lock, in any order. So without it, a
/// write could be saved before the step of an older one, which then would be applied above it. See
/// <doc:EditingContract#L21-Several-targets>.
struct StepOrder {
  typealias Start = WriteTrampoline.Start

  /// The number of the last decision with steps.
  private(set) var last: UInt = 0
  /// The oldest decision whose steps are not performed yet, or 0.
  private var first: UInt = 0
  /// The other ones, in their order.
  private var others: [UInt] = []
  /// The starts of work that wait, each for the steps of all decisions up to a number.
  private var held: [(number: UInt, start: Start)] = []

  /// True if the steps of a decision are not performed yet.
  var hasOpen: Bool { first != 0 }

  /// Counts a decision with steps.
  mutating func begin() {
    last += 1
    if first == 0 { first = last } else { others.append(last) }
  }

  /// Holds a start until the steps of all decisions up to a number are performed; returns false if
  /// they are.
  mutating func hold(after number: UInt, _ start: () -> Start) -> Bool {
    guard first != 0, first <= number else { return false }
    held.append((number, start()))
    return true
  }

  /// Records that the steps of a decision are performed; returns the starts that wait no longer.
  mutating func finish(_ number: UInt) -> [Start] {
    if number != first {
      others.removeAll { $0 == number }
      return []
    }
    first = others.isEmpty ? 0 : others.removeFirst()
    if held.isEmpty { return [] }
    let limit = first == 0 ? .max : first
    let free = held.filter { $0.number < limit }.map(\.start)
    held.removeAll { $0.number < limit }
    return free
  }
}
