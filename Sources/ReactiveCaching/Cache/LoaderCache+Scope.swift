package import ReactiveLoading

extension LoaderCache: ScopeMember {
  package var writes: Bool { false }

  package func count(of selection: ScopeSelection) -> Int {
    storage.count(of: selection.keys(of: Key.self))
  }

  /// Returns the selected keys that are cached or in use.
  package func keys(of selection: ScopeSelection) -> [Key] {
    let keys = selection.keys(of: Key.self)
    return keys.map(storage.cachedKeys) ?? storage.keys
  }

  package func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads) {
    storage.revalidate(selection.keys(of: Key.self), loads.revalidate)
  }

  package func revalidateInUse(_ loads: ScopeLoads) {
    for load in storage.loadsInUse { loads.revalidateInUse(load) }
  }

  package func retryFailed(_ loads: ScopeLoads) {
    for load in storage.usedLoads { loads.retryFailed(load) }
  }

  package func resetForScope() -> ScopeRemoval? {
    storage.reset()
  }
}
