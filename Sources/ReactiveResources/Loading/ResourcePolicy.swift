public import ReactiveLoadable

/// How a ``ResourceLoader`` behaves, as a value.
public struct ResourcePolicy<Value: Sendable>: Sendable {
  /// What is kept of the decoded resources, and how they are loaded: their queue, retries, limits of
  /// time, and the clock.
  ///
  /// How long each is fresh is what the server says; a lifetime of the policy counts together with that.
  public var cache: CachePolicy<Resource<Value>>
  /// How many bytes of bodies are kept in memory, so that another size that is made of the same body
  /// needs no other download; 8 MiB by default, 0 for none.
  public var bytes: Int

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - cache: What is kept of the decoded resources, and how they are loaded: a thousand, six loads at
  ///     once.
  ///   - bytes: How many bytes of bodies are kept in memory: 8 MiB; less than zero counts as zero.
  public init(
    cache: CachePolicy<Resource<Value>> = CachePolicy(),
    bytes: Int = 8_388_608
  ) {
    self.cache = cache
    self.bytes = max(bytes, 0)
  }
}

extension ResourcePolicy {
  /// The policy of the decoded resources, with what the server says about each of them.
  var ofResources: CachePolicy<Resource<Value>> {
    var policy = cache
    policy.lifetime = { [own = cache.lifetime] resource in
      resource.lifetime.orShorter(own?(resource) ?? CacheLifetime())
    }
    return policy
  }

  /// The policy of the bodies, which wait in no queue: the resources made of them do.
  var ofBodies: CachePolicy<FetchedBody> {
    CachePolicy(
      cost: .limit(bytes, largest: bytes) { $0.fetched.body.count },
      lifetime: { $0.fetched.lifetime },
      grace: .zero,
      afterFailure: .constant(.zero, limit: .max),
      loading: LoadPolicy(queue: LoadQueue(limit: .max), clock: cache.loading.clock)
    )
  }
}
