import ReactiveLoadable
import TestSupport
import Testing

/// Values whose deinit reads the model that has just replaced them.
@MainActor
@Suite struct `A replaced value is released after the model has changed (V1, V5)` {
  /// Calls `onEnd` on the main actor when it is released.
  final class Probe: Sendable {
    let name: String
    let onEnd: @MainActor @Sendable () -> Void

    init(_ name: String, onEnd: @escaping @MainActor @Sendable () -> Void) {
      self.name = name
      self.onEnd = onEnd
    }

    deinit { MainActor.assumeIsolated(onEnd) }
  }

  @MainActor final class Box<Held> { var held: Held? }

  /// Sets a loader to several probes in turn; returns the values that each released one reads.
  private func reads() -> [String] {
    let (reads, box) = (Log<String>(), Box<ValueModel<Probe>>())
    let probe = { (name: String) in
      Probe(name) { reads.note("\(name) reads \(box.held?.state.latest?.name ?? "nothing")") }
    }
    let loader = Loader { () async throws -> Probe in throw SampleError.first }
    box.held = LoaderModel(loader)
    for name in ["a", "b", "c"] { loader.set(probe(name)) }
    let result = reads.entries
    let model = box.held
    box.held = nil
    return withExtendedLifetime(model) { result }
  }

  @Test(.needsImmediateTasks) func `a replaced value of an observed model`() {
    #expect(reads() == ["a reads b", "b reads c"])
  }

  @Test(.needsImmediateTasks) func `the last value is released when the relay ends`() {
    let log = Log<String>()
    var relay: PublishRelay<Probe>? = PublishRelay()
    let subscription = relay?.sinkOnMainActor { _ in }
    relay?.accept(Probe("a") { log.note("a") })
    #expect(log.entries.isEmpty)
    relay = nil
    #expect(log.entries == ["a"])
    withExtendedLifetime((subscription, relay)) {}
  }

  @Test(.needsImmediateTasks) func `a replaced value of a property that a closure assigns`() {
    final class Screen { var shown: Probe? }
    let (relay, screen, log) = (PublishRelay<Probe>(), Screen(), Log<String>())
    let subscription = relay.sinkOnMainActor { screen.shown = $0 }
    for name in ["a", "b", "c"] {
      relay.accept(Probe(name) { log.note("\(name) reads \(screen.shown?.name ?? "nothing")") })
    }
    #expect(log.entries == ["a reads b", "b reads c"])
    subscription.cancel()
    #expect(log.entries == ["a reads b", "b reads c"])
    let last = screen.shown
    screen.shown = nil
    withExtendedLifetime(last) {}
  }
}
