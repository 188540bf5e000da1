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

extension Loader: CustomStringConvertible {
  /// The loader with its state, as in `Loader(loading)`.
  public var description: String { "Loader(\(state))" }
}

extension PagedLoader: CustomStringConvertible {
  /// The loader with its state, as in `PagedLoader(loaded(20 items of swift, append idle))`.
  public var description: String { "PagedLoader(\(state))" }
}

extension PagedRows: CustomStringConvertible {
  /// The rows with their state, as in `PagedRows(loading)`.
  public var description: String { "PagedRows(\(state))" }
}

extension Mutation: CustomStringConvertible {
  /// The mutation with its state, as in `Mutation(failed(error: offline))`.
  public var description: String { "Mutation(\(state))" }
}

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
