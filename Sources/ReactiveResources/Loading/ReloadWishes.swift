import ReactiveLoadable

/// The refreshes that no response has served yet: their keys and the interests that requested them.
final class ReloadWishes: Sendable {
  private let wishes = Lock<[ResourceKey: Set<ObjectIdentifier>]>([:])

  /// Returns true if the load that runs or is next must send a request.
  func contains(_ key: ResourceKey) -> Bool { wishes.withLock { $0[key] != nil } }

  func insert(_ key: ResourceKey, by id: ObjectIdentifier) {
    wishes.withLock { _ = $0[key, default: []].insert(id) }
  }

  /// Withdraws the refresh of one interest; those of others stay pending.
  func remove(_ key: ResourceKey, by id: ObjectIdentifier) {
    wishes.withLock { wishes in
      wishes[key]?.remove(id)
      if wishes[key]?.isEmpty ?? false { wishes[key] = nil }
    }
  }

  /// Completes the refreshes of a key after the server has responded.
  func fulfil(_ key: ResourceKey) { wishes.withLock { $0[key] = nil } }
}
