import CombineShim
import ReactiveLoadable
import ReactiveLoading
import TestSupport
import Testing

@Suite struct `A load that follows another one (S4)` {
  @Test func `it follows a load whose end is delivered late, also after other loads have started`()
  {
    let (loads, members) = (ScopeLoads(), (0..<100).map { _ in ManualLoad() })
    for member in members {
      loads.revalidate(member)
      loads.revalidate(member)
      #expect(member.intents.entries == [.invalidate, .revalidate, .invalidate])
      // Its memory is free for the loads of the other members.
      member.end()
    }
    for member in members {
      member.deliverEnd()
      #expect(member.intents.entries == [.invalidate, .revalidate, .invalidate, .revalidate])
    }
  }

  @Test func `its subscription ends with the load that it follows`() {
    let (loads, load) = (Owned(ScopeLoads()), ManualLoad())
    let weak = Weak(loads.object)
    for _ in 0..<2 { loads.object?.revalidate(load) }
    loads.object = nil
    #expect(!weak.isReleased)
    load.end()
    load.deliverEnd()
    #expect(weak.isReleased)
  }
}

/// A load whose end arrives when the test delivers it.
// SAFETY: a test touches it on one thread.
private final class ManualLoad: ScopedLoad, @unchecked Sendable {
  private final class Running: Sendable {}

  let intents = Log<ScopedIntent>()
  private var running: Running?
  private var settled: (@Sendable (ManualLoad?) -> Void)?

  var scopedState: ScopedState {
    ScopedState(isInUse: true, running: running, isWaiting: false, isOutdated: false)
  }

  func performForScope(_ intent: ScopedIntent) {
    intents.note(intent)
    if intent == .revalidate, running == nil { running = Running() }
  }

  func follow(_ settled: @escaping @Sendable (ManualLoad?) -> Void) -> any Cancellable {
    self.settled = settled
    return AnyCancellable { [weak self] in self?.settled = nil }
  }

  /// Ends the load, without a delivery.
  func end() { running = nil }

  func deliverEnd() { settled?(self) }
}
