import ReactiveLoadable

/// The id of an effect within its feature, prefixed by the scopes of that feature.
struct EffectID: Sendable, Hashable {
  private let parts: [ElementID]

  /// The scope of a whole store.
  static var root: Self { Self(parts: []) }

  private init(parts: [ElementID]) { self.parts = parts }

  init(_ id: ElementID) { parts = [id] }

  init(_ id: any Hashable & Sendable) { self.init(ElementID(id)) }

  /// Creates the scope of a part of a state; the path of the whole state adds no scope.
  init<Whole, Part>(scope path: any KeyPath<Whole, Part> & Sendable) {
    self = path == \Whole.self ? .root : EffectID(ElementID(path))
  }

  func appending(_ id: ElementID) -> Self { Self(parts: parts + [id]) }

  func within(_ scope: Self) -> Self { Self(parts: scope.parts + parts) }

  /// The enclosing scopes of this one, each with the id of the next part.
  var enclosingScopes: [(scope: Self, element: ElementID)] {
    parts.indices.map { (Self(parts: Array(parts[..<$0])), parts[$0]) }
  }

  /// The id and its scopes, innermost first.
  var text: String { parts.reversed().map(\.text).joined(separator: " in ") }
}

/// One component of an effect id; an optional value and its wrapped value are equal.
// SAFETY: it is created from a Sendable value.
struct ElementID: Hashable, @unchecked Sendable {
  let id: AnyHashable

  /// Compares ids; those of different types differ, even equal numbers of two types.
  static func == (left: Self, right: Self) -> Bool {
    type(of: left.id.base) == type(of: right.id.base) && left.id == right.id
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }

  init(_ id: any Hashable & Sendable) { self.id = AnyHashable(unwrapping: id) }

  /// Creates the identity of an optional part: its id, if it is `Identifiable`.
  init(of part: some Sendable) {
    id =
      (part as? any Identifiable).map { AnyHashable(unwrapping: $0.id) }
      ?? AnyHashable(UnidentifiedPart())
  }

  fileprivate var text: String { (id.base as? String)?.debugDescription ?? fullText(id.base) }
}

private struct UnidentifiedPart: Hashable {}

extension AnyHashable {
  /// Erases the wrapped value, if the value is optional.
  init(unwrapping value: any Hashable) {
    if let optional = value as? any AnyOptional, let wrapped = optional.wrapped as? any Hashable {
      self.init(unwrapping: wrapped)
    } else {
      self.init(value)
    }
  }
}
