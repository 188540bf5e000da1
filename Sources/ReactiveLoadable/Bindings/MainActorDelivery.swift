import Foundation
import ReactiveRelays

/// A serial, ordered delivery of calls from any thread to the main actor.
///
/// It is not generic, because generic code looks up metadata at each value, for 400 instructions a
/// type: a value that waits is in a closure. The lock guards the queue. Calls are made, and
/// released, outside it.
@usableFromInline
package final class MainActorDelivery {
  @usableFromInline package typealias Call = @Sendable () -> Void

  private let lock = RawLock()
  @exclusivity(unchecked) private var queue = MainActorQueue<Call>()

  /// The number of calls before the main actor is yielded.
  ///
  /// A producer that is faster than the main actor must not block the user interface.
  private static var callsPerHop: Int { 100 }

  @usableFromInline
  package init() {}

  /// Starts a call that the caller makes, and then ends with `end()`.
  ///
  /// - Returns: True on the main actor, if no other call runs or waits. False also in a task of the
  ///   main actor, where the check is expensive.
  @usableFromInline
  package func begin() -> Bool {
    MainThread.isCurrentOutsideTasks && locked { $0.begin() }
  }

  /// Ends a call, and makes those that wait by now.
  @usableFromInline
  package func end() {
    if locked({ $0.mustContinue() }) { MainActor.assumeIsolated { deliver(Self.callsPerHop - 1) } }
  }

  /// Makes a call after those that wait: within this call on the main actor, otherwise a hop later.
  @usableFromInline
  package func enqueue(_ call: @escaping Call) {
    if locked({ $0.append(call) }) { MainActor.runImmediatelyOrInTask { self.deliver() } }
  }

  /// Drops the waiting calls; no call follows on the main actor.
  @usableFromInline
  package func close() {
    let waiting = locked { $0.close() }
    withExtendedLifetime(waiting) {}
  }

  @MainActor private func deliver(_ count: Int = callsPerHop) {
    for _ in 0..<count {
      guard let call = locked({ $0.next() }) else { return }
      call()
    }
    if locked({ $0.mustContinue() }) { Task { deliver() } }
  }

  private func locked<R>(_ body: (inout MainActorQueue<Call>) -> R) -> R {
    lock.withLock { body(&queue) }
  }
}

// SAFETY: `lock` guards `queue`.
extension MainActorDelivery: @unchecked Sendable {}

extension MainActorDelivery {
  /// Returns a closure for any thread that delivers each value to `receive`, on the main actor.
  @inlinable
  package func receiver<Value: Sendable>(
    _ receive: @escaping @Sendable (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    { value in
      guard self.begin() else { return self.enqueue { receive(value) } }
      receive(value)
      self.end()
    }
  }
}

extension MainActor {
  /// Returns a closure without its isolation, which may be called on the main actor only.
  ///
  /// The compiler checks the executor in some closures on the main actor, for 300 instructions, and
  /// `assumeIsolated` does, for 1,100. The caller of this closure has checked it already.
  @inlinable
  package static func unchecked<Value>(
    _ body: @escaping @MainActor @Sendable (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    unsafeBitCast(body, to: (@Sendable (Value) -> Void).self)
  }

  /// Runs `body` synchronously if the caller is on the main actor, otherwise in a task.
  ///
  /// NB: `Task.immediate` is the only public API that checks the current executor without a trap.
  /// It also recognizes a main actor that is bound to no thread.
  fileprivate static func runImmediatelyOrInTask(_ body: @escaping @MainActor () -> Void) {
    #if !LIKE_MACOS_15
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { @MainActor in body() }
      return
    }
    #endif
    if Thread.isMainThread { return assumeIsolated(body) }
    Task { @MainActor in body() }
  }
}
