import ReactiveLoadable

extension ResourceLoader {
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
    let latest = pipeline.cachedSizes.latest(key)?.request
    return Set([pipeline.request(key), latest].compactMap(\.self))
  }

  /// Returns the keys of the records of requests, and of the redirects' targets if memory has them.
  private func storedKeys(of requests: Set<ResourceRequest>) -> Set<String> {
    var keys: Set<String> = []
    for request in requests {
      keys.insert(request.key)
      let body = pipeline.bodies.cache.state(for: request).latest
      if let url = body?.fetched.url, url != request.url {
        keys.insert(request.key(redirectedTo: url))
      }
    }
    return keys
  }
}
