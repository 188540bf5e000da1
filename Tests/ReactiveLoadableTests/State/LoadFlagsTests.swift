import ReactiveLoadable
import Testing

@Suite struct `Collapse of the eight combinations` {
  typealias Flags = LoadFlags<Int, SampleError>

  static let table: [(Flags, SampleState)] = [
    (Flags(), .notRequested),
    (Flags(value: 1), .loaded(1)),
    (Flags(isLoading: true), .loading),
    (Flags(value: 1, isLoading: true), .loading(previous: 1)),
    (Flags(error: .first), .failed(.first)),
    (Flags(value: 1, error: .first), .failed(.first, previous: 1, cause: .refresh)),
    (Flags(value: 1, error: .first, isValueNewer: true), .loaded(1)),
    (Flags(isLoading: true, error: .first), .loading),
    (Flags(value: 1, isLoading: true, error: .first), .loading(previous: 1)),
  ]

  @Test(arguments: table)
  func `every combination has its state`(flags: Flags, state: SampleState) {
    #expect(Loadable(flags) == state)
  }

  @Test func `the four states are all reached`() {
    let kinds = Self.table.map { _, state in
      [state.isNotRequested, state.isLoading, state.value != nil, state.error != nil]
    }
    #expect(Set(kinds).count == 4)
  }

  @Test(arguments: table)
  func `a round trip through flags changes nothing`(flags: Flags, state: SampleState) {
    #expect(Loadable(state.flags) == state)
    #expect(Loadable(Loadable(state.flags).flags) == Loadable(state.flags))
  }

  @Test(arguments: sampleStates)
  func `flags keep the case, the error and the visible value of any state`(state: SampleState) {
    let collapsed = Loadable(state.flags)
    #expect(collapsed.latest == state.latest)
    #expect(collapsed.error == state.error)
    #expect(collapsed.isLoading == state.isLoading)
    #expect(collapsed.value == state.value)
  }
}
