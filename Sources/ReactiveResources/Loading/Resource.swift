import ReactiveLoadable

/// A decoded resource, and where it came from for whoever shows it.
public struct Resource<Value: Sendable>: Sendable {
  /// What was decoded.
  public let value: Value
  /// What it is: while another size stands in for the one that was asked for, the key of that.
  public let key: ResourceKey
  /// Where it came from, so that only what came over the network need fade in (contract C5).
  public internal(set) var source: ResourceSource
  /// Whether it was stale already when it came: from the disk while it is revalidated, or in the place
  /// of an error.
  public let isStale: Bool

  /// Which load brought it.
  let load: LoadMark
  /// What the server names its bytes by.
  let tag: EntityTag?
  let lifetime: CacheLifetime
}

/// Where a resource came from.
public enum ResourceSource: String, Sendable, Hashable, CaseIterable {
  /// It was there.
  case memory
  /// It was kept from before, and is still right.
  case disk
  /// It came over the network.
  case network
}

/// Tells the resources of two loads apart.
final class LoadMark: Sendable {}

extension Resource: Equatable where Value: Equatable {
  /// Whether both are the same value of the same key, from the same source.
  public static func == (one: Resource, another: Resource) -> Bool {
    one.value == another.value && one.key == another.key && one.source == another.source
      && one.isStale == another.isStale
  }
}

extension Resource: Hashable where Value: Hashable {
  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(key)
    hasher.combine(source)
    hasher.combine(isStale)
  }
}
