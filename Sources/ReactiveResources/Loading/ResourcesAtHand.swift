import OpenCombineShim
import ReactiveLoadable

/// Which sizes of which paths are in memory.
///
/// What is noted here may have gone meanwhile; whoever looks it up finds that out.
final class ResourcesAtHand<Value: Sendable>: Sendable {
  typealias Cache = LoaderCache<ResourceKey, Resource<Value>, LoadError>

  private struct State {
    weak var cache: Cache?
    var forgetting: AnyCancellable?
    var sizes: [String: Set<ResourceSize>] = [:]
  }

  private let state = Guarded(State())

  /// Looks into a cache from now on.
  func attach(_ cache: Cache) {
    let forgetting = cache.events.sink { [weak self] in self?.forget($0.key) }
    state.withLock { ($0.cache, $0.forgetting) = (cache, forgetting) }
  }

  func note(_ key: ResourceKey) {
    state.withLock { _ = $0.sizes[key.path, default: []].insert(key.size) }
  }

  func forget(_ key: ResourceKey) {
    state.withLock { state in
      state.sizes[key.path]?.remove(key.size)
      if state.sizes[key.path]?.isEmpty ?? false { state.sizes[key.path] = nil }
    }
  }

  func forgetAll() { state.withLock { $0.sizes = [:] } }

  /// What shows of a key, fresh or not.
  func latest(_ key: ResourceKey) -> Resource<Value>? {
    state.withLock { $0.cache }?.state(for: key).latest
  }

  /// The best of the other sizes that are there: the next larger one, else the next smaller one.
  func standIn(for key: ResourceKey) -> Resource<Value>? {
    let sizes = (state.withLock { $0.sizes[key.path] } ?? []).sorted()
    let larger = sizes.filter { $0 > key.size }
    let smaller = sizes.filter { $0 < key.size }.reversed()
    return (larger + smaller).lazy.compactMap { size in
      self.latest(ResourceKey(key.path, size: size))
    }.first
  }
}
