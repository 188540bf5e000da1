import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Waiting for keys (S8, S11)` {
  @Test func `an action waits for all keys that it requests, and for no others`() {
    marbles { m in
      let answers = ["a": m.cold("----A|"), "b": m.cold("-B|"), "c": m.cold("------C|")]
      let store = m.keep(
        Store(Movies.State()) { Movies { key, _ in try await answers[key]?() ?? "" } }
      )
      let done = PublishRelay<String>()
      let actions: [(String, Movies.Action, String)] = [
        ("-o", .open(["c"]), "c"), ("-o", .open(["a", "b"]), "2"), ("--o", .forget("d"), "n"),
      ]
      for (diagram, action, name) in actions {
        m.hot(diagram) {
          m.keep(
            Task.startedImmediately {
              await store.send(action).finish()
              done.accept(name)
            }
          )
        }
      }
      m.expect(done, "--n--2-c")
    }
  }

  @Test(.needsImmediateTasks)
  func `an action that resets all keys and loads another one ends the loads of all others`() {
    let runningLoads = RunningLoads()
    let store = Store(Numbers.State()) { Numbers(runningLoads: runningLoads) }
    store.send(.number(1, .load))
    store.send(.onlyTwo)
    #expect(runningLoads.counts == [2: 1])
    #expect(store.state.numbers.keys == [2])
    runningLoads.release()
  }
}

/// Numbers that are loaded until they are reset.
private struct Numbers: Reducer {
  struct State: Sendable {
    var numbers = LoadableStates<Int, Int>()
  }

  enum Action: Sendable {
    case number(Int, LoadingAction<NoRequest, Int, Never>)
    case onlyTwo
  }

  let runningLoads: RunningLoads

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .onlyTwo = action else { return .none }
      state.numbers.removeAll()
      state.numbers[2].perform(.load)
      return .none
    }
    .loadable(each: \.numbers, action: .number) { [runningLoads] key, _ in
      await runningLoads.load(key)
      return key
    }
  }
}

extension CasePath<Numbers.Action, (Int, LoadingAction<NoRequest, Int, Never>)> {
  fileprivate static let number = Self(Numbers.Action.number) {
    if case .number(let key, let action) = $0 { (key, action) } else { nil }
  }
}
