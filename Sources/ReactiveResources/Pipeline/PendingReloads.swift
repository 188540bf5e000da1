import ReactiveLoadable

/// The refreshes that no response has served yet: their keys and the interests that requested them.
final class PendingReloads: Sendable {
  private let pendingReloads = Lock<[ResourceKey: Set<ObjectIdentifier>]>([:])

  /// Returns true if the load that runs or is next must send a request.
  func contains(_ key: ResourceKey) -> Bool { pendingReloads.withLock { $0[key] != nil } }

  func insert(_ key: ResourceKey, by id: ObjectIdentifier) {
    pendingReloads.withLock { _ = $0[key, default: []].insert(id) }
  }

  /// Withdraws the refresh of one interest; those of others stay pending.
  func remove(_ key: ResourceKey, by id: ObjectIdentifier) {
    pendingReloads.withLock { pendingReloads in
      pendingReloads[key]?.remove(id)
      if pendingReloads[key]?.isEmpty ?? false { pendingReloads[key] = nil }
    }
  }

  /// Completes the refreshes of a key after the server has responded.
  func complete(_ key: ResourceKey) { pendingReloads.withLock { $0[key] = nil } }
}
