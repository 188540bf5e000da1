/// The numbers of groups of effects: those with one id, and those in one element of a scope.
///
/// Groups without effects are removed when the count exceeds twice the number of groups with
/// effects, plus 16.
struct EffectGroupNumbers {
  typealias Number = UInt

  private var byID: [EffectID: Number] = [:]
  private var byElement: [EffectID: [ElementID: Number]] = [:]
  private var last: Number = 0
  private var count = 0
  private var threshold = Self.minimum

  private static var minimum: Int { 16 }

  /// True when groups without effects should be removed.
  var needsCleanup: Bool { count > threshold }

  func number(of id: EffectID) -> Number? { byID[id] }

  func elements(of scope: EffectID) -> [ElementID: Number] { byElement[scope] ?? [:] }

  /// Returns the groups of an effect, and creates them if necessary.
  mutating func groups(of ids: [EffectID], in scope: EffectID) -> [Number] {
    let ofIDs = ids.map { id in byID[id] ?? new { $0.byID[id] = $1 } }
    let ofElements = scope.enclosingScopes.map { scope, element in
      byElement[scope]?[element] ?? new { $0.byElement[scope, default: [:]][element] = $1 }
    }
    return ofIDs + ofElements
  }

  private mutating func new(_ store: (inout Self, Number) -> Void) -> Number {
    last += 1
    count += 1
    store(&self, last)
    return last
  }

  mutating func removeAll(except used: Set<Number>) {
    byID = byID.filter { used.contains($0.value) }
    byElement = byElement.compactMapValues { elements in
      let kept = elements.filter { used.contains($0.value) }
      return kept.isEmpty ? nil : kept
    }
    count = used.count
    threshold = 2 * count + Self.minimum
  }
}
