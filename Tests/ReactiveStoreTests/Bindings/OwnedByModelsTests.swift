import CombineShim
import Foundation
import Observation
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite @MainActor struct `A value that calls its store in its deinit (U1)` {
  /// An object that reads a model in its deinit.
  private final class Reading: Error, Sendable {
    private let read: @Sendable @MainActor () -> Void
    init(_ read: @escaping @Sendable @MainActor () -> Void) { self.read = read }
    deinit { MainActor.assumeIsolated { read() } }
  }

  private struct Held: Sendable {
    var number = 0
    var reading: Reading?
  }

  // SAFETY: used on the main actor.
  private final class Slot<Model: AnyObject>: @unchecked Sendable {
    weak var model: Model?
    let reads = Log<String>()
  }

  private func releasing() -> Reduce<Held, Int> {
    Reduce { state, number in
      state = Held(number: number)
      return .none
    }
  }

  /// Makes the model the last owner of its old state, since its change arrives later.
  private func change(_ body: @escaping @Sendable () -> Void, _ changes: Gate) async {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
    await changes.wait()
  }

  @Test func `it may read a StoreModel`() async {
    let (slot, changes) = (Slot<StoreModel<Held, Int>>(), Gate())
    let model = StoreModel(
      Store(Held(reading: Reading { slot.reads.note("\(slot.model?.number ?? -1)") })) {
        releasing()
      }
    )
    slot.model = model
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.open()
    }
    await change({ [store = model.store] in store.send(1) }, changes)
    #expect(model.number == 1)
    #expect(slot.reads.entries == ["1"])
  }

  @Test func `it may read a LoadingModel`() async {
    typealias State = LoadableState<String, String>
    typealias Action = LoadingAction<String, String, Never>
    let (slot, changes) = (Slot<LoadingModel<String, String, Never>>(), Gate())
    let reading = Reading { slot.reads.note(slot.model?.state.isNotRequested == true ? "n" : "f") }
    var first: State? = State(failure: reading, of: "a")
    let model = LoadingModel(
      Store(first.take() ?? State()) {
        EmptyReducer<State, Action>().loadable(state: \.self, action: .itself) { text, _ in text }
      }
    )
    slot.model = model
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.open()
    }
    await change({ [store = model.store] in store.send(.reset) }, changes)
    #expect(model.state.isNotRequested)
    #expect(slot.reads.entries.count <= 1)
  }
}
