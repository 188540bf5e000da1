import CustomDump

/// The errors of the failures in the diagrams of one call: of `#`, and of `#x` by its name.
package struct FailureTable<Failure> {
  package var unnamed: Failure?
  package var named: [String: Failure]

  package init(unnamed: Failure? = nil, named: [String: Failure] = [:]) {
    self.unnamed = unnamed
    self.named = named
  }

  package static var empty: Self { Self() }

  package subscript(name: String?) -> Failure? {
    guard let name else { return unnamed }
    return named[name]
  }
}

extension FailureTable where Failure == any Error {
  /// The errors that an expectation compares; `#` without an error matches any error.
  package init(_ unnamed: (any Error)?, _ named: [String: some Error]) {
    self.init(unnamed: unnamed, named: named.mapValues { $0 })
  }

  /// True if an error is that of `#` or `#x`.
  package func matches(_ name: String?, _ actual: any Error) -> Bool {
    guard let expected = self[name] else { return name == nil }
    return areEqual(expected, actual)
  }

  /// The name of an error, the first in alphabetical order; nil for an error without a name.
  package func name(of actual: any Error) -> String? {
    named.isEmpty ? nil : named.keys.sorted().first { matches($0, actual) }
  }

  /// A description of the error of `#` or `#x`; nil if `#` matches any error.
  package func text(of name: String?) -> String? {
    self[name].map { oneLine($0) }
  }

  package func difference(from name: String?, _ actual: any Error) -> String? {
    self[name].flatMap { limitedDiff($0, actual) }
  }
}

extension FailureTable {
  /// The names that no diagram has, sorted.
  package func unusedNames(in diagrams: [MarbleDiagram]) -> [String] {
    guard !named.isEmpty else { return [] }
    let ends = diagrams.compactMap(\.events.last?.signal)
    return named.keys.filter { !ends.contains(.failure($0)) }.sorted()
  }
}

/// Compares with `==` if the error type is `Equatable`, else by the CustomDump texts.
///
/// Errors of different types are different.
private func areEqual(_ expected: any Error, _ actual: any Error) -> Bool {
  guard type(of: expected) == type(of: actual) else { return false }
  if let type = type(of: expected) as? any Equatable.Type {
    return type.areEqual(expected, actual)
  }
  return String(customDumping: expected) == String(customDumping: actual)
}

extension Equatable {
  fileprivate static func areEqual(_ one: Any, _ other: Any) -> Bool {
    one as? Self == other as? Self
  }
}
