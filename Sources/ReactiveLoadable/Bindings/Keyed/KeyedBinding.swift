import CombineShim
import ReactiveCaching
import ReactiveLoading

/// The state that a row shows of a cache, for one key at a time.
///
/// States of an earlier key never arrive here: the subscription to that key is cancelled on the
/// main actor, where states are delivered.
@MainActor
final class KeyedBinding<Source: KeyedLoader> {
  typealias Interest = Source.Interest
  typealias State = Loadable<Interest.Value, Interest.Failure>

  let source: Source
  private let priority: LoadPriority
  private let onDisappear: KeyedDisappearPolicy
  private(set) var interest: Interest?
  /// The state to draw.
  private(set) var state: State = .notRequested
  /// The number of changes of the key; a state with an earlier number is outdated.
  private var generation = 0
  private var subscription: AnyCancellable?
  /// The number of calls of `show` that are delivering their first state.
  private var depth = 0

  /// The largest number of such calls; a deeper one delivers its states one hop later.
  ///
  /// An observer that shows a failed key again receives the old failure within its call. Without
  /// the limit such calls would nest until the backoff ends, or the stack.
  private static var deepest: Int { 16 }

  init(_ source: Source, at priority: LoadPriority, onDisappear: KeyedDisappearPolicy) {
    self.source = source
    self.priority = priority
    self.onDisappear = onDisappear
  }

  /// Shows a key; the first state is delivered within this call.
  func show(_ key: Interest.Key, _ receive: @escaping @MainActor (State) -> Void) {
    if let interest, interest.key == key {
      interest.priority = priority
      return
    }
    let before = interest
    let generation = startGeneration()
    let interest = source.interest(in: key, at: priority)
    self.interest = interest
    if depth < Self.deepest {
      subscribe(to: interest, in: generation, receive)
    } else {
      Task { [weak self] in self?.subscribe(to: interest, in: generation, receive) }
    }
    // The old interest ends after the new one starts, so that a load that both keys share continues.
    before?.cancel()
  }

  private func subscribe(
    to interest: Interest,
    in generation: Int,
    _ receive: @escaping @MainActor (State) -> Void
  ) {
    guard generation == self.generation else { return }
    depth += 1
    defer { depth -= 1 }
    let subscription = interest.states.sinkOnMainActor { [weak self] in
      self?.update($0, in: generation, receive)
    }
    // The observer of the first state may have shown another key.
    if generation == self.generation { self.subscription = subscription }
  }

  private func update(_ state: State, in generation: Int, _ receive: @MainActor (State) -> Void) {
    // The old values are released after the change of the row: their `deinit` may be re-entrant.
    let before = self.state
    self.state = state
    receive(state)
    // NB: Observers run before the change. If one of them shows another key, its state must win.
    if generation != self.generation { receive(self.state) }
    withExtendedLifetime(before) {}
  }

  private func startGeneration() -> Int {
    subscription.take()?.cancel()
    generation += 1
    return generation
  }

  /// Applies the policy of a row out of sight; returns whether the state has changed.
  func disappear() -> Bool {
    switch onDisappear {
    case .cancel:
      end()
      guard case .loading = state else { return false }
      show(state.withoutLoading)
      return true
    case .lowerPriority: interest?.priority = .low
    case .keep: break
    }
    return false
  }

  /// Ends the interest; returns whether the state has changed.
  func clear() -> Bool {
    end()
    if case .notRequested = state { return false }
    show(.notRequested)
    return true
  }

  private func end() {
    _ = startGeneration()
    interest.take()?.cancel()
  }

  /// Changes the state; the old state is released after the change.
  private func show(_ state: State) {
    let before = self.state
    self.state = state
    withExtendedLifetime(before) {}
  }
}

extension Loadable {
  /// The state without the load in flight.
  var withoutLoading: Self {
    guard case .loading(let loading) = self else { return self }
    return loading.previous.map { .loaded($0) } ?? .notRequested
  }
}
