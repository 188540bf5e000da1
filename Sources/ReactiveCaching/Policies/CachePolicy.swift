public import ReactiveLoading
import ReactiveRelays

/// The configuration of a ``LoaderCache``: its limits, its backoff and the policy of its loads.
public struct CachePolicy<Value: Sendable>: Sendable {
  /// The largest number of cached values; 1000 by default, less than zero counts as zero.
  ///
  /// Cached failures count, too. Rows keep the values that they show beyond this number.
  public var count: Int
  /// The cost of a value and the limit of the total cost; `nil`, the default, for no limit.
  public var cost: CacheCost<Value>?
  /// The longest time that a value stays cached; `nil`, the default, for no limit.
  ///
  /// After that time the value is a miss; rows that show it keep it as a stale value. Less than
  /// zero counts as zero.
  public var timeToLive: Duration?
  /// The lifetime of a single value, if lifetimes differ between values; `nil` by default.
  ///
  /// The shorter time wins over ``timeToLive`` and over the freshness of the loads. The closure is
  /// called on the thread on which the value arrives, outside every lock.
  public var lifetime: (@Sendable (Value) -> CacheLifetime)?
  /// The time that a load continues after its last interest has ended; 250 ms by default.
  ///
  /// During that time the load has the lowest priority in its queue. Less than zero counts as
  /// zero.
  public var grace: Duration
  /// The backoff before a new interest retries a failed key.
  ///
  /// By default the backoff is one second, doubled for each further failure in a row, up to a
  /// minute. After more failures in a row than the limit of the policy, new interests no longer
  /// retry. An explicit retry always loads.
  public var afterFailure: RetryPolicy
  /// The policy of the loads: their freshness, retries, timeouts, queue and clock.
  ///
  /// If the policy has no queue, the cache creates one that runs six loads at a time.
  public var load: LoadPolicy

  /// Creates a policy; each parameter sets the property of its name.
  public init(
    count: Int = 1000,
    cost: CacheCost<Value>? = nil,
    timeToLive: Duration? = nil,
    lifetime: (@Sendable (Value) -> CacheLifetime)? = nil,
    grace: Duration = .milliseconds(250),
    afterFailure: RetryPolicy = .exponential(from: .seconds(1), limit: .max),
    load: LoadPolicy = LoadPolicy()
  ) {
    self.count = max(count, 0)
    self.cost = cost
    self.timeToLive = timeToLive.map { max($0, .zero) }
    self.lifetime = lifetime
    self.grace = max(grace, .zero)
    self.afterFailure = afterFailure
    self.load = load
  }
}

/// The freshness and the time to live of one value of a cache.
public struct CacheLifetime: Sendable, Hashable {
  /// The freshness of the value; forever by default.
  public var freshness: Freshness
  /// The longest time that the value stays cached; `nil`, the default, for no limit.
  ///
  /// A stale value stays cached until then, and visible while it is reloaded. Less than zero counts
  /// as zero.
  public var timeToLive: Duration?

  /// Creates a lifetime; each parameter sets the property of its name.
  public init(freshness: Freshness = .forever, timeToLive: Duration? = nil) {
    self.freshness = freshness
    self.timeToLive = timeToLive.map { max($0, .zero) }
  }

  /// Returns the shorter freshness and the shorter time to live of two lifetimes.
  ///
  /// - Parameter other: The other lifetime.
  /// - Returns: A lifetime with the shorter values.
  public func orShorter(_ other: CacheLifetime) -> CacheLifetime {
    CacheLifetime(
      freshness: freshness.orShorter(other.freshness),
      timeToLive: [timeToLive, other.timeToLive].compactMap(\.self).min()
    )
  }
}

/// The cost function of a cache, with the limits of the total cost and of a single cost.
///
/// ```swift
/// CachePolicy(cost: .limit(64 << 20) { image in image.bytesPerRow * image.height })
/// ```
public struct CacheCost<Value: Sendable>: Sendable {
  /// The largest total cost of the cached values.
  public let limit: Int
  /// The largest cost of a single value.
  ///
  /// Larger values are not cached; the refusal is counted and published. See
  /// <doc:CacheContract#C3-Cached-values>.
  public let largest: Int
  /// The cost of a value; less than zero counts as zero.
  ///
  /// The closure is called on the thread on which the value arrives, outside every lock.
  public let of: @Sendable (Value) -> Int

  /// Creates a limit of the total cost.
  ///
  /// - Parameters:
  ///   - limit: The largest total cost of the cached values, in any unit; less than zero counts as
  ///     zero.
  ///   - largest: The largest cost of a single value; by default a quarter of the limit.
  ///   - cost: The cost of a value, in the same unit.
  /// - Returns: The cost limit of a policy.
  public static func limit(
    _ limit: Int,
    largest: Int? = nil,
    of cost: @escaping @Sendable (Value) -> Int
  ) -> CacheCost {
    let limit = min(max(limit, 0), CacheSize.maxCost)
    return CacheCost(limit: limit, largest: min(max(largest ?? limit / 4, 0), limit), of: cost)
  }
}

extension CacheCost {
  func admission(_ value: Value, within limits: CacheLimits) -> CacheAdmission {
    let cost = min(max(of(value), 0), CacheSize.maxCost)
    return limits.refuses(cost) ? .refused(cost) : .cost(cost)
  }
}

/// The decision whether a value may be cached, with its cost.
enum CacheAdmission: Sendable, Hashable {
  case cost(Int)
  /// The cost is larger than the limit of a single value.
  case refused(Int)
  /// The value must not be cached.
  case uncacheable
}

extension CachePolicy: CustomStringConvertible {
  /// The name and the settings that differ from the defaults, in a line of at most 300 characters.
  ///
  /// For instance `CachePolicy images: count 4, retry 3 after 1 s`, or `CachePolicy: defaults`.
  public var description: String {
    let standard = CachePolicy()
    let words: [String?] = [
      count == standard.count ? nil : "count \(count)",
      cost.map { "cost \($0.limit)" },
      timeToLive.map { "time to live \($0.inWords)" },
      lifetime == nil ? nil : "lifetimes",
      grace == standard.grace ? nil : "grace \(grace.inWords)",
      load.settingsInWords,
    ]
    return ObjectText("CachePolicy", name: load.name, settings: words).description
  }
}

// MARK: Limits

/// The limits of a ``LoaderCache``, which may change while the cache is in use.
///
/// ```swift
/// posters.limits.count = 200            // a small device, or the app is in the background
/// posters.limits.cost = 16 << 20
/// ```
///
/// The initial limits are those of the ``CachePolicy``. See <doc:CacheContract#C3-Cached-values>.
public struct CacheLimits: Sendable, Hashable {
  /// The largest number of cached values; less than zero counts as zero.
  ///
  /// Rows keep the values that they show beyond this number.
  public var count: Int
  /// The largest total cost of the cached values; `nil` for no limit.
  ///
  /// Less than zero counts as zero. ``CachePolicy/cost`` calculates the costs. If the policy has no
  /// cost function, setting a limit is reported as an issue and changes nothing. Setting this limit
  /// does not change ``largestCost``, which a policy sets to a quarter of its cost limit by
  /// default.
  public var cost: Int?
  /// The largest cost of a single value; `nil` if only ``cost`` limits it.
  ///
  /// The limit applies to values that arrive after it was set. Larger values are not cached; the
  /// refusal is counted and published.
  public var largestCost: Int?
  /// The longest time that a value stays cached; `nil` for no limit, less than zero counts as zero.
  ///
  /// The limit applies to values that arrive after it was set. Values that are already cached
  /// expire at the latest this time after the change, so a longer time has no effect on them.
  public var timeToLive: Duration?
}

extension CacheLimits {
  init<Value>(of policy: CachePolicy<Value>) {
    count = max(policy.count, 0)
    cost = policy.cost?.limit
    largestCost = policy.cost?.largest
    timeToLive = policy.timeToLive.map { max($0, .zero) }
  }

  var capacity: CacheSize { CacheSize(count: count, cost: min(cost ?? .max, CacheSize.maxCost)) }

  /// The limits without negative numbers, and without cost limits if the policy has no costs.
  func valid(hasCosts: Bool) -> Self {
    var limits = self
    limits.count = max(count, 0)
    limits.cost = hasCosts ? cost.map { max($0, 0) } : nil
    limits.largestCost = hasCosts ? largestCost.map { max($0, 0) } : nil
    limits.timeToLive = timeToLive.map { max($0, .zero) }
    return limits
  }

  func refuses(_ value: Int) -> Bool { value > min(largestCost ?? .max, cost ?? .max) }
}
