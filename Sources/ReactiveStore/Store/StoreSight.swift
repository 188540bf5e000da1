import ReactiveLoadable

/// A view into a store for tests, which does not retain the store.
package struct StoreSight<State: Sendable>: Sendable {
  /// The state after the last reduced action; `nil` if the store is deallocated.
  package let state: @Sendable () -> State?
  /// The running effects and loads, in no order.
  package let atWork: @Sendable () -> [EffectAtWork]
  /// The errors that the store publishes.
  package let failures: ReadOnlyEvents<any Error>

  fileprivate init<Action>(_ core: StoreCore<State, Action>) {
    state = { [weak core] in core?.read() }
    atWork = { [weak core] in core?.effects.atWork ?? [] }
    failures = core.failures.readOnly
  }
}

/// A running effect or load.
package struct EffectAtWork: Sendable {
  /// True for the load of a feature.
  package let isLoad: Bool
  let run: EffectRun
  private let ids: [EffectID]

  init(_ run: EffectRun, known ids: [EffectID], isLoad: Bool) {
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
  package static func seen(
    _ state: State,
    middleware: [Middleware<State, Action>],
    _ reducer: some Reducer<State, Action>,
    at place: StorePlace = StorePlace(#fileID, #filePath, #line, #column),
    willBegin see: (StoreSight<State>) -> Void
  ) -> Store {
    let core = StoreCore(
      state,
      middleware,
      reducer,
      reading: { $0.value },
      StoreCore.step(of: reducer),
      at: place,
      willBegin: { see(StoreSight($0)) }
    )
    return Store(core)
  }
}
