/// How many loads run, of any number of loaders: for the one activity indicator of an app.
///
/// It counts, so that of two overlapping loads the first to end does not put the indicator out:
///
/// ```swift
/// let activity = LoadActivity()
/// let account = Loader(policy: LoadPolicy(activity: activity)) { try await api.account() }
/// let podcasts = Loader(policy: LoadPolicy(activity: activity)) { try await api.podcasts() }
///
/// activity.counts.map { $0 > 0 }.removeDuplicates().sink { indicator.isHidden = !$0 }
/// ```
///
/// ```
/// account    -l--A
/// podcasts   ---l--A
/// counts     01-21-0
/// ```
///
/// A load counts from the moment it is asked for until its state is settled, with its retries and
/// the waits between them. One that takes the place of another leaves the count as it is.
public final class LoadActivity: Sendable {
  private let relay = BehaviorRelay(0)

  /// Creates a count of nothing.
  public init() {}

  /// How many loads run now.
  public var count: Int { relay.value }

  /// The count and its changes, the present one first.
  ///
  /// Observers are called on the thread of the intent or of the work that changed it.
  public var counts: ReadOnlyRelay<Int> { relay.readOnly }

  /// Counts other work, for instance an upload, for as long as it runs.
  ///
  /// - Parameter body: What to count.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws.
  public func track<R, E: Error>(_ body: () async throws(E) -> R) async throws(E) -> R {
    begin()
    defer { end() }
    return try await body()
  }

  @usableFromInline
  func begin() { relay.update { $0 += 1 } }

  @usableFromInline
  func end() { relay.update { $0 -= 1 } }
}
