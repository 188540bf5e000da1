import ReactiveLoading

// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension PagedLoader: CustomStringConvertible {
  /// The loader with its state, as in `PagedLoader(loaded(20 items of swift, append idle))`.
  public var description: String { "PagedLoader(\(state))" }
}

extension PageRequest: CustomStringConvertible {
  /// The key and the page, as in `swift, first page` and `swift, next page at 2`.
  public var description: String {
    let page = "\(direction) page\(cursor.map { " at \($0)" } ?? "")"
    return key is NoRequest ? page : "\(key), \(page)"
  }
}

extension PagedRows: CustomStringConvertible {
  /// The rows with their state, as in `PagedRows(loading)`.
  public var description: String { "PagedRows(\(state))" }
}
