package import ReactiveRelays

/// The owner of a ``ForwardingPerformer``, which receives the events of the work.
package protocol WorkOwner: LoadOwner {
  func handle(_ event: WorkEvent)

  /// Marks a queued attempt as started.
  func attemptStarted(_ ticket: UInt)

  /// The request of a load, for its descriptions; `nil` if it is no longer known.
  func request(of load: RunningLoad) -> AnyBox?

  /// The name of loads whose policy has none, with their types.
  var defaultName: String { get }
}

/// A performer for an owner of another module, which cannot be a subclass: it forwards all events.
///
/// The performer does not retain the owner.
// SAFETY: `owner` is assigned by the initializer of the owner, before any load exists.
package final class ForwardingPerformer: RelayPerformer, @unchecked Sendable {
  package weak var owner: (any WorkOwner)?

  /// Creates a performer; the owner then assigns itself to ``owner``.
  ///
  /// - Parameters:
  ///   - policy: The configuration of the loads.
  ///   - failure: The failure type of the loads.
  ///   - relay: The relay that publishes the states of the owner; its lock guards them.
  ///   - elapsed: The time on the policy's clock; `nil` if no decision depends on it.
  package init<Failure: Error>(
    _ policy: LoadPolicy,
    failure: Failure.Type,
    relay: RelayCore,
    elapsed: ElapsedTime?
  ) {
    policy.name(relay, of: "PagedLoader")
    super.init(
      policy,
      queueClient: policy.queueClient,
      timeoutFailure: policy.timeoutFailure(of: failure),
      relay: relay,
      elapsed: elapsed
    )
  }

  override func handle(_ event: WorkEvent) { owner?.handle(event) }

  override func attemptStarted(_ ticket: UInt) { owner?.attemptStarted(ticket) }

  override package func cancelLoad(_ id: UInt) { owner?.cancelLoad(id) }

  @usableFromInline
  override package func request(of load: RunningLoad) -> AnyBox? { owner?.request(of: load) }

  override package var defaultName: String { owner?.defaultName ?? "PagedLoader" }
}
