/// The numbers of groups of effects: of those with one id, and of those in one element of a scope.
///
/// A group that has no effect any more is forgotten now and then, so that there are never more than twice as
/// many as there were with effects, and a few.
struct EffectNames {
  typealias Number = UInt

  private var byID: [EffectID: Number] = [:]
  private var byElement: [EffectID: [ElementID: Number]] = [:]
  private var last: Number = 0
  private var count = 0
  private var most = Self.few

  private static var few: Int { 16 }

  /// Whether it is time to forget those without effects.
  var areMany: Bool { count > most }

  func number(of id: EffectID) -> Number? { byID[id] }

  /// The groups of the elements of a scope.
  func elements(of scope: EffectID) -> [ElementID: Number] { byElement[scope] ?? [:] }

  /// The groups of an effect, which are made if need be.
  mutating func groups(of ids: [EffectID], in scope: EffectID) -> [Number] {
    let ofIDs = ids.map { id in byID[id] ?? new { $0.byID[id] = $1 } }
    let ofElements = scope.places.map { scope, element in
      byElement[scope]?[element] ?? new { $0.byElement[scope, default: [:]][element] = $1 }
    }
    return ofIDs + ofElements
  }

  private mutating func new(_ note: (inout Self, Number) -> Void) -> Number {
    last += 1
    count += 1
    note(&self, last)
    return last
  }

  /// Forgets all groups but those that have effects.
  mutating func forget(besides used: Set<Number>) {
    byID = byID.filter { used.contains($0.value) }
    byElement = byElement.compactMapValues { elements in
      let kept = elements.filter { used.contains($0.value) }
      return kept.isEmpty ? nil : kept
    }
    count = used.count
    most = 2 * count + Self.few
  }
}
