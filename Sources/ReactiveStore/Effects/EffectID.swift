/// What an effect is known by: an id that its feature gave, behind the scopes that the feature is in.
struct EffectID: Sendable, Hashable {
  private let parts: [Part]

  /// The scope of a whole store.
  static var root: Self { Self(parts: []) }

  private init(parts: [Part]) { self.parts = parts }

  init(_ id: any Hashable & Sendable) { parts = [Part(value: id)] }

  /// The same, within a scope.
  func within(_ scope: any Hashable & Sendable) -> Self {
    Self(parts: [Part(value: scope)] + parts)
  }

  func isWithin(_ scope: Self) -> Bool {
    parts.count > scope.parts.count && parts.starts(with: scope.parts)
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
