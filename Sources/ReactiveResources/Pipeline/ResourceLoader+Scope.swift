public import ReactiveLoadable

extension ResourceLoader: ScopeMember {
  package var writes: Bool { false }

  package func count(of selection: ScopeSelection) -> Int { resources.count(of: selection) }

  /// Revalidates resources with the server, also if their bodies are fresh in memory or on disk.
  package func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads) {
    for key in resources.keys(of: selection) { pipeline.outdated.insert(key) }
    resources.revalidate(selection, loads)
  }

  package func revalidateInUse(_ loads: ScopeLoads) { resources.revalidateInUse(loads) }

  package func retryFailed(_ loads: ScopeLoads) { resources.retryFailed(loads) }

  /// Removes all resources, bodies and records; a load in flight shows and stores nothing.
  package func resetForScope() -> ScopeRemoval? {
    let storage = pipeline.storage
    // First, so that nothing that a load in flight stores is found after the reset.
    storage.startRemovalOfAll()
    pipeline.resets.increase()
    pipeline.bodies.reset()
    pipeline.cachedSizes.removeAll()
    _ = resources.resetForScope()
    pipeline.pendingReloads.removeAll()
    pipeline.outdated.removeAll()
    return { try await storage.endRemovalOfAll() }
  }
}

extension ResourceLoader: ResettableCache {
  package var resets: ReadOnlyEvents<Void> { resources.resets }
}

extension LoadScope {
  /// Adds a loader of resources, weakly; each of its keys is one step below the tag.
  ///
  /// A revalidation by tags sends a request, also if the body is fresh in memory or on disk. A
  /// reset removes all records of the store, also those of other loaders with the same store. See
  /// <doc:LoadingResources#G10-Scopes>.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - tag: The tag that selects all resources; none by default.
  public func add<Value>(_ loader: ResourceLoader<Value>, tag: LoadTag? = nil) {
    add(member: loader, tag: tag)
  }
}
