/// Chooses between jobs or timers that are ready together, and records its decisions.
struct Chooser {
  /// A decision that differs from the order of arrival.
  struct Detour: Hashable {
    /// The index of the decision in the run, from 0.
    let turn: Int
    /// The index of the chosen candidate; 0 is the order of arrival.
    let pick: Int
  }

  private enum Rule {
    case arrival
    case seeded(SplitMix)
    case told([Int: Int])
  }

  private var rule: Rule
  private var turns = 0
  private(set) var detours: [Detour] = []
  /// The given decisions that could not be applied, because there were fewer candidates.
  private var unfollowed: Set<Detour> = []

  init(_ order: MarbleOrder?) {
    switch order?.kind {
    case nil, .unreadable: rule = .arrival
    case .seed(let seed): rule = .seeded(SplitMix(seed))
    case .detours(let detours):
      rule = .told(Dictionary(detours.map { ($0.turn, $0.pick) }) { $1 })
      unfollowed = Set(detours)
    }
  }

  /// The first given decision that could not be applied, and the number of decisions of the run.
  var misfit: (detour: Detour, turns: Int)? {
    unfollowed.min { $0.turn < $1.turn }.map { ($0, turns) }
  }

  var isArrival: Bool {
    if case .arrival = rule { true } else { false }
  }

  /// Returns the index of the candidate to run first.
  mutating func pick(of count: Int) -> Int {
    guard count > 1 else { return 0 }
    defer { turns += 1 }
    let pick = next(below: count)
    if pick != 0 { detours.append(Detour(turn: turns, pick: pick)) }
    return pick
  }

  private mutating func next(below count: Int) -> Int {
    switch rule {
    case .arrival: return 0
    case .seeded(var generator):
      let pick = generator.next(below: count)
      rule = .seeded(generator)
      return pick
    case .told(let picks):
      let pick = picks[turns] ?? 0
      if pick < count { unfollowed.remove(Detour(turn: turns, pick: pick)) }
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
