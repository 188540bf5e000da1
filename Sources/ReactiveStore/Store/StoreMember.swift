import CombineShim
import ReactiveLoadable

/// The load of a store as a member of scopes; the store owns it.
///
/// The lock guards the number of the load in flight.
final class StoreMember<State: Sendable, Action: Sendable>: ScopeMember, ScopedLoad {
  /// The load in flight, as an object.
  private final class Running: Sendable {
    let number: UInt

    init(_ number: UInt) { self.number = number }
  }

  private let store: WeakStore<State, Action>
  private let run: @Sendable (State) -> ScopedRun?
  private let contains: @Sendable (State, ScopeSelection) -> Bool
  /// Returns the action of an intent; that of a reset for `nil`.
  private let action: @Sendable (ScopedIntent?) -> Action
  /// Returns the records of a state, if it has saved values.
  private let records: @Sendable (State) -> (any LoadRecords)?
  private let running = Lock<Running?>(nil)

  init(
    _ store: Store<State, Action>,
    run: @escaping @Sendable (State) -> ScopedRun?,
    contains: @escaping @Sendable (State, ScopeSelection) -> Bool,
    action: @escaping @Sendable (ScopedIntent?) -> Action,
    records: @escaping @Sendable (State) -> (any LoadRecords)?
  ) {
    self.store = WeakStore(store)
    (self.run, self.contains, self.action) = (run, contains, action)
    self.records = records
  }

  func count(of selection: ScopeSelection) -> Int {
    store.object.map { contains($0.state, selection) } == true ? 1 : 0
  }

  func resetForScope() -> ScopeRemoval? {
    guard let store = store.object else { return nil }
    guard let records = records(store.state) else {
      store.send(action(nil))
      return nil
    }
    // In one step, so that no value that is set between them is visible without a record.
    let removal = StartedRemoval()
    let task = store.postThen(action(nil)) {
      let started = records.removeAll()
      removal.end.withLock { $0 = started }
    }
    let reduction = task.reduction
    return {
      _ = await reduction.valueIgnoringCancellation
      // A store that was released first has no removal.
      let end = removal.end.withLock { $0 } ?? records.removeAll()
      try await end()
    }
  }

  var scopedState: ScopedState {
    guard let store = store.object else {
      return ScopedState(isInUse: false, running: nil, isWaiting: false, isOutdated: false)
    }
    let run = run(store.state)
    return ScopedState(
      isInUse: store.states.source.isInUse,
      running: run.map { running($0.number) },
      isWaiting: run?.isWaiting ?? false,
      isOutdated: run?.isOutdated ?? false
    )
  }

  /// Returns one object for one number.
  private func running(_ number: UInt) -> Running {
    running.withLock { running in
      if let running, running.number == number { return running }
      let new = Running(number)
      running = new
      return new
    }
  }

  func performForScope(_ intent: ScopedIntent) { store.object?.send(action(intent)) }

  func follow(_ settled: @escaping @Sendable (StoreMember?) -> Void) -> any Cancellable {
    guard let states = store.object?.states else {
      settled(nil)
      return AnyCancellable {}
    }
    return follow(states.source, until: { [run] in run($0) == nil }, settled)
  }
}

/// The removal of the records of a store, which starts with the reduction of its reset.
private final class StartedRemoval: Sendable {
  /// Waits for the end; `nil` before the start.
  let end = Lock<ScopeRemoval?>(nil)
}

/// A weak reference as a constant.
// NB: Swift 6.2.3 and later could use `weak let` instead.
private struct WeakStore<State: Sendable, Action: Sendable>: Sendable {
  private weak var reference: Store<State, Action>?

  init(_ store: Store<State, Action>) { reference = store }

  var object: Store<State, Action>? { reference }
}
