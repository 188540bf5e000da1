import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// States that are put back, copied, or made by the app: what they save.
extension `Features with saved values (V12)` {
  @Test func `an earlier state that is put back saves and reads nothing`() {
    run { m, scene in
      let store = scene.feature("--a|", "--b|", "--c|")
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(5)) { store.send(.keep) }
      m.at(.seconds(6)) { store.send(.text(.refresh)) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.at(.seconds(12)) { store.send(.text(.refresh)) }
      m.at(.seconds(13)) { store.send(.text(.cancel)) }
      m.expect(scene.store.calls, "-r--a----b")
      scene.expectRecord("text", "b of 8.0", at: .seconds(14))
    }
  }

  @Test func `a load of an earlier state starts again without a read`() {
    run(age: 7200) { m, scene in
      let store = scene.feature("-----b|", "--c|")
      m.at(.seconds(1)) { store.send(.text(.load)) }
      m.at(.seconds(2)) { store.send(.keep) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.expect(scene.store.calls, "--r-----b----c")
    }
  }

  @Test func `an edit of an earlier child is saved, and stale`() {
    run { m, scene in
      let store = scene.feature("--a|", "--b|", "--c|")
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(5)) { store.send(.keep) }
      m.at(.seconds(6)) { store.send(.text(.refresh)) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.at(.seconds(11)) { store.send(.text(.loaded(.add("e")))) }
      scene.expectRecord("text", "ae of 8.0 stale", at: .seconds(13))
      m.at(.seconds(14)) { store.send(.putBackAndEdit) }
      m.at(.seconds(17)) { store.send(.text(.load)) }
      scene.expectRecord("text", "c of 19.0", at: .seconds(22))
      m.expect(
        scene.store.calls,
        "-r--a----b--e--e----c",
        ["r": "r", "a": "a", "b": "b", "c": "c", "e": "ae"]
      )
    }
  }

  @Test func `a copy of a state that is saved in the same action is not saved again`() {
    run { m, scene in
      let store = m.keep(
        Store(SavedFeature.State()) {
          Reduce<SavedFeature.State, SavedFeature.Action> { _, _ in .none }
          scene.reducer("--a|", "#", ["--b|"], .forever)
          Reduce<SavedFeature.State, SavedFeature.Action> { state, action in
            if case .text(.finished) = action, state.earlier == nil { state.earlier = state.text }
            return .none
          }
        }
      )
      m.at(.zero) { store.send(.text(.load)) }
      m.at(.seconds(6)) { store.send(.text(.refresh)) }
      m.at(.seconds(10)) { store.send(.putBack) }
      m.expect(scene.store.calls, "-r--a----b")
      scene.expectRecord("text", "b of 8.0", at: .seconds(14))
    }
  }

  @Test func `an initial child is not saved; its edits are, and are stale`() {
    run { m, scene in
      let store = m.keep(
        Store(SavedFeature.State(text: LoadableState("i"))) {
          scene.reducer("#", "#", [], .forever)
        }
      )
      m.at(.seconds(1)) { store.send(.text(.loaded(.add("e")))) }
      m.expect(scene.store.calls, "--re", ["r": "r", "e": "ie"])
      scene.expectRecord("text", "ie of 2.0 stale", at: .seconds(5))
    }
  }
}
