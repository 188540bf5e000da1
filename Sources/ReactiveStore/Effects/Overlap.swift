import Atomics

/// What becomes of effects of an id when another one begins, or of that.
struct Overlap: Sendable {
  let rule: EffectOverlap
  private(set) var id: EffectID
  /// Tells those that were given the id together, which begin together, from all others.
  let group: UInt
  /// Which of the group it is: a number that is not larger than the last one is of a group that begins again.
  var number = 0

  private static let last = ManagedAtomic<UInt>(0)

  /// One of a group of its own.
  init(_ rule: EffectOverlap, _ id: EffectID) {
    self.rule = rule
    self.id = id
    group = Self.last.wrappingIncrementThenLoad(ordering: .relaxed)
  }

  func within(_ scope: EffectID) -> Self {
    var overlap = self
    overlap.id = id.within(scope)
    return overlap
  }
}

/// Which groups of one effect may begin; it is decided when their first parts have their turn.
struct OverlapGroups {
  private var known: [UInt: (number: Int, mayBegin: Bool)] = [:]

  /// Ends what a part replaces; false if that is not to begin beside what is there.
  mutating func makeWay(for overlaps: [Overlap], among effects: EffectRegistry) -> Bool {
    let mayBegin = overlaps.filter { $0.rule == .ignore }.reduce(true) { others, overlap in
      decide(overlap) { effects.runs(overlap.id).isEmpty } && others
    }
    guard mayBegin else { return false }
    for overlap in overlaps where overlap.rule == .replace {
      _ = decide(overlap) {
        effects.cancel(overlap.id)
        return true
      }
    }
    return true
  }

  private mutating func decide(_ overlap: Overlap, _ mayBegin: () -> Bool) -> Bool {
    if let group = known[overlap.group], overlap.number > group.number {
      known[overlap.group] = (overlap.number, group.mayBegin)
      return group.mayBegin
    }
    let decision = mayBegin()
    known[overlap.group] = (overlap.number, decision)
    return decision
  }
}
