import CombineShim

/// What a row shows of a cache, one key at a time.
///
/// Whatever comes for a key that the row has shown before never gets here: its subscription has ended
/// on the main actor, where states are delivered.
@MainActor
final class KeyedBinding<Source: KeyedLoader> {
  typealias Interest = Source.Interest
  typealias State = Loadable<Interest.Value, Interest.Failure>

  private let source: Source
  private let priority: LoadPriority
  private let onDisappear: KeyedDisappearPolicy
  private(set) var interest: Interest?
  /// What the row is to show.
  private(set) var state: State = .notRequested
  /// How often the row has begun or ceased to show a key.
  private var turn = 0
  private var subscription: AnyCancellable?

  init(_ source: Source, at priority: LoadPriority, onDisappear: KeyedDisappearPolicy) {
    self.source = source
    self.priority = priority
    self.onDisappear = onDisappear
  }

  /// Shows a key; the first state comes within this call.
  func show(_ key: Interest.Key, _ receive: @escaping @MainActor (State) -> Void) {
    if let interest, interest.key == key {
      interest.priority = priority
      return
    }
    let before = interest
    let turn = beginTurn()
    let interest = source.interest(in: key, at: priority)
    self.interest = interest
    let subscription = interest.states.sinkOnMainActor { [weak self] in
      self?.tell($0, in: turn, receive)
    }
    // Who has seen the first state may have had the row show something else.
    if turn == self.turn { self.subscription = subscription }
    // After the new one has begun: for the same picture at another size, the load goes on.
    before?.cancel()
  }

  private func tell(_ state: State, in turn: Int, _ receive: @MainActor (State) -> Void) {
    // Its values are released when nothing of the row is being changed: their end may come back to it.
    let before = self.state
    self.state = state
    receive(state)
    // Observers are told before the row changes: what they have it show must not be undone by that.
    if turn != self.turn { receive(self.state) }
    withExtendedLifetime(before) {}
  }

  private func beginTurn() -> Int {
    subscription.take()?.cancel()
    turn += 1
    return turn
  }

  /// Does what the policy says for a row out of sight; returns whether it shows its key no longer.
  func disappear() -> Bool {
    switch onDisappear {
    case .cancel:
      end()
      show(state.withoutLoading)
      return true
    case .lowerPriority: interest?.priority = .low
    case .keep: break
    }
    return false
  }

  func clear() {
    end()
    show(.notRequested)
  }

  private func end() {
    _ = beginTurn()
    interest.take()?.cancel()
  }

  /// Changes the state; what it showed is released when nothing of the row is being changed.
  private func show(_ state: State) {
    let before = self.state
    self.state = state
    withExtendedLifetime(before) {}
  }
}

extension Loadable {
  /// What it is without the load that runs.
  var withoutLoading: Self {
    guard case .loading(let loading) = self else { return self }
    return loading.previous.map { .loaded($0) } ?? .notRequested
  }
}
