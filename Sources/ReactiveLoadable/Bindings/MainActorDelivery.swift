#if canImport(Darwin)
import Darwin
#endif

/// Hands values from any thread to a closure of the main actor, one at a time, in order.
///
/// The lock guards the queue and the closure, which is called, and released, outside it, as values are.
final class MainActorDelivery<Value: Sendable>: Sendable {
  private struct State {
    var queue = MainActorQueue<Value>()
    /// `nil` when no more calls follow.
    var receive: (@MainActor (Value) -> Void)?

    /// Returns what the caller releases if no more calls follow.
    mutating func leave() -> (@MainActor (Value) -> Void)? {
      queue.isClosed ? receive.take() : nil
    }
  }

  private let state: Lock<State>

  /// How many values are delivered before others get the main actor.
  ///
  /// A producer that is faster than the main actor must not stop the user interface for ever.
  static var valuesAHop: Int { 100 }

  init(_ receive: @escaping @MainActor (Value) -> Void) { state = Lock(State(receive: receive)) }

  func put(_ value: Value) {
    let mustDeliver = state.withLock { $0.queue.append(value) }
    if mustDeliver { MainActor.runAtOnceOrSoon { self.deliver() } }
  }

  /// Drops what waits; no call follows on the main actor.
  func close() {
    _ = state.withLock { state in
      let waiting = state.queue.close()
      return (waiting, state.leave())
    }
  }

  /// Delivers what waits, and no more.
  func finish() {
    _ = state.withLock { state in
      state.queue.finish()
      return state.leave()
    }
  }

  @MainActor private func deliver() {
    for _ in 0..<Self.valuesAHop {
      guard let (value, receive) = next() else { return }
      receive(value)
    }
    if state.withLock({ $0.queue.mustGoOn() }) { Task { deliver() } } else { finishIfDone() }
  }

  @MainActor private func next() -> (Value, @MainActor (Value) -> Void)? {
    let (next, left) = state.withLock { state in
      let next = state.queue.next().flatMap { value in state.receive.map { (value, $0) } }
      return (next, next == nil ? state.leave() : nil)
    }
    return withExtendedLifetime(left) { next }
  }

  private func finishIfDone() { _ = state.withLock { $0.leave() } }
}

extension MainActor {
  /// Runs `body` within this call if that is made on the main actor, else soon.
  ///
  /// NB: `Task.immediate` is the one public way to ask the runtime where it is that cannot trap. It
  /// also knows the main actor of a marble test, which is on no particular thread.
  fileprivate static func runAtOnceOrSoon(_ body: @escaping @MainActor () -> Void) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { @MainActor in body() }
      return
    }
    #if canImport(Darwin)
    if pthread_main_np() != 0 { return assumeIsolated(body) }
    #endif
    Task { @MainActor in body() }
  }
}
