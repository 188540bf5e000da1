import ReactiveLoadable

/// A view into a store for tests, which does not retain the store.
package struct StoreProbe<State: Sendable>: Sendable {
  /// The state after the last reduced action; `nil` if the store is deallocated.
  package let state: @Sendable () -> State?
  /// The running effects and loads, in no order.
  package let activeEffects: @Sendable () -> [ActiveEffect]
  /// The errors that the store publishes.
  package let failures: ReadOnlyEvents<any Error>

  fileprivate init<Action>(_ core: StoreCore<State, Action>) {
    state = { [weak core] in core?.read() }
    activeEffects = { [weak core] in core?.effects.running ?? [] }
    failures = core.failures.readOnly
  }
}

extension Store {
  /// Creates a store like its public initializer, and passes a view into it before the first load.
  package static func probed(
    _ state: State,
    middleware: [Middleware<State, Action>],
    _ reducer: some Reducer<State, Action>,
    at location: StoreLocation = StoreLocation(#fileID, #filePath, #line, #column),
    willStart probe: (StoreProbe<State>) -> Void
  ) -> Store {
    let core = StoreCore(
      state,
      middleware,
      reducer,
      reading: { $0.value },
      StoreCore.step(of: reducer),
      at: location,
      willStart: { probe(StoreProbe($0)) }
    )
    return Store(core)
  }
}
