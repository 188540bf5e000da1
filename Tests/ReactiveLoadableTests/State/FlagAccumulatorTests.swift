import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `Accumulating the flags` {
  @Test func `nothing is settled while a change is pending`() {
    let accumulator = FlagAccumulator<Int, SampleError>()
    #expect(accumulator.firstState() == .notRequested)
    accumulator.receive(isLoading: true)
    accumulator.receive(value: 1)
    #expect(accumulator.settledState(after: accumulator.countDelivered()) == nil)
    #expect(accumulator.settledState(after: accumulator.countDelivered()) == .loading(previous: 1))
  }

  @Test func `a delay that a later change has ended settles nothing`() {
    let accumulator = FlagAccumulator<Int, SampleError>()
    accumulator.receive(isLoading: true)
    let count = accumulator.countDelivered()
    accumulator.receive(isLoading: false)
    _ = accumulator.countDelivered()
    #expect(accumulator.settledState(after: count) == nil)
  }

  @Test func `equal values are not published twice`() {
    let accumulator = FlagAccumulator<Int, SampleError>()
    accumulator.receive(value: 1)
    #expect(accumulator.settledState(after: accumulator.countDelivered()) == .loaded(1))
    accumulator.receive(error: nil)
    #expect(accumulator.settledState(after: accumulator.countDelivered()) == nil)
  }

  @Test func `the order of receiving decides between value and error`() {
    let accumulator = FlagAccumulator<Int, SampleError>()
    accumulator.receive(value: 1)
    accumulator.receive(error: .first)
    #expect(accumulator.firstState() == .failed(.first, previous: 1, cause: .refresh))
    accumulator.receive(value: 2)
    #expect(accumulator.firstState() == .loaded(2))
  }
}
