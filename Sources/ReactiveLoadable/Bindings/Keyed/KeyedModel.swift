public import Observation

/// What a row shows of a cache, for views that observe it, on the main actor.
///
/// The situation: the rows of a list show posters, and a row that scrolls out of sight is used again
/// for another movie. Its old poster must not come into it late:
///
/// ```swift
/// let row = KeyedModel(posters)  // a LoaderCache that all rows share
///
/// row.show(movie.id)  // as the row appears, or shows another movie
/// draw(row.state, fadingIn: !row.isHit)
/// row.disappear()  // as it disappears: a load that nobody else wants ends
/// ```
///
/// What is there shows within the call, without a loading state (C9). To show the key again that the
/// row shows already changes nothing: no load begins anew (C10).
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
/// The row comes back before the grace time is over, and finds its load on its way. That time is
/// measured by the clock of the cache's policy, so a test gives it its own.
///
/// For views that observe an `ObservableObject` there is ``KeyedObject``.
@MainActor @Observable
public final class KeyedModel<Source: KeyedLoader>: KeyedHolder {
  /// The state to draw; it changes on the main actor, and each change is observed.
  public private(set) var state: KeyedState<Source> = .notRequested

  @ObservationIgnored private let binding: KeyedBinding<Source>

  /// Creates a row that shows nothing yet.
  ///
  /// - Parameters:
  ///   - source: What the row shows a key of; all rows share it.
  ///   - priority: How urgent the load of a row in sight is; high by default.
  ///   - onDisappear: What becomes of it when the row goes out of sight; by default the row is not
  ///     interested any more.
  public init(
    _ source: Source,
    at priority: LoadPriority = .high,
    onDisappear: KeyedDisappearPolicy = .cancel
  ) {
    binding = KeyedBinding(source, at: priority, onDisappear: onDisappear)
  }

  /// The interest in what the row shows; `nil` before it has appeared, after it was cleared, and after it
  /// has left, unless its policy keeps the interest (C12).
  public var interest: Source.Interest? { binding.interest }

  /// Shows a key: what is there at once, else what is loaded (C9, C10).
  ///
  /// - Parameter key: What to show from now on.
  public func show(_ key: Source.Interest.Key) {
    binding.show(key) { [weak self] in self?.state = $0 }
  }

  /// Tells that the row has gone out of sight (C12).
  ///
  /// What is loaded stays, and so does a failure; of a load without a value nothing is left. Unless the
  /// policy keeps the interest, nothing more comes until the next `show`.
  public func disappear() { if binding.disappear() { state = binding.state } }

  /// Shows nothing, as a row does that waits to be used again (C11).
  public func clear() {
    binding.clear()
    state = binding.state
  }
}
