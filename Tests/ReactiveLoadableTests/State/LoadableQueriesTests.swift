import ReactiveLoadable
import Testing

@Suite struct `Queries of a state` {
  @Test func `exactly one of the four cases holds`() {
    for state in sampleStates {
      let cases = [state.isNotRequested, state.isLoading, state.value != nil, state.error != nil]
      #expect(cases.count(where: { $0 }) == 1, "\(state)")
    }
  }

  @Test func `the short forms build the four cases`() {
    #expect(SampleState.loading == .loading(Loading(previous: nil, cause: .load)))
    #expect(
      SampleState.loading(previous: 1) == .loading(Loading(previous: 1, cause: .refresh))
    )
    #expect(
      SampleState.failed(.first) == .failed(Failed(error: .first, previous: nil, cause: .load))
    )
  }

  @Test func `a loading state is written with and without a context that names the type`() {
    let inContext: Loadable<Int, SampleError> = .loading
    let withoutContext = Loadable<Int, SampleError>.loading()
    #expect(inContext == withoutContext)
    #expect(withoutContext.isLoading)
  }

  @Test func `a short form also matches`() {
    let state = SampleState.loading(previous: 1)
    if case .loading = state { return }
    Issue.record("a loading state does not match .loading")
  }

  @Test func `value is the loaded one only, latest also a previous one`() {
    #expect(SampleState.loaded(1).value == 1)
    #expect(SampleState.loading(previous: 1).value == nil)
    #expect(SampleState.loading(previous: 1).latest == 1)
    #expect(SampleState.failed(.first, previous: 2).latest == 2)
    #expect(SampleState.failed(.first, previous: 2).value == nil)
    #expect(SampleState.notRequested.latest == nil)
  }

  @Test(arguments: LoadCause.allCases)
  func `isRefreshing is loading with the cause refresh`(cause: LoadCause) {
    #expect(SampleState.loading(previous: 1, cause: cause).isRefreshing == (cause == .refresh))
    #expect(!SampleState.failed(.first, previous: 1, cause: cause).isRefreshing)
  }

  @Test func `progress is known in loading only`() {
    #expect(SampleState.loading(Loading(progress: 0.5)).progress == 0.5)
    #expect(SampleState.loading.progress == nil)
    #expect(SampleState.loaded(1).progress == nil)
  }

  @Test func `isEmpty is true for a loaded value only, not in a first load or a failure`() {
    typealias Rows = Loadable<[Int], SampleError>
    #expect(Rows.loaded([]).isEmpty)
    #expect(Rows.loading(previous: []).isEmpty)
    #expect(!Rows.loaded([1]).isEmpty)
    #expect(!Rows.loading(previous: [1]).isEmpty)
    #expect(!Rows.loading(previous: [], cause: .load).isEmpty)
    #expect(!Rows.loading(previous: [], cause: .retry).isEmpty)
    #expect(!Rows.loading.isEmpty)
    #expect(!Rows.notRequested.isEmpty)
    #expect(!Rows.failed(.first, previous: []).isEmpty)
  }
}
