// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension LoaderModel: @MainActor CustomStringConvertible {
  /// The model with its state, as in `LoaderModel(loaded(3))`.
  public var description: String { "LoaderModel(\(state))" }
}

extension LoaderObject: @MainActor CustomStringConvertible {
  /// The model with its state, as in `LoaderObject(loaded(3))`.
  public var description: String { "LoaderObject(\(state))" }
}

extension KeyedModel: @MainActor CustomStringConvertible {
  /// The model with its state, as in `KeyedModel(loading)`.
  public var description: String { "KeyedModel(\(state))" }
}

extension KeyedObject: @MainActor CustomStringConvertible {
  /// The model with its state, as in `KeyedObject(loading)`.
  public var description: String { "KeyedObject(\(state))" }
}
