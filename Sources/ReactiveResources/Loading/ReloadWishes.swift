import ReactiveLoadable

/// The keys whose server is to be asked in any case, and who wants that.
final class ReloadWishes: Sendable {
  private let wishes = Lock<[ResourceKey: Set<ObjectIdentifier>]>([:])

  /// Whether the load that runs or is next has to ask the server.
  func contains(_ key: ResourceKey) -> Bool { wishes.withLock { $0[key] != nil } }

  func insert(_ key: ResourceKey, by id: ObjectIdentifier) {
    wishes.withLock { _ = $0[key, default: []].insert(id) }
  }

  /// Calls a wish off; others may have it, too.
  func remove(_ key: ResourceKey, by id: ObjectIdentifier) {
    wishes.withLock { wishes in
      wishes[key]?.remove(id)
      if wishes[key]?.isEmpty ?? false { wishes[key] = nil }
    }
  }

  /// The server was asked, for all who wanted it.
  func fulfil(_ key: ResourceKey) { wishes.withLock { $0[key] = nil } }
}
