import Atomics

/// The overlap policy of an effect with an id.
struct Overlap: Sendable {
  let policy: EffectOverlap
  private(set) var id: EffectID
  /// The number of the effects that received the id together and start together.
  let group: UInt
  /// The index in the group; an index that is not larger than the last one starts the group again.
  var number = 0

  private static let last = ManagedAtomic<UInt>(0)

  /// Creates an overlap in a new group.
  init(_ policy: EffectOverlap, _ id: EffectID) {
    self.policy = policy
    self.id = id
    group = Self.last.wrappingIncrementThenLoad(ordering: .relaxed)
  }

  func within(_ scope: EffectID) -> Self {
    var overlap = self
    overlap.id = id.within(scope)
    return overlap
  }
}

/// The groups of one effect that may start, decided when their first parts start.
struct OverlapGroups {
  private var decisions: [UInt: (number: Int, mayStart: Bool)] = [:]

  /// Cancels the effects that a part replaces; false if the part must be ignored.
  mutating func apply(_ overlaps: [Overlap], to effects: EffectRegistry) -> Bool {
    let mayStart = overlaps.filter { $0.policy == .ignore }.reduce(true) { others, overlap in
      decide(overlap) { effects.runs(overlap.id).isEmpty } && others
    }
    guard mayStart else { return false }
    for overlap in overlaps where overlap.policy == .replace {
      _ = decide(overlap) {
        effects.cancel(overlap.id)
        return true
      }
    }
    return true
  }

  private mutating func decide(_ overlap: Overlap, _ mayStart: () -> Bool) -> Bool {
    if let group = decisions[overlap.group], overlap.number > group.number {
      decisions[overlap.group] = (overlap.number, group.mayStart)
      return group.mayStart
    }
    let decision = mayStart()
    decisions[overlap.group] = (overlap.number, decision)
    return decision
  }
}
