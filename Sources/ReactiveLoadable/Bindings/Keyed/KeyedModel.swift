public import Observation
import ReactiveCaching
import ReactiveLoading

/// An observable model of a reusable row or cell that shows one key of a cache at a time.
///
/// The rows of a list show posters, and a row that scrolls out of sight is reused for another
/// movie. The row must not show the poster of the previous movie, even if it arrives late:
///
/// ```swift
/// let row = KeyedModel(posters)  // a LoaderCache that all rows share
///
/// row.show(movie.id)  // as the row appears, or shows another movie
/// draw(row.state, fadingIn: !row.isHit)
/// row.disappear()  // as it disappears: a load without other interests ends
/// ```
///
/// A cached value is visible when `show` returns, without a loading state. A `show` of the key that
/// the row already shows starts no load. See <doc:CacheContract#C9-Cached-values-in-a-row>.
///
/// ```swift
/// marbles(on: MainActor.shared) { m in
///   let poster = m.cold("-----p|")
///   let policy = CachePolicy<String>(loading: LoadPolicy(clock: m.clock))
///   let posters = LoaderCache(policy: policy) { (_: String) in try await poster() }
///   let row = m.keep(KeyedModel(posters))
///   m.hot("-ax-a") { $0 == "x" ? row.disappear() : row.show($0) }
///   m.expect(reading: { row.state }, "nln-l-p", .states(loaded: ["p": "p"]))
///   m.expectSubscriptions(poster, ["-^----!"])
/// }
/// ```
///
/// In this test the row appears again within the grace time and joins its load in flight. The grace
/// time uses the clock of the cache's policy, so the test passes its virtual clock.
///
/// For views that observe an `ObservableObject`, use ``KeyedObject``.
@MainActor @Observable
public final class KeyedModel<Source: KeyedLoader>: KeyedHolder {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public private(set) var state: KeyedState<Source> = .notRequested

  @ObservationIgnored let binding: KeyedBinding<Source>

  /// Creates a row without a key.
  ///
  /// - Parameters:
  ///   - source: The cache, which all rows share.
  ///   - priority: The priority of the interest while the row is visible; high by default.
  ///   - onDisappear: The policy for the interest when the row disappears; it ends by default.
  public init(
    _ source: Source,
    at priority: LoadPriority = .high,
    onDisappear: KeyedDisappearPolicy = .cancel
  ) {
    binding = KeyedBinding(source, at: priority, onDisappear: onDisappear)
  }

  /// The interest in the key of the row, if any.
  ///
  /// It is `nil` before the row has appeared, after `clear`, and after `disappear`, unless the
  /// policy keeps the interest. See <doc:CacheContract#C12-Rows-out-of-sight>.
  public var interest: Source.Interest? { binding.interest }

  /// Shows a key: its cached value immediately, otherwise the states of its load.
  ///
  /// The key that the row already shows starts no load. See
  /// <doc:CacheContract#C10-The-same-key-again>.
  ///
  /// - Parameter key: The key to show.
  public func show(_ key: Source.Interest.Key) {
    binding.show(key) { [weak self] in self?.state = $0 }
  }

  /// Applies the ``KeyedDisappearPolicy``, when the row or cell scrolls out of sight.
  ///
  /// By default the row ends its interest. A value or a failure stays visible; after a load without
  /// a previous value the state is not requested. The state does not change until the next `show`.
  /// See <doc:CacheContract#C12-Rows-out-of-sight>.
  public func disappear() { if binding.disappear() { state = binding.state } }

  /// Ends the interest and resets the state to not requested, before a row or cell is reused.
  public func clear() {
    if binding.clear() { state = binding.state }
  }
}
