import ReactiveLoadable

/// The sizes of each path that may be in memory.
///
/// A recorded size may have been evicted since; each lookup checks the cache.
final class CachedSizes<Value: Sendable>: Sendable {
  typealias Cache = LoaderCache<ResourceKey, Resource<Value>, LoadError>

  private struct State {
    weak var cache: Cache?
    var sizes: [String: Set<ResourceSize>] = [:]
    var count = 0
    /// The number of sizes that triggers the next sweep.
    var limit = 64

    mutating func remove(_ key: ResourceKey) {
      guard sizes[key.path]?.remove(key.size) != nil else { return }
      count -= 1
      if sizes[key.path]?.isEmpty ?? false { sizes[key.path] = nil }
    }
  }

  private let state = Lock(State())

  /// The number of recorded sizes.
  var count: Int { state.withLock { $0.count } }

  /// Uses a cache for all lookups from now on.
  func attach(_ cache: Cache) { state.withLock { $0.cache = cache } }

  func record(_ key: ResourceKey) {
    let isFull = state.withLock { state in
      if state.sizes[key.path, default: []].insert(key.size).inserted { state.count += 1 }
      return state.count > state.limit
    }
    if isFull { sweep() }
  }

  /// Removes the sizes of evicted resources, since evictions are not reported here.
  private func sweep() {
    let recorded = state.withLock { $0.sizes }
    let evicted = recorded.flatMap { path, sizes in
      sizes.map { ResourceKey(path, size: $0) }.filter { !isCached($0) }
    }
    state.withLock { state in
      for key in evicted { state.remove(key) }
      state.limit = max(64, state.count * 2)
    }
  }

  private func isCached(_ key: ResourceKey) -> Bool {
    let state = state.withLock { $0.cache }?.state(for: key)
    return state.map { $0.isLoading || $0.latest != nil } ?? false
  }

  func removeAll() { state.withLock { ($0.sizes, $0.count) = ([:], 0) } }

  /// Returns the visible resource of a key, fresh or stale.
  func latest(_ key: ResourceKey) -> Resource<Value>? {
    state.withLock { $0.cache }?.latest(for: key)
  }

  /// The keys of a path, in the order of their sizes.
  func keys(of path: String) -> [ResourceKey] {
    let sizes = state.withLock { $0.sizes[path] } ?? []
    return sizes.sorted().map { ResourceKey(path, size: $0) }
  }

  /// Returns true if the path of a key has another size, as few paths have.
  func hasOther(than key: ResourceKey) -> Bool {
    state.withLock { state in
      guard let sizes = state.sizes[key.path] else { return false }
      return sizes.count > 1 || !sizes.contains(key.size)
    }
  }

  /// Reloads a key that has interests; otherwise marks it as stale.
  func refresh(_ key: ResourceKey) { state.withLock { $0.cache }?.refresh(key) }

  /// Returns the next larger size that may be shown, else the next smaller one.
  func standIn(for key: ResourceKey, at now: Duration) -> Resource<Value>? {
    let keys = keys(of: key.path)
    let larger = keys.filter { $0.size > key.size }
    let smaller = keys.filter { $0.size < key.size }.reversed()
    return (larger + smaller).lazy.compactMap { self.latest($0) }.first {
      $0.origin?.isShowable(at: now) ?? true
    }
  }
}
