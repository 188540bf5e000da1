import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// The starts of observed loads (ObservingLoads, O6).
@Suite struct LoadStartsTests {
  private func started(_ load: UInt) -> ObservedChange { ObservedChange(.started, of: load) }
  private func cancelled(_ load: UInt) -> ObservedChange { ObservedChange(.cancelled, of: load) }

  @Test func `an end has the start of its load, which is dropped`() {
    var starts = LoadStarts()
    #expect(starts.start(of: started(1), at: .seconds(1), gap: 0) == .seconds(1))
    #expect(starts.start(of: started(2), at: .seconds(2), gap: 0) == .seconds(2))
    #expect(starts.start(of: cancelled(1), at: .seconds(3), gap: 0) == .seconds(1))
    #expect(starts.count == 1)
    #expect(starts.start(of: cancelled(2), at: .seconds(4), gap: 0) == .seconds(2))
    #expect(starts.start(of: cancelled(2), at: .seconds(5), gap: 0) == nil)
    #expect(starts.count == 0)
  }

  @Test func `after a gap the earlier starts are dropped`() {
    var starts = LoadStarts()
    _ = starts.start(of: started(1), at: .seconds(1), gap: 0)
    #expect(starts.start(of: started(2), at: .seconds(2), gap: 1) == .seconds(2))
    #expect(starts.start(of: cancelled(1), at: .seconds(3), gap: 1) == nil)
    #expect(starts.count == 1)
  }

  @Test func `a gap starts when the last observer is removed`() {
    let list = LoadObserverList()
    let (first, second) = (list.add(LoadObserver { _ in }), list.add(LoadObserver { _ in }))
    first.cancel()
    #expect(list.position.gaps == 0)
    second.cancel()
    #expect(list.position.gaps == 1)
  }
}
