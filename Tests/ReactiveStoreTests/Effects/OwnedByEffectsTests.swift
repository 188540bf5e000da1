import CombineShim
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Owned values of a publisher in an effect (S4, S5)` {
  /// The effect and store that a token calls in its deinit.
  // SAFETY: used by one thread.
  private final class Slot: @unchecked Sendable {
    let gone = Log<Void>()
    let source = PublishRelay<Int>()
    var task: StoreTask?
    weak var store: Store<Counter.State, Counter.Action>?

    /// An object that ends the effect that owns it, once more, and sends.
    func token() -> Owned {
      Owned { [weak self] in
        self?.task?.cancel()
        self?.store?.send(.add(1))
        self?.gone.note(())
      }
    }

    func begin(_ effect: Effect<Counter.Action>) -> Store<Counter.State, Counter.Action> {
      let store = Store(Counter.State()) { Counter(onBegin: effect) }
      self.store = store
      task = store.send(.begin)
      return store
    }
  }

  private final class Owned: Sendable {
    private let whenGone: @Sendable () -> Void
    init(_ whenGone: @escaping @Sendable () -> Void) { self.whenGone = whenGone }
    deinit { whenGone() }
  }

  private func effect(_ slot: Slot) -> Effect<Counter.Action> {
    .publisher { [unowned slot] in
      let token = slot.token()
      return slot.source.map { number -> Counter.Action in
        withExtendedLifetime(token) { number > 0 ? .add(number) : .stop }
      }
    }
    .cancellable(id: "work")
  }

  @Test func `they are released when the handle cancels it, and may cancel once more`() {
    let slot = Slot()
    let store = slot.begin(effect(slot))
    slot.source.accept(10)
    slot.task?.cancel()
    #expect(slot.gone.entries.count == 1)
    #expect(store.state.count == 11)
    slot.source.accept(10)
    #expect(store.state.count == 11)
  }

  @Test func `they are released when a value ends the effect`() {
    let slot = Slot()
    let store = slot.begin(effect(slot))
    slot.source.accept(0)
    #expect(slot.gone.entries.count == 1)
    #expect(store.state.count == 1)
  }

  @Test func `they are released when a value during subscription ends the effect`() {
    let slot = Slot()
    let store = slot.begin(
      .publisher { [unowned slot] in
        let token = slot.token()
        return BehaviorRelay(0).map { _ -> Counter.Action in withExtendedLifetime(token) { .stop } }
      }
      .cancellable(id: "work")
    )
    #expect(slot.gone.entries.count == 1)
    #expect(store.state.count == 1)
  }

  @Test func `they are released with the store, also where a deinit releases that`() {
    let slot = Slot()
    var holder: Holder? = Holder(store: slot.begin(effect(slot)))
    #expect(slot.gone.entries.isEmpty)
    withExtendedLifetime(holder) {}
    holder = nil
    #expect(slot.gone.entries.count == 1)
    #expect(slot.store == nil)
  }

  private final class Holder {
    private let store: Store<Counter.State, Counter.Action>
    init(store: Store<Counter.State, Counter.Action>) { self.store = store }
  }
}
