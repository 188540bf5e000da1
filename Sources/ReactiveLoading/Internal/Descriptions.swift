// The text that `print` and string interpolation write for objects: the type and the current state. Without
// these conformances it would be the type with all its generic parameters.

extension Loader: CustomStringConvertible {
  /// The loader with its state, as in `Loader(loading)`.
  public var description: String { "Loader(\(state))" }
}

extension Mutation: CustomStringConvertible {
  /// The mutation with its state, as in `Mutation(failed(error: offline))`.
  public var description: String { "Mutation(\(state))" }
}

extension LoadTask: CustomStringConvertible {
  /// The handle with the phase of its load: `in flight`, `ended`, or the reason why none started.
  public var description: String {
    guard let load = started.load else { return "LoadTask(skipped: \(started.skipReason))" }
    return "LoadTask(\(load.hasEnded ? "ended" : "in flight"))"
  }
}

extension LoadQueue: CustomStringConvertible {
  /// The queue with its limit and its loads, as in `LoadQueue(2 of 6 running, 3 waiting)`.
  public var description: String {
    let count = count
    return "LoadQueue(\(count.running) of \(limit) running, \(count.waiting) waiting)"
  }
}

extension LoadActivity: CustomStringConvertible {
  /// The activity with the number of its loads in flight, as in `LoadActivity(2 in flight)`.
  public var description: String { "LoadActivity(\(count) in flight)" }
}
