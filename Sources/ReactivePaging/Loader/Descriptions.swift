// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension PagedLoader: CustomStringConvertible {
  /// The loader with its state, as in `PagedLoader(loaded(20 items of swift, append idle))`.
  public var description: String { "PagedLoader(\(state))" }
}

extension PagedRows: CustomStringConvertible {
  /// The rows with their state, as in `PagedRows(loading)`.
  public var description: String { "PagedRows(\(state))" }
}
