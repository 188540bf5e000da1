/// Decides which of several things that are ready comes first, and remembers what it decided.
struct Chooser {
  /// A decision against the order of arrival.
  struct Detour: Hashable {
    /// Which decision of the run it was, counted from 0.
    let turn: Int
    /// Which of the things that were ready came first; 0 would be the order of arrival.
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
  /// Those that it was told and could not follow, because there was less to choose from.
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

  /// The first decision that it was told and could not follow, and how many there were to take.
  var misfit: (detour: Detour, turns: Int)? {
    unfollowed.min { $0.turn < $1.turn }.map { ($0, turns) }
  }

  var isArrival: Bool {
    if case .arrival = rule { true } else { false }
  }

  /// Returns the index of what comes first.
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

/// A small generator with a full period, so that every seed gives an order of its own.
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
