import ReactiveLoadable
import Testing

@Suite struct `Transforms of a state` {
  static let functions: [@Sendable (Int) -> SampleState] = [
    { .loaded($0 + 10) }, { _ in .notRequested }, { _ in .loading },
    { .loading(previous: $0 * 2) }, { _ in .failed(.second) },
    { .failed(.second, previous: $0 * 3, cause: .retry) },
  ]
  static let recoveries: [@Sendable (SampleError) -> SampleState] = [
    { _ in .loaded(9) }, { _ in .notRequested }, { _ in .loading },
    { _ in .loading(previous: 8) }, { .failed($0) }, { _ in .failed(.second, previous: 7) },
  ]

  // MARK: Map

  @Test(arguments: sampleStates)
  func `map keeps identity and composition`(state: SampleState) {
    #expect(state.map { $0 } == state)
    #expect(state.map { $0 + 1 }.map { $0 * 2 } == state.map { ($0 + 1) * 2 })
  }

  @Test func `map carries previous value, cause, attempt and progress through every case`() {
    let loading = Loading<Int, SampleError>(
      previous: 1,
      cause: .retry,
      attempt: 2,
      progress: 0.5
    )
    #expect(
      SampleState.loading(loading).map { "\($0)" }
        == .loading(Loading(previous: "1", cause: .retry, attempt: 2, progress: 0.5))
    )
    #expect(
      SampleState.failed(.first, previous: 1, cause: .refresh).map { "\($0)" }
        == .failed(.first, previous: "1", cause: .refresh)
    )
  }

  @Test func `map throws what its function throws`() {
    #expect(throws: SampleError.first) {
      try SampleState.loading(previous: 1).map { _ throws(SampleError) -> Int in throw .first }
    }
  }

  // MARK: flatMap

  @Test(arguments: functions)
  func `flatMap of a loaded value is the function`(function: @Sendable (Int) -> SampleState) {
    #expect(SampleState.loaded(1).flatMap(function) == function(1))
  }

  @Test(arguments: sampleStates)
  func `flatMap to loaded changes nothing`(state: SampleState) {
    #expect(state.flatMap(SampleState.loaded) == state)
  }

  @Test(arguments: sampleStates)
  func `flatMap is associative`(state: SampleState) {
    for first in Self.functions {
      for second in Self.functions {
        let nested = state.flatMap { first($0).flatMap(second) }
        #expect(state.flatMap(first).flatMap(second) == nested)
      }
    }
  }

  // MARK: Errors

  @Test(arguments: sampleStates)
  func `mapError keeps identity and everything but the error`(state: SampleState) {
    #expect(state.mapError { $0 } == state)
    let mapped = state.mapError(LoadError.init)
    #expect(mapped.latest == state.latest)
    #expect(mapped.error == state.error.map(LoadError.init))
    #expect(mapped.isLoading == state.isLoading)
  }

  @Test(arguments: recoveries)
  func `flatMapError of a bare failure is the function`(
    recovery: @Sendable (SampleError) -> SampleState
  ) {
    #expect(SampleState.failed(.first).flatMapError(recovery) == recovery(.first))
  }

  @Test(arguments: sampleStates)
  func `flatMapError to failed changes nothing`(state: SampleState) {
    #expect(state.flatMapError { SampleState.failed($0) } == state)
  }

  @Test(arguments: sampleStates)
  func `flatMapError is associative`(state: SampleState) {
    for first in Self.recoveries {
      for second in Self.recoveries {
        let nested = state.flatMapError { first($0).flatMapError(second) }
        #expect(state.flatMapError(first).flatMapError(second) == nested)
      }
    }
  }

  @Test func `a recovery that loads keeps the previous value`() {
    let failed = SampleState.failed(.first, previous: 1)
    let recovered = failed.flatMapError { _ in SampleState.loading }
    #expect(recovered.latest == 1)
  }

  // MARK: Optionals and results

  @Test func `unwrap makes a failure of a loaded nil and keeps the rest`() {
    typealias Maybe = Loadable<Int?, SampleError>
    #expect(Maybe.loaded(1).unwrap(or: .first) == SampleState.loaded(1))
    #expect(Maybe.loaded(nil).unwrap(or: .first) == SampleState.failed(.first))
    #expect(Maybe.loading(previous: 1).unwrap(or: .first) == SampleState.loading(previous: 1))
    #expect(Maybe.notRequested.unwrap(or: .first) == SampleState.notRequested)
  }

  @Test func `a result makes a settled state and back`() {
    #expect(SampleState(.success(1)) == .loaded(1))
    #expect(SampleState(.failure(.first)) == .failed(.first))
    #expect(SampleState(catching: { () throws(SampleError) in throw .second }) == .failed(.second))
    #expect(SampleState.loaded(1).result == .success(1))
    #expect(SampleState.failed(.first, previous: 1).result == .failure(.first))
    #expect(SampleState.loading(previous: 1).result == nil)
    #expect(SampleState.notRequested.result == nil)
  }
}
