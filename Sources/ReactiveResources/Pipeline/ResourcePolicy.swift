public import ReactiveLoadable

/// The configuration of a ``ResourceLoader``.
public struct ResourcePolicy<Value: Sendable>: Sendable {
  /// The limits of the decoded resources in memory, and their queue, retries, timeouts and clock.
  ///
  /// By default memory holds a thousand resources that no row shows, and six loads run at a time.
  /// The server determines how long each resource is fresh. If the policy also has a lifetime, the
  /// shorter one counts.
  public var cache: CachePolicy<Resource<Value>>
  /// The largest total number of bytes of bodies in memory; 8 MiB by default, 0 or less for none.
  ///
  /// Another size of a cached body needs no download. Bodies that are fresh in the store are read
  /// from there, and not cached.
  public var bytes: Int

  /// Creates a policy from its properties, with a default for each.
  public init(
    cache: CachePolicy<Resource<Value>> = CachePolicy(),
    bytes: Int = 8_388_608
  ) {
    self.cache = cache
    self.bytes = max(bytes, 0)
  }
}

extension ResourcePolicy {
  /// The policy of the decoded resources, limited by the lifetime that the server sent.
  var ofResources: CachePolicy<Resource<Value>> {
    var policy = cache
    policy.lifetime = { [own = cache.lifetime] resource in
      let lifetime = resource.origin?.lifetime ?? CacheLifetime()
      return lifetime.orShorter(own?(resource) ?? CacheLifetime())
    }
    return policy
  }

  /// The policy of the bodies, whose loads have no queue: the loads of their resources have one.
  var ofBodies: CachePolicy<FetchedBody> {
    CachePolicy(
      cost: .limit(bytes, largest: bytes) { $0.fetched.body.count },
      lifetime: { $0.fetched.lifetime },
      grace: .zero,
      afterFailure: .constant(.zero, limit: .max),
      load: LoadPolicy(queue: LoadQueue(limit: .max), clock: cache.load.clock).hidden()
    )
  }
}
