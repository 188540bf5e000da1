#if canImport(Darwin)
import Darwin
#endif

/// Hands values from any thread to a closure of the main actor, one at a time, in order.
///
/// The lock guards the queue; the closure is called, and values are released, outside it.
final class MainActorDelivery<Value: Sendable>: Sendable {
  private let queue = Lock(MainActorQueue<Value>())
  private let receive: @MainActor (Value) -> Void

  /// How many values are delivered before others get the main actor.
  ///
  /// A producer that is faster than the main actor must not stop the user interface for ever.
  static var valuesAHop: Int { 100 }

  init(_ receive: @escaping @MainActor (Value) -> Void) { self.receive = receive }

  func put(_ value: Value) {
    let mustDeliver = queue.withLock { $0.append(value) }
    if mustDeliver { MainActor.runAtOnceOrSoon { self.deliver() } }
  }

  func close() { _ = queue.withLock { $0.close() } }

  @MainActor private func deliver() {
    for _ in 0..<Self.valuesAHop {
      guard let value = queue.withLock({ $0.next() }) else { return }
      receive(value)
    }
    if queue.withLock({ $0.mustGoOn() }) { Task { deliver() } }
  }
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
