import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `Folding the flags` {
  @Test func `nothing is settled while a change is pending`() {
    let fold = FlagFold<Int, SampleError>()
    #expect(fold.firstState() == .notRequested)
    fold.receive(isLoading: true)
    fold.receive(value: 1)
    #expect(fold.settledState(after: fold.see()) == nil)
    #expect(fold.settledState(after: fold.see()) == .loading(previous: 1))
  }

  @Test func `a delay that a later change has ended settles nothing`() {
    let fold = FlagFold<Int, SampleError>()
    fold.receive(isLoading: true)
    let rested = fold.see()
    fold.receive(isLoading: false)
    _ = fold.see()
    #expect(fold.settledState(after: rested) == nil)
  }

  @Test func `equal values are not published twice`() {
    let fold = FlagFold<Int, SampleError>()
    fold.receive(value: 1)
    #expect(fold.settledState(after: fold.see()) == .loaded(1))
    fold.receive(error: nil)
    #expect(fold.settledState(after: fold.see()) == nil)
  }

  @Test func `the order of receiving decides between value and error`() {
    let fold = FlagFold<Int, SampleError>()
    fold.receive(value: 1)
    fold.receive(error: .first)
    #expect(fold.firstState() == .failed(.first, previous: 1, cause: .refresh))
    fold.receive(value: 2)
    #expect(fold.firstState() == .loaded(2))
  }
}
