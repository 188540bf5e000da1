package import CombineShim
package import ReactiveLoading
import ReactiveRelays

extension PagedLoader: ScopeMember, ScopedLoad {
  package func count(of selection: ScopeSelection) -> Int {
    selection.contains(storage.currentKey) ? 1 : 0
  }

  package func resetForScope() -> ScopeRemoval? { storage.resetForScope() }

  package var scopedState: ScopedState { storage.scopedState }

  package func performForScope(_ intent: ScopedIntent) {
    switch intent {
    case .invalidate: invalidate()
    case .revalidate: revalidate()
    case .retry: retry()
    }
  }

  package func follow(_ settled: @escaping @Sendable (PagedLoader?) -> Void) -> any Cancellable {
    follow(storage.states.source, until: { !$0.isLoading }, settled)
  }
}
