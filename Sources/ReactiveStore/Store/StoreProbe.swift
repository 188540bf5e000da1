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

/// A running effect or load.
package struct ActiveEffect: Sendable {
  /// True for the load of a feature.
  package let isLoad: Bool
  let run: EffectRun
  private let ids: [EffectID]

  init(_ run: EffectRun, ids: [EffectID], isLoad: Bool) {
    self.run = run
    self.ids = ids
    self.isLoad = isLoad
  }

  /// An identity that differs from all others for as long as this value is retained.
  package var identity: ObjectIdentifier { ObjectIdentifier(run) }

  /// The ids of the effect as text; `nil` if it has none.
  package var id: String? {
    ids.isEmpty ? nil : ids.map(\.text).joined(separator: ", ")
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
