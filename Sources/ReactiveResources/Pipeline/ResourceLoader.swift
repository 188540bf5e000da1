@preconcurrency public import CombineShim
public import Foundation
public import ReactiveLoadable

/// A loader that downloads, decodes and caches images and other files, each once for all interests.
///
/// Use it for the posters of a movie list and the larger posters of its detail screens. A poster is
/// downloaded once, is available offline from the disk cache, and appears without a flicker while
/// it is in memory:
///
/// ```swift
/// let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
/// let disk = try DiskCache(folder: caches.appending(path: "posters"))
/// let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
/// let posters = ResourceLoader(fetcher) { key in
///   ResourceRequest(server.appending(path: "\(key.size)/\(key.path)"))
/// } decode: { bytes, _ in
///   try decodeImage(bytes)
/// }
///
/// let row = KeyedModel(posters)
/// row.show(ResourceKey("matrix.jpg", size: 92))
/// ```
///
/// The states are those of a `LoaderCache` of ``Resource`` values, which name their source: memory,
/// disk or network. A stale resource is shown during its revalidation, unless the server forbids
/// that. While one size loads, another size from memory is its stand-in. Sizes of the same body
/// share its download. Loads wait in a queue by priority. See <doc:LoadingResources>.
///
/// The loader may be used from any thread. Create one for the app, where its other loaders are
/// created.
public final class ResourceLoader<Value: Sendable>: Sendable {
  /// The state of a resource.
  public typealias State = Loadable<Resource<Value>, LoadError>

  let resources: LoaderCache<ResourceKey, Resource<Value>, LoadError>
  let pipeline: ResourcePipeline<Value>

  /// Creates a loader of decoded resources.
  ///
  /// - Parameters:
  ///   - fetcher: The fetcher of the bodies.
  ///   - policy: The memory limits and the policy of loads; `ResourcePolicy()` by default.
  ///   - request: Returns the request for a key. Keys with equal requests share its download.
  ///     Called on the thread that loads.
  ///   - decode: Decodes a value from the bytes of a body. Called off the main actor, for as many
  ///     keys at a time as the queue of the policy allows. An error fails the load. The call
  ///     occupies a slot of the queue, so it must not wait for a resource of this loader.
  public init(
    _ fetcher: ResourceFetcher,
    policy: ResourcePolicy<Value> = ResourcePolicy(),
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    let elapsed = ElapsedTime(on: policy.cache.load.clock)
    let pipeline = ResourcePipeline(
      SharedBodies(fetcher, policy.ofBodies, elapsed),
      fetcher.storage,
      elapsed,
      request: request,
      decode: decode
    )
    resources = LoaderCache(policy: policy.ofResources) { key, report in
      try await pipeline.load(key, report)
    }
    self.pipeline = pipeline
    pipeline.cachedSizes.attach(resources)
  }
}

extension ResourceLoader where Value == Data {
  /// Creates a loader of bytes; see ``ResourceLoader/init(_:policy:request:decode:)``.
  public convenience init(
    _ fetcher: ResourceFetcher,
    policy: ResourcePolicy<Data> = ResourcePolicy(),
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest
  ) {
    self.init(fetcher, policy: policy, request: request) { bytes, _ in bytes }
  }
}

// MARK: Interest

extension ResourceLoader: KeyedLoader {
  /// Starts an interest in a resource, and loads it unless it is fresh in memory or in flight.
  ///
  /// - Parameters:
  ///   - key: The path and the size of the resource.
  ///   - priority: The priority of the load; normal by default.
  /// - Returns: The interest, which ends when it is cancelled or dropped.
  public func interest(
    in key: ResourceKey,
    at priority: LoadPriority = .normal
  ) -> ResourceInterest<Value> {
    ResourceInterest(in: key, at: priority, of: self)
  }

  /// Loads a resource and returns it, with an interest in it while the call waits.
  ///
  /// - Returns: The resource, without a wait if it is fresh in memory and not being reloaded.
  /// - Throws: The underlying error of the load, or `CancellationError` if the waiting task or the
  ///   load was cancelled.
  public func load(
    _ key: ResourceKey,
    at priority: LoadPriority = .normal
  ) async throws -> Resource<Value> {
    let count = pipeline.count
    do {
      let resource = try await resources.load(key, at: priority)
      return (resource.origin?.number ?? 0) > count ? resource : resource.fromMemory
    } catch let error as LoadError {
      throw error.underlying
    }
  }

  /// Starts loading resources that may be needed soon; see `LoaderCache.prefetch`.
  ///
  /// - Returns: The interest in all keys, until each has loaded or failed.
  public func prefetch(
    _ keys: some Sequence<ResourceKey>,
    at priority: LoadPriority = .low
  ) -> AnyCancellable {
    resources.prefetch(keys, at: priority)
  }
}

// MARK: Reading and removing

extension ResourceLoader {
  /// Returns the resource if it is fresh in memory, which is its source, without an interest in it.
  public func resource(for key: ResourceKey) -> Resource<Value>? {
    resources.value(for: key)?.fromMemory
  }

  /// Returns the current state of a resource, fresh or stale, without an interest in it.
  public func state(for key: ResourceKey) -> State { resources.state(for: key) }

  /// The counts and the content of the cache of decoded resources.
  public var statistics: CacheStatistics { resources.statistics }

  /// Evicts what no row shows until the rest fits into a part of the memory limits, from 0 to 1.
  public func trim(to share: Double) {
    resources.trim(to: share)
    pipeline.bodies.cache.trim(to: share)
  }

  /// Evicts resources and bodies that no row shows whenever memory is low.
  ///
  /// - Parameter pressures: Publishes the memory pressure. The loader subscribes immediately, until
  ///   it is deallocated.
  public func trim(on pressures: some Publisher<MemoryPressure, Never>) {
    resources.trim(on: pressures, with: pipeline.bodies.cache)
  }

  /// Removes everything from memory; the store is not changed.
  ///
  /// When a user signs out, reset a `LoadScope` instead, which clears rows and the store, too.
  /// The interrupted downloads of the fetcher are removed, too.
  public func removeAll() {
    pipeline.storage.removeParts()
    resources.removeAll()
    pipeline.bodies.removeAll()
    pipeline.cachedSizes.removeAll()
  }

  /// Removes a resource everywhere: from memory, from the store, and its interrupted download.
  ///
  /// Other sizes of the path that are decoded from the same body are removed, too. When the
  /// function is called, memory is cleared before it first suspends. Current interests keep their
  /// state, and receive the result of a load in flight, which is not cached. The next interest
  /// downloads the resource. See <doc:LoadingResources#G9-Removal>.
  ///
  /// If the store is writing the record, the function waits for that, also in a cancelled task, so
  /// that the record is gone when it has returned. A store must not call it in its `save`.
  ///
  /// - Parameter key: The path and the size of the resource.
  /// - Throws: The failure of the store. The fetcher does not use the record any more, but a later
  ///   launch may.
  public func remove(_ key: ResourceKey) async throws(StoreFailure) {
    let removed = requests(of: key)
    let keys = pipeline.storage.startRemoval(of: storedKeys(of: removed))
    for other in pipeline.cachedSizes.keys(of: key.path)
    where !requests(of: other).isDisjoint(with: removed) {
      resources.remove(other)
    }
    resources.remove(key)
    for request in removed { pipeline.bodies.remove(request) }
    try await pipeline.storage.endRemoval(of: keys)
  }

  /// Returns the request for a key, and that of its resource in memory, which may be another one.
  private func requests(of key: ResourceKey) -> Set<ResourceRequest> {
    let latest = pipeline.cachedSizes.latest(key)?.origin?.request
    return Set([pipeline.request(key), latest].compactMap(\.self))
  }

  /// Returns the keys of the records of requests, and of the redirects' targets if memory has them.
  private func storedKeys(of requests: Set<ResourceRequest>) -> Set<String> {
    var keys: Set<String> = []
    for request in requests {
      keys.insert(request.key)
      let body = pipeline.bodies.state(for: request).latest
      if let url = body?.fetched.url, url != request.url {
        keys.insert(request.key(redirectedTo: url))
      }
    }
    return keys
  }
}

extension ResourceLoader: Described {
  package var objectText: ObjectText {
    ObjectText("ResourceLoader\(resources.description.dropFirst("LoaderCache".count))")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["resources": resources] }
}

extension ResourceLoader: NamedObject {
  package var nameInText: String? { resources.nameInText }
  package var requestInText: Any? { nil }
}
