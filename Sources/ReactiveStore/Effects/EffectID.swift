/// What an effect is known by: an id that its feature gave, behind the scopes that the feature is in.
struct EffectID: Sendable, Hashable {
  private let parts: [Part]

  /// The scope of a whole store.
  static var root: Self { Self(parts: []) }

  private init(parts: [Part]) { self.parts = parts }

  init(_ id: any Hashable & Sendable) { parts = [Part(id)] }

  /// What has an id of its own in this one.
  func holding(_ id: any Hashable & Sendable) -> Self { Self(parts: parts + [Part(id)]) }

  /// The same, within a scope.
  func within(_ scope: any Hashable & Sendable) -> Self {
    Self(parts: [Part(scope)] + parts)
  }

  /// The scopes that this one is in, each with the id of what holds this one there.
  var places: [(scope: Self, element: AnyHashable)] {
    parts.indices.map { (Self(parts: Array(parts[..<$0])), parts[$0].id) }
  }

  /// The id, and the scopes that it is in, the innermost first.
  var text: String {
    parts.reversed().map { oneText($0.id.base) }.joined(separator: " in ")
  }

  private func oneText(_ value: Any) -> String {
    (value as? String)?.debugDescription ?? "\(value)"
  }

  /// One id; what is there is the same whether or not it is optional.
  // SAFETY: it is made of a Sendable value.
  private struct Part: Hashable, @unchecked Sendable {
    let id: AnyHashable

    init(_ value: any Hashable & Sendable) { id = AnyHashable(unwrapping: value) }
  }
}

extension AnyHashable {
  /// What is there, if it is optional.
  init(unwrapping value: any Hashable) {
    self = (value as? any OptionalID)?.id ?? AnyHashable(value)
  }
}

private protocol OptionalID {
  var id: AnyHashable? { get }
}

extension Optional: OptionalID where Wrapped: Hashable {
  fileprivate var id: AnyHashable? { map { AnyHashable(unwrapping: $0) } }
}
