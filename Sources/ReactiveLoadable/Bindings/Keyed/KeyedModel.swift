import CombineShim
public import Observation
import ReactiveCaching
import ReactiveLoading
public import ReactiveRelays

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
///   let policy = CachePolicy<String>(load: LoadPolicy(clock: m.clock))
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
/// A UIKit cell draws the ``states``.
@MainActor
public final class KeyedModel<Source: KeyedLoader> {
  /// The state of the key that the row shows.
  public typealias State = Loadable<Source.Interest.Value, Source.Interest.Failure>

  /// The state to draw; not requested before the row has appeared and after it was cleared.
  ///
  /// It changes on the main actor, and each change is observed.
  public var state: State { row.value }

  /// The current state, followed by every change in order, on the main actor.
  ///
  /// For UIKit cells and other code that does not use Observation:
  ///
  /// ```swift
  /// subscription = row.states.sinkOnMainActor { [weak self] state in self?.draw(state) }
  /// ```
  public var states: ReadOnlyRelay<State> { row.states }

  /// The interest in the key of the row, if any.
  ///
  /// It is `nil` before the row has appeared, after `clear`, and after `disappear`, unless the
  /// policy keeps the interest. See <doc:CacheContract#C12-Rows-out-of-sight>.
  public private(set) var interest: Source.Interest?

  /// The cache; `nil` in a row that stays in a given state.
  private let source: Source?
  private let priority: LoadPriority
  private let onDisappear: KeyedDisappearPolicy
  private let row: KeyedState<State>
  private var subscription: AnyCancellable?

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
    self.source = source
    self.priority = priority
    self.onDisappear = onDisappear
    row = KeyedState(.notRequested)
  }

  /// Creates a row that stays in a state, for previews and tests of views.
  ///
  /// Its intents do nothing, and it has no ``key``. See
  /// <doc:HoldingALoaderInAView#V9-A-given-state>.
  ///
  /// - Parameter state: The state to draw.
  public init(state: State) {
    source = nil
    priority = .high
    onDisappear = .keep
    row = KeyedState(state)
  }

  /// The key of the row; `nil` if ``interest`` is `nil`.
  public var key: Source.Interest.Key? { interest?.key }

  /// A Boolean value that indicates whether the key had a fresh value when the row showed it.
  ///
  /// A view needs no fade-in animation for a hit. The value is false without an ``interest``.
  public var isHit: Bool { interest?.isHit ?? false }
}

// MARK: Intents

extension KeyedModel {
  /// Shows a key: its cached value immediately, otherwise the states of its load.
  ///
  /// The key that the row already shows starts no load, unless it is not requested. See
  /// <doc:CacheContract#C10-The-same-key-again>.
  ///
  /// - Parameter key: The key to show.
  public func show(_ key: Source.Interest.Key) {
    guard let source else { return }
    if let interest, interest.key == key {
      interest.priority = priority
      // A reset has cleared the key, or its first load was cancelled.
      guard case .notRequested = interest.state else { return }
    }
    let before = interest
    let generation = startGeneration()
    let interest = source.interest(in: key, at: priority)
    // The load that starts publishes to other rows, whose observers may have called this row.
    guard generation == row.generation else { return }
    self.interest = interest
    if row.canNest {
      subscribe(to: interest, in: generation)
    } else {
      Task { [weak self] in self?.subscribe(to: interest, in: generation) }
    }
    // The old interest ends after the new one starts, so that a load that both keys share continues.
    end(consume before)
  }

  /// Loads a failed key again; does nothing without an ``interest``.
  public func retry() { interest?.retry() }

  /// Reloads the key, and returns when the load has ended; the value stays visible until then.
  ///
  /// Without an ``interest`` the call returns immediately.
  public func refresh() async {
    interest?.refresh()
    await interest?.outcome()
  }

  /// Applies the ``KeyedDisappearPolicy``, when the row or cell scrolls out of sight.
  ///
  /// By default the row ends its interest. A value or a failure stays visible; after a load without
  /// a previous value the state is not requested. The state does not change until the next `show`,
  /// or a reset of the cache.
  /// See <doc:CacheContract#C12-Rows-out-of-sight>.
  public func disappear() {
    switch onDisappear {
    case .cancel:
      let generation = end()
      if case .loading(let loading) = row.unobserved {
        row.change(to: loading.previous.map { .loaded($0) } ?? .notRequested, in: generation)
      }
      clearAtReset(in: generation)
    case .lowerPriority: interest?.priority = .low
    case .keep: break
    }
  }

  /// Ends the interest and resets the state to not requested, before a row or cell is reused.
  public func clear() {
    guard source != nil else { return }
    let generation = end()
    if case .notRequested = row.unobserved { return }
    row.change(to: .notRequested, in: generation)
  }
}

// MARK: Keys

extension KeyedModel {
  private func startGeneration() -> Int {
    subscription.take()?.cancel()
    return row.startGeneration()
  }

  private func end() -> Int {
    defer { end(interest.take()) }
    return startGeneration()
  }

  /// Ends an interest, with its last reference if only the row has one.
  ///
  /// Then no subscriber can follow, and the interest makes no copy of its last state, for 2,000
  /// instructions.
  private func end(_ interest: consuming Source.Interest?) {
    if !isKnownUniquelyReferenced(&interest) { interest?.cancel() }
  }

  /// Clears a value that stays visible without an interest, when a scope resets the cache.
  private func clearAtReset(in generation: Int) {
    guard generation == row.generation, let cache = source as? any ResettableCache else { return }
    if case .notRequested = row.unobserved { return }
    let clear = MainActor.unchecked { [row] (_: Void) in
      row.change(to: .notRequested, in: generation)
    }
    subscription = cache.resets.deliverOnMainActor(clear)
  }

  /// Subscribes to a key; its first state is delivered within this call.
  private func subscribe(to interest: Source.Interest, in generation: Int) {
    guard generation == row.generation else { return }
    let receive = MainActor.unchecked { [row] in row.change(to: $0, in: generation) }
    let subscription = interest.states.deliverOnMainActor(receive)
    // The observer of the first state may have shown another key.
    if generation == row.generation { self.subscription = subscription }
  }
}

extension KeyedModel: Observable {}

extension KeyedModel: @MainActor Described {
  package var objectText: ObjectText {
    ObjectText("KeyedModel", name: name, request: key, state: "\(state)")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["name": name, "key": key, "state": state]
  }

  private var name: String? { (source as? any NamedObject)?.nameInText }
}

/// The policy for the interest of a row or cell that is out of sight.
public enum KeyedDisappearPolicy: Sendable, Hashable {
  /// Cancels the interest.
  ///
  /// The load continues for other interests, or ends after the grace time.
  case cancel
  /// The load continues with low priority, after those of visible rows.
  case lowerPriority
  /// The load continues with its priority.
  case keep
}
