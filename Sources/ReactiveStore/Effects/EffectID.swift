/// What an effect is known by: an id that its feature gave, behind the scopes that the feature is in.
@usableFromInline
struct EffectID: Sendable, Hashable {
  private let parts: [ElementID]

  /// The scope of a whole store.
  static var root: Self { Self(parts: []) }

  private init(parts: [ElementID]) { self.parts = parts }

  init(_ id: ElementID) { parts = [id] }

  init(_ id: any Hashable & Sendable) { self.init(ElementID(id)) }

  /// The scope of a part of a state; what is the whole of it has no scope of its own.
  @usableFromInline
  init<Whole, Part>(scope path: any KeyPath<Whole, Part> & Sendable) {
    self = path == \Whole.self ? .root : EffectID(ElementID(path))
  }

  /// What has an id of its own in this one.
  func holding(_ id: ElementID) -> Self { Self(parts: parts + [id]) }

  /// The same, within a scope.
  func within(_ scope: Self) -> Self { Self(parts: scope.parts + parts) }

  /// The scopes that this one is in, each with the id of what holds this one there.
  var places: [(scope: Self, element: ElementID)] {
    parts.indices.map { (Self(parts: Array(parts[..<$0])), parts[$0]) }
  }

  /// The id, and the scopes that it is in, the innermost first.
  var text: String { parts.reversed().map(\.text).joined(separator: " in ") }
}

/// One id; what is there is the same whether or not it is optional.
// SAFETY: it is made of a Sendable value.
struct ElementID: Hashable, @unchecked Sendable {
  let id: AnyHashable

  /// Ids of different types are different, though numbers of two types may be equal.
  static func == (left: Self, right: Self) -> Bool {
    type(of: left.id.base) == type(of: right.id.base) && left.id == right.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  init(_ id: any Hashable & Sendable) { self.id = AnyHashable(unwrapping: id) }

  /// The identity of a part that may not be there: its id, if it has one.
  init(of part: some Sendable) {
    id =
      (part as? any Identifiable).map { AnyHashable(unwrapping: $0.id) } ?? AnyHashable(ThePart())
  }

  fileprivate var text: String { (id.base as? String)?.debugDescription ?? "\(id.base)" }
}

/// The id of a part that has none.
private struct ThePart: Hashable {}

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
