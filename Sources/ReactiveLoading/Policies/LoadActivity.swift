public import ReactiveRelays

/// The number of running loads of any number of loaders, for one activity indicator of an app.
///
/// Because it counts, the indicator stays visible until the last of several overlapping loads ends:
///
/// ```swift
/// let activity = LoadActivity()
/// let account = Loader(policy: LoadPolicy(activity: activity)) { try await api.account() }
/// let podcasts = Loader(policy: LoadPolicy(activity: activity)) { try await api.podcasts() }
///
/// activity.counts.sinkOnMainActor { indicator.isHidden = $0 == 0 }
/// ```
///
/// ```
/// account    -l--A
/// podcasts   ---l--A
/// counts     01-21-0
/// ```
///
/// A load counts from the intent that starts it until its state is settled, including its retries
/// and the delays between them. A load that replaces another leaves the count unchanged. A write
/// counts from its call until its outcome: see ``MutationPolicy/activity``.
public final class LoadActivity: Sendable {
  private let relay = BehaviorRelay(0)

  /// Creates a count of zero.
  public init() {}

  /// The number of running loads.
  public var count: Int { relay.value }

  /// The current count, followed by every change.
  ///
  /// Observers run on the thread of the intent or of the work that changed the count.
  public var counts: ReadOnlyRelay<Int> { relay.readOnly }

  /// Counts other work, for instance an upload, while it runs.
  ///
  /// - Parameter body: The work to count.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work.
  public func track<R, E: Error>(_ body: () async throws(E) -> R) async throws(E) -> R {
    start()
    defer { end() }
    return try await body()
  }

  func start() { relay.update { $0 += 1 } }

  package func end() { relay.update { $0 -= 1 } }
}

extension LoadActivity: Described {
  package var objectText: ObjectText { ObjectText("LoadActivity(\(count) in flight)") }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["count": count] }
}
