package import CombineShim
import ReactiveRelays

extension Loader: ScopeMember, ScopedLoad {
  package func count(of selection: ScopeSelection) -> Int {
    selection.contains(storage.keyInQuestion) ? 1 : 0
  }

  package func resetForScope() -> ScopeRemoval? { storage.resetForScope(Request.self) }

  package var scopedState: ScopedState { storage.scopedState }

  package func performForScope(_ intent: ScopedIntent) {
    switch intent {
    case .invalidate: invalidate()
    case .revalidate: revalidate()
    case .retry: retry()
    }
  }

  package func follow(_ settled: @escaping @Sendable (Loader?) -> Void) -> any Cancellable {
    follow(storage.states.source, until: { !$0.isLoading }, settled)
  }
}

extension LoadShell {
  /// The state of the load, as a scope decides about it.
  package final var scopedState: ScopedState {
    let isInUse = statesRelay?.isInUse ?? false
    return locked {
      let run = state.machine.core.run
      return ScopedState(
        isInUse: isInUse,
        running: state.running,
        isWaiting: run?.cycle.isWaiting ?? false,
        isOutdated: run?.isOutdated ?? false
      )
    }
  }
}
