/// How a fetcher behaves, as a value.
public struct FetchPolicy: Sendable {
  /// What happens to the beginning of a download that broke off.
  public enum Resuming: Hashable, Sendable {
    /// It is thrown away.
    case never
    /// It is kept in memory, and the next download goes on where it ends, if the server can do that.
    ///
    /// All of them together have at most so many bytes; the oldest go first.
    case keeping(upTo: Int)
  }

  /// What may be shown stale while the server is asked whether it is still right.
  public enum StaleUse: Hashable, Sendable {
    /// What the server grants, and for as long: `stale-while-revalidate` (RFC 5861, 3).
    case asGranted
    /// Everything but what the server forbids: after `no-cache` and `must-revalidate` nothing.
    ///
    /// A screen that shows an old picture until the new one comes permits that itself, as a client
    /// may (RFC 9111, 4.2.4).
    case unlessForbidden
  }

  /// What may be shown stale while the server is asked; what the server does not forbid by default.
  public var staleUse: StaleUse
  /// How many bytes a body may have at most, once decoded; 64 MiB by default.
  public var sizeLimit: Int
  /// For how long an answer is fresh whose server does not say; never by default.
  public var heuristics: HeuristicFreshness
  /// What happens to the beginning of a download that broke off; 8 MiB are kept by default.
  ///
  /// It cannot mix two versions: the server must name the same strong tag both times.
  public var resuming: Resuming
  /// Called when the store fails, which no fetch fails of; called on the task of the fetch.
  public var onStoreFailure: @Sendable (StoreFailure) -> Void

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - staleUse: What may be shown stale while the server is asked: what it does not forbid.
  ///   - sizeLimit: How many bytes a body may have at most, 0 or more; 64 MiB by default.
  ///   - heuristics: For how long an answer is fresh whose server does not say; never by default.
  ///   - resuming: What happens to the beginning of a download that broke off; 8 MiB are kept by
  ///     default.
  ///   - onStoreFailure: Called when the store fails; nothing by default.
  public init(
    staleUse: StaleUse = .unlessForbidden,
    sizeLimit: Int = 67_108_864,
    heuristics: HeuristicFreshness = .never,
    resuming: Resuming = .keeping(upTo: 8_388_608),
    onStoreFailure: @escaping @Sendable (StoreFailure) -> Void = { _ in }
  ) {
    precondition(sizeLimit >= 0, "a size limit is 0 bytes or more, not \(sizeLimit)")
    self.staleUse = staleUse
    self.sizeLimit = sizeLimit
    self.heuristics = heuristics
    self.resuming = resuming
    self.onStoreFailure = onStoreFailure
  }
}
