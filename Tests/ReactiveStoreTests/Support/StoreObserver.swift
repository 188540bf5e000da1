import ReactiveStore

/// Finds the shell of a store that this thread creates, to read its running effects.
final class StoreObserver: CreationObserver {
  private let thread = ThreadIdentity.current
  private let found = Lock<StoreShell?>(nil)

  /// The running effects and loads of the store, in no order.
  var activeEffects: [ActiveEffect] { found.withLock { $0 }?.activeEffects ?? [] }

  func observing<State, Action>(_ create: () -> Store<State, Action>) -> Store<State, Action> {
    Creations.add(self)
    defer { Creations.remove(self) }
    return create()
  }

  func created(_ object: AnyObject, of owner: AnyObject?, for request: AnyObject?) {
    guard thread == ThreadIdentity.current, let shell = object as? StoreShell else { return }
    found.withLock { $0 = shell }
  }
}
