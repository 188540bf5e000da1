import LoadableTesting
import ReactiveLoadable
import Testing

@Suite struct `The values alone (Z6)` {
  typealias State = Loadable<String, SampleError>

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "r": .loading(previous: "A"), "A": .loaded("A"),
    "B": .loaded("B"), "f": .failed(.first, previous: "B"),
  ]

  @Test func `every loaded state publishes its value`() {
    marbles { m in
      let states = m.hot("nl-A-r-B-r-f--l-n", Self.states)
      m.expect(states.loadedValues(), "---A---B")
    }
  }

  @Test func `the current value is first, and the completion is the states'`() {
    let log = Log<String>()
    var relay: BehaviorRelay<State>? = BehaviorRelay(.loaded("A"))
    let subscription = relay?.loadedValues().sink(
      receiveCompletion: { _ in log.note("|") },
      receiveValue: { log.note($0) }
    )
    relay?.accept(.loaded("B"))
    relay = nil
    #expect(log.entries == ["A", "B", "|"])
    withExtendedLifetime(subscription) {}
  }
}
