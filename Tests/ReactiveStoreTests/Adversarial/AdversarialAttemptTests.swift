import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Loads with more than one attempt.
@Suite struct `Adversarial tests of attempts (S11, S12)` {
  @Test func `no reducer receives the late result of an abandoned attempt`() {
    marbles { m in
      let answers = [m.cold("-#", failure: Broken()), m.cold("---B|", failure: Broken())]
      let reporters = Log<LoadReporter<String>>()
      let policy = LoadPolicy(retry: .constant(.zero, limit: 1), clock: m.clock)
      let store = m.keep(
        Store(Note.State()) {
          Note(policy: policy) { report in
            reporters.note(report)
            return try await answers[min(reporters.entries.count, 2) - 1]()
          }
        }
      )
      m.hot("-l") { store.send(.text(.load)) }
      m.hot("---r") { for report in reporters.entries { report.value("part") } }
      m.expect(reading: { store.state.text.value ?? "n" }, "n----B")
      m.at(.milliseconds(90)) {
        #expect(reporters.entries.count == 2)
        #expect(store.state.parts == ["part"])
      }
    }
  }

  @Test func `a state restored in its second attempt has the timeout, too`() {
    marbles { m in
      let (calls, runningLoads) = (Log<Int>(), RunningLoads())
      let policy = LoadPolicy(
        retry: .constant(.zero, limit: 1),
        timeout: LoadTimeout(load: .milliseconds(40)),
        clock: m.clock
      )
      let store = m.keep(
        Store(Note.State()) {
          Note(policy: policy) { _ in
            calls.note(1)
            if calls.entries.count == 1 { throw Broken() }
            await runningLoads.load(1)
            return "late"
          }
        }
      )
      m.hot("-l") { store.send(.text(.load)) }
      m.hot("--n") { store.send(.save) }
      m.hot("---c") { store.send(.text(.cancel)) }
      m.hot("----b") { store.send(.restore) }
      m.expect(
        store.states.map { $0.text.isLoading ? "l" : $0.text.error == nil ? "n" : "f" }
          .removeDuplicates(),
        "nl-nl---f"
      )
      m.at(.milliseconds(95)) { runningLoads.release() }
    }
  }

  @Test func `a state restored during the delay before its second attempt waits again`() {
    marbles { m in
      let calls = Log<Int>()
      let policy = LoadPolicy(retry: .constant(.milliseconds(40), limit: 1), clock: m.clock)
      let store = m.keep(
        Store(Note.State()) {
          Note(policy: policy) { _ in
            calls.note(1)
            if calls.entries.count == 1 { throw Broken() }
            return "A"
          }
        }
      )
      m.hot("-l") { store.send(.text(.load)) }
      m.hot("--n") { store.send(.save) }
      m.hot("---c") { store.send(.text(.cancel)) }
      m.hot("----b") { store.send(.restore) }
      m.expect(reading: { store.state.text.value ?? "n" }, "n-------A")
    }
  }
}

/// A text, with a copy of its state to restore.
private struct Note: Reducer {
  struct State: Sendable {
    var text = LoadableState<NoRequest, String>()
    var saved = LoadableState<NoRequest, String>()
    var parts: [String] = []
  }

  enum Action: Sendable {
    case text(LoadingAction<NoRequest, String, Never>)
    case save
    case restore
  }

  let policy: LoadPolicy
  let load: @Sendable (LoadReporter<String>) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .text(.progressed(let step)):
        if step == .partial("part") { state.parts.append("part") }
      case .text: break
      case .save: state.saved = state.text
      case .restore: state.text = state.saved
      }
      return .none
    }
    .loadable(
      state: \.text,
      action: .text,
      policy: policy,
      child: { EmptyReducer() }
    ) { [load] _, _, report in
      try await load(report)
    }
  }
}

extension CasePath<Note.Action, LoadingAction<NoRequest, String, Never>> {
  fileprivate static let text = Self(Note.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}
