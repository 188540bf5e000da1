// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension BehaviorRelay: CustomStringConvertible {
  /// The relay with its current value, as in `BehaviorRelay(3)`.
  public var description: String { "BehaviorRelay(\(value))" }
}

extension ReadOnlyRelay: CustomStringConvertible {
  /// The view with the current value of its relay, as in `ReadOnlyRelay(3)`.
  public var description: String { "ReadOnlyRelay(\(value))" }
}

extension PublishRelay: CustomStringConvertible {
  /// The relay with the type of its values, as in `PublishRelay<Int>`.
  public var description: String { "PublishRelay<\(Output.self)>" }
}

extension ReplayRelay: CustomStringConvertible {
  /// The relay with the type of its values, as in `ReplayRelay<Int>`.
  public var description: String { "ReplayRelay<\(Output.self)>" }
}

extension ReadOnlyEvents: CustomStringConvertible {
  /// The view with the type of its values, as in `ReadOnlyEvents<Int>`.
  public var description: String { "ReadOnlyEvents<\(Output.self)>" }
}

extension Elements: CustomStringConvertible {
  /// The sequence with the type of its elements, as in `Elements<Int>`.
  public var description: String { "Elements<\(Element.self)>" }
}
