import LoadableTesting
import ReactiveLoadable
import Testing

/// Observers of a row that show another key, or clear it, when they receive a state.
///
/// A character is 10 ms, the grace time is 30 ms.
@Suite struct `Rows whose observers call them (C11)` {
  /// A row of two keys, whose observer acts once, in the first state that matches `trigger`.
  @MainActor
  private func row(
    _ m: Marbles,
    on trigger: TextState,
    act: @escaping @MainActor (KeyedObject<TextCache>) -> Void
  ) -> KeyedObject<TextCache> {
    let cache = m.cache(["a": m.text("---A|", .ignored), "b": m.text("-----B|")])
    let row = m.keep(KeyedObject(cache))
    let once = Once()
    m.keep(
      row.$state.sink { [weak row] state in
        MainActor.assumeIsolated {
          guard state == trigger, let row, once.claim() else { return }
          act(row)
        }
      }
    )
    m.at(.milliseconds(10)) { row.show("a") }
    return row
  }

  private final class Once: @unchecked Sendable {
    // SAFETY: touched on the main actor only.
    private var isClaimed = false

    func claim() -> Bool {
      defer { isClaimed = true }
      return !isClaimed
    }
  }

  @Test @MainActor func `an observer of the first state shows another key`() {
    marbles(on: MainActor.shared) { m in
      let row = row(m, on: .loading) { $0.show("b") }
      m.expect(reading: { row.state }, "nl----B", textStates)
      m.at(.milliseconds(20)) { #expect(row.key == "b") }
    }
  }

  @Test @MainActor func `an observer of a later state shows another key`() {
    marbles(on: MainActor.shared) { m in
      let row = row(m, on: .loaded("A")) { $0.show("b") }
      m.expect(reading: { row.state }, "nl-------B", textStates)
      m.at(.milliseconds(50)) { #expect(row.key == "b") }
    }
  }

  @Test @MainActor func `an observer of the first state clears the row`() {
    marbles(on: MainActor.shared) { m in
      let row = row(m, on: .loading) { $0.clear() }
      m.expect(reading: { row.state }, "n", textStates)
      m.at(.milliseconds(90)) { #expect(row.key == nil) }
    }
  }

  @Test @MainActor func `an observer of a later state clears the row`() {
    marbles(on: MainActor.shared) { m in
      let row = row(m, on: .loaded("A")) { $0.clear() }
      m.expect(reading: { row.state }, "nl--n", textStates)
    }
  }

  @Test @MainActor func `a row that disappears in its first state leaves no spinner`() {
    marbles(on: MainActor.shared) { m in
      let row = row(m, on: .loading) { $0.disappear() }
      m.expect(reading: { row.state }, "n", textStates)
    }
  }
}
