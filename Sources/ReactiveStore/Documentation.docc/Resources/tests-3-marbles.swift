import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import Testing

@testable import App

private struct NoNetwork: Error {}

@Test func `a failure is retried, and the forecast stays visible during a refresh`() {
  marbles { m in
    let answer = m.cold("-#", ["A": [12], "B": [15]], failure: NoNetwork(), then: ["-A|", "--B|"])
    let store = m.keep(Store(Weather.State()) { Weather { _ in try await answer() } })
    m.hot("-c---------") { store.send(.chose("Oslo")) }
    m.hot("----t------") { store.send(.forecast(.retry)) }
    m.hot("-------u---") { store.send(.forecast(.loaded(.unitTapped))) }
    m.hot("--------r--") { store.send(.forecast(.refresh)) }
    m.expect(
      store.states.map { line($0.forecast) }.removeDuplicates(),
      "nlf-lA-Ur-B",
      [
        "n": "Choose a city.", "l": "Oslo …", "f": "No forecast for Oslo. Try again?",
        "A": "12°", "U": "53°F", "r": "53°F …", "B": "59°F",
      ]
    )
  }
}
