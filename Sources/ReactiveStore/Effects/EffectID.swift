/// What an effect is known by: an id that its feature gave, behind the scopes that the feature is in.
struct EffectID: Sendable, Hashable {
  private let parts: [Part]

  /// The scope of a whole store.
  static var root: Self { Self(parts: []) }

  private init(parts: [Part]) { self.parts = parts }

  init(_ id: any Hashable & Sendable) { parts = [Part(value: id)] }

  /// What has an id of its own in this one.
  func holding(_ id: any Hashable & Sendable) -> Self { Self(parts: parts + [Part(value: id)]) }

  /// The same, within a scope.
  func within(_ scope: any Hashable & Sendable) -> Self {
    Self(parts: [Part(value: scope)] + parts)
  }

  /// The scopes that this one is in, each with the id of what holds this one there.
  var places: [(scope: Self, element: AnyHashable)] {
    parts.indices.map { (Self(parts: Array(parts[..<$0])), AnyHashable(parts[$0].value)) }
  }

  /// The id, and the scopes that it is in, the innermost first.
  var text: String {
    parts.reversed().map { oneText($0.value) }.joined(separator: " in ")
  }

  private func oneText(_ value: any Hashable & Sendable) -> String {
    (value as? String)?.debugDescription ?? "\(value)"
  }

  private struct Part: Sendable, Hashable {
    let value: any Hashable & Sendable

    static func == (left: Self, right: Self) -> Bool {
      AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
  }
}
