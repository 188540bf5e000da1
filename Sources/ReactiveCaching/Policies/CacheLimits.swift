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

  /// The capacity of the memory.
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

  /// Returns whether the cost of a value is too large.
  func refuses(_ value: Int) -> Bool { value > min(largestCost ?? .max, cost ?? .max) }
}
