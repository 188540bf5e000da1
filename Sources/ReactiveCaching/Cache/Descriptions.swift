// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension LoaderCache: CustomStringConvertible {
  /// The cache with the number of its values and of the keys that are in use, as in
  /// `LoaderCache(12 cached, 3 active keys)`.
  public var description: String {
    let statistics = statistics
    let keys = statistics.activeKeys == 1 ? "key" : "keys"
    return "LoaderCache(\(statistics.count) cached, \(statistics.activeKeys) active \(keys))"
  }
}

extension LoadInterest: CustomStringConvertible {
  /// The interest with its key and the state of the key, as in `LoadInterest(in: 7, loading)`.
  public var description: String { "LoadInterest(in: \(key), \(state))" }
}
