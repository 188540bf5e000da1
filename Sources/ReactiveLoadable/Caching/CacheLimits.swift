/// The limits of a ``LoaderCache``, which may be changed while it is in use (contract C3).
///
/// ```swift
/// posters.limits.count = 200            // a small device, or the app is in the background
/// posters.limits.cost = 16 << 20
/// ```
///
/// The initial limits are those of the ``CachePolicy``.
public struct CacheLimits: Sendable, Hashable {
  /// The largest number of cached values that no row shows; less than zero counts as zero.
  public var count: Int
  /// The largest total cost of the cached values; `nil` for no limit, less than zero counts as zero.
  ///
  /// Costs are counted by ``CachePolicy/cost``. A cache without that has no costs to limit: setting a
  /// limit is reported as an issue and changes nothing. Setting it leaves ``largestCost`` as it is, which
  /// a policy sets to a quarter of its own cost limit by default.
  public var cost: Int?
  /// The largest cost of a single value; `nil` for no other limit than ``cost``.
  ///
  /// It applies to values that arrive after it was set. Larger ones are not cached; the refusal is
  /// counted and published.
  public var largestCost: Int?
  /// The longest time that a value stays cached; `nil` for no limit, less than zero counts as zero.
  ///
  /// It applies to values that arrive after it was set. Values that are cached then expire no later
  /// than this time from now, so that a shorter time holds for them, too; a longer one does not.
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
  var room: CacheRoom { CacheRoom(count: count, cost: min(cost ?? .max, CacheRoom.mostCost)) }

  /// The same without negative numbers, and without costs where there are none.
  func valid(hasCosts: Bool) -> Self {
    var limits = self
    limits.count = max(count, 0)
    limits.cost = hasCosts ? cost.map { max($0, 0) } : nil
    limits.largestCost = hasCosts ? largestCost.map { max($0, 0) } : nil
    limits.timeToLive = timeToLive.map { max($0, .zero) }
    return limits
  }

  /// Whether a value of this cost is too large.
  func refuses(_ value: Int) -> Bool { value > min(largestCost ?? .max, cost ?? .max) }
}
