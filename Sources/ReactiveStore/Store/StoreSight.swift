package import ReactiveLoadable

/// A look into a store, for whoever tests it; it does not keep the store.
package struct StoreSight<State: Sendable>: Sendable {
  /// The state as the last reduced action has left it; `nil` if the store has gone.
  package let state: @Sendable () -> State?
  /// The effects and loads that are at work, in no order.
  package let atWork: @Sendable () -> [EffectAtWork]
  /// What the store tells of errors.
  package let failures: ReadOnlyEvents<any Error>

  fileprivate init<Action>(_ core: StoreCore<State, Action>) {
    state = { [weak core] in core?.states.value }
    atWork = { [weak core] in core?.effects.atWork ?? [] }
    failures = core.failures.readOnly
  }
}

/// An effect or a load that is at work.
package struct EffectAtWork: Sendable {
  /// Whether it is the load of a feature.
  package let isLoad: Bool
  let run: EffectRun
  private let ids: [EffectID]

  init(_ run: EffectRun, known ids: [EffectID], isLoad: Bool) {
    self.run = run
    self.ids = ids
    self.isLoad = isLoad
  }

  /// Tells it from all others, for as long as this is held.
  package var identity: ObjectIdentifier { ObjectIdentifier(run) }

  /// What it is known by; `nil` if it has no id.
  package var id: String? {
    ids.isEmpty ? nil : ids.map(\.text).joined(separator: ", ")
  }
}

extension Store {
  /// Creates a store as its public initializer does; gives a look into it before its first load begins.
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
      reducer.checkedFeedbacks(),
      at: place,
      willBegin: { see(StoreSight($0)) }
    ) {
      reducer.reduce(into: &$0, $1)
    }
    return Store(core)
  }
}
