import LoadableTesting
import Observation
import ReactiveLoadable
import Testing

/// Observers of a row that show another key, or clear it, when they receive a state.
///
/// A character is 10 ms, the grace time is 30 ms.
@Suite struct `Rows whose observers call them (C11)` {
  /// The observer of a row: of its states after each change, or of the model before it.
  enum Observer: CaseIterable, Sendable { case states, model }

  /// A state that the observer receives: loading, or the value of the first key.
  private enum Trigger {
    case first, later

    var state: TextState { self == .first ? .loading : .loaded("A") }
    var stateBefore: TextState { self == .first ? .notRequested : .loading }
  }

  /// A row of two keys, whose observer acts once.
  @MainActor
  private func row(
    _ m: Marbles,
    _ observer: Observer,
    on trigger: Trigger,
    act: @escaping @MainActor (KeyedModel<TextCache>) -> Void
  ) -> KeyedModel<TextCache> {
    let cache = m.cache(["a": m.text("---A|", .ignored), "b": m.text("-----B|")])
    let row = m.keep(KeyedModel(cache))
    let once = Once()
    switch observer {
    case .states:
      m.keep(
        row.states.sinkOnMainActor { [weak row] state in
          if state == trigger.state, let row, once.claim() { act(row) }
        }
      )
    case .model:
      observe(row) { [weak row] before in
        if before == trigger.stateBefore, let row, once.claim() { act(row) }
      }
    }
    m.at(.milliseconds(10)) { row.show("a") }
    return row
  }

  @MainActor
  private func observe(
    _ row: KeyedModel<TextCache>,
    _ act: @escaping @MainActor (TextState) -> Void
  ) {
    withObservationTracking {
      _ = row.state
    } onChange: { [weak row] in
      MainActor.assumeIsolated {
        guard let row else { return }
        observe(row, act)
        act(row.state)
      }
    }
  }

  private final class Once: @unchecked Sendable {
    // SAFETY: touched on the main actor only.
    private var isClaimed = false

    func claim() -> Bool {
      defer { isClaimed = true }
      return !isClaimed
    }
  }

  @Test(arguments: Observer.allCases) @MainActor
  func `an observer of the first state shows another key`(_ observer: Observer) {
    marbles(on: MainActor.shared) { m in
      let row = row(m, observer, on: .first) { $0.show("b") }
      m.expect(reading: { row.state }, "nl----B", textStates)
      m.at(.milliseconds(20)) { #expect(row.key == "b") }
    }
  }

  @Test(arguments: Observer.allCases) @MainActor
  func `an observer of a later state shows another key`(_ observer: Observer) {
    marbles(on: MainActor.shared) { m in
      let row = row(m, observer, on: .later) { $0.show("b") }
      m.expect(reading: { row.state }, "nl-------B", textStates)
      m.at(.milliseconds(50)) { #expect(row.key == "b") }
    }
  }

  @Test(arguments: Observer.allCases) @MainActor
  func `an observer of the first state clears the row`(_ observer: Observer) {
    marbles(on: MainActor.shared) { m in
      let row = row(m, observer, on: .first) { $0.clear() }
      m.expect(reading: { row.state }, "n", textStates)
      m.at(.milliseconds(90)) { #expect(row.key == nil) }
    }
  }

  @Test(arguments: Observer.allCases) @MainActor
  func `an observer of a later state clears the row`(_ observer: Observer) {
    marbles(on: MainActor.shared) { m in
      let row = row(m, observer, on: .later) { $0.clear() }
      m.expect(reading: { row.state }, "nl--n", textStates)
    }
  }

  @Test(arguments: Observer.allCases) @MainActor
  func `a row that disappears in its first state leaves no spinner`(_ observer: Observer) {
    marbles(on: MainActor.shared) { m in
      let row = row(m, observer, on: .first) { $0.disappear() }
      m.expect(reading: { row.state }, "n", textStates)
    }
  }

  /// The load of a shown key starts, and its first state reaches another row that has the key.
  @Test(.needsImmediateTasks, arguments: [true, false]) @MainActor
  func `an observer of another row calls the row that starts the load`(_ shows: Bool) {
    marbles(on: MainActor.shared) { m in
      let cache = m.cache(["a": m.text("---A|"), "b": m.text("-----B|")])
      let (other, row) = (m.keep(KeyedModel(cache)), m.keep(KeyedModel(cache)))
      let once = Once()
      cache.set("A", for: "a")
      other.show("a")
      cache.invalidate("a")
      m.keep(
        other.states.sinkOnMainActor { [weak row] state in
          guard state.isLoading, let row, once.claim() else { return }
          if shows { row.show("b") } else { row.clear() }
        }
      )
      m.at(.milliseconds(10)) {
        row.show("a")
        #expect(row.key == (shows ? "b" : nil))
      }
      m.expect(reading: { row.state }, shows ? "nl----B" : "n", textStates)
    }
  }
}
