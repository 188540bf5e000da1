package import ReactiveRelays

/// The saved values of a loader, list, cache or store, which a later process shows first.
///
/// ```swift
/// let disk = try DiskCache(folder: folder)
/// let podcasts = Loader(saved: .json("podcasts", version: 2, in: disk)) {
///   try await api.podcasts()
/// }
/// let forecast = Loader(saved: .json(version: 1, in: disk) { "forecast/\($0.id)" }) { (c: City) in
///   try await api.forecast(c)
/// }
/// ```
///
/// It consists of a store, a key for each request, and a format. `ReactiveResources` creates it:
/// its article "Showing saved values first" has every rule.
///
/// The first load of a request in a process reads its record, shows the value as the previous one,
/// and calls the load function. ``Loading/savedAt`` and ``Failed/savedAt`` are its date. Values
/// that are loaded, set or edited are saved in tasks, the newest one of each key.
///
/// ```
/// first start   n l-----A          A is saved
/// next start    n lS----B          S: loading, previous = saved A, savedAt = its date
/// offline       n lS----F          failed, previous = saved A: "as of 2 hours ago"
/// ```
///
/// Raise the version when the bytes change so that older records cannot be read: they are then
/// removed. Two loaders may have one key if their values have one type. A fault of a record never
/// fails a load; an observer receives it.
public struct SavedValues<Request: Sendable, Value: Sendable>: Sendable {
  package let source: any SavedValuesSource
  /// The number of pages of each list that are saved.
  package var pages = 1

  /// Creates the saved values of a source, whose keys and values have these types.
  package init(_ source: any SavedValuesSource) { self.source = source }

  /// Waits until the values that were saved before are written, for instance before the app ends.
  ///
  /// It also waits for removals, and for the other values of a `DiskCache` or `MemoryStore`. It
  /// continues in a cancelled task. A value that was replaced by a newer one is not written.
  public func finish() async { await source.finish() }
}

/// The store, the keys and the format of saved values, without the types.
package protocol SavedValuesSource: Sendable {
  /// The format in words, for descriptions.
  var inWords: String { get }
  var mirrorParts: KeyValuePairs<String, Any?> { get }

  /// Returns the records of one loader, list, cache or feature.
  func records() -> any LoadRecords

  /// Waits for the saves and removals that were called before.
  func finish() async
}

extension SavedValues: Described {
  package var objectText: ObjectText { ObjectText("SavedValues", state: source.inWords) }
  package var mirrorParts: KeyValuePairs<String, Any?> { source.mirrorParts }
}
