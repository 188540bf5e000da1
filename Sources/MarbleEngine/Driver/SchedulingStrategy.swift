/// Chooses between jobs or timers that are ready together, and records its decisions.
package struct SchedulingStrategy {
  /// A decision that differs from the order of arrival.
  package struct OrderChange: Hashable {
    /// The index of the decision in the run, from 0.
    package let turn: Int
    /// The index of the chosen candidate; 0 is the order of arrival.
    package let pick: Int

    package init(turn: Int, pick: Int) {
      self.turn = turn
      self.pick = pick
    }
  }

  private enum Policy {
    case arrival
    case seeded(SplitMix)
    case replayed([Int: Int])
  }

  private var policy: Policy
  private var turns = 0
  package private(set) var changes: [OrderChange] = []
  /// The given decisions that could not be applied, because there were fewer candidates.
  private var unapplied: Set<OrderChange> = []

  /// The order of arrival.
  package init() { policy = .arrival }

  package init(seed: UInt64) { policy = .seeded(SplitMix(seed)) }

  package init(replaying changes: [OrderChange]) {
    policy = .replayed(Dictionary(changes.map { ($0.turn, $0.pick) }) { $1 })
    unapplied = Set(changes)
  }

  /// The first given decision that could not be applied, and the number of decisions of the run.
  package var mismatch: (change: OrderChange, turns: Int)? {
    unapplied.min { $0.turn < $1.turn }.map { ($0, turns) }
  }

  var isArrival: Bool {
    if case .arrival = policy { true } else { false }
  }

  package mutating func pick(of count: Int) -> Int {
    guard count > 1 else { return 0 }
    defer { turns += 1 }
    let pick = next(below: count)
    if pick != 0 { changes.append(OrderChange(turn: turns, pick: pick)) }
    return pick
  }

  private mutating func next(below count: Int) -> Int {
    switch policy {
    case .arrival: return 0
    case .seeded(var generator):
      let pick = generator.next(below: count)
      policy = .seeded(generator)
      return pick
    case .replayed(let picks):
      let pick = picks[turns] ?? 0
      if pick < count { unapplied.remove(OrderChange(turn: turns, pick: pick)) }
      return min(pick, count - 1)
    }
  }
}

/// A small generator with a full period, so that each seed gives a different order.
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
