import Atomics

/// The overlap policy of an effect with an id.
struct Overlap: Sendable {
  let rule: EffectOverlap
  private(set) var id: EffectID
  /// The number of the effects that received the id together and start together.
  let group: UInt
  /// The index in the group; an index that is not larger than the last one starts the group again.
  var number = 0

  private static let last = ManagedAtomic<UInt>(0)

  /// Creates an overlap in a new group.
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

/// The groups of one effect that may start, decided at the turn of their first parts.
struct OverlapGroups {
  private var known: [UInt: (number: Int, mayBegin: Bool)] = [:]

  /// Cancels the effects that a part replaces; false if the part must be ignored.
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
