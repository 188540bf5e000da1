import Foundation
import ReactiveRelays

/// A serial, ordered delivery of values from any thread to a closure on the main actor.
///
/// The lock guards the queue and the closure. The closure is called outside the lock. The closure
/// and the values are released outside it, too.
final class MainActorDelivery<Value: Sendable>: Sendable {
  private typealias Receive = @MainActor (Value) -> Void

  /// A call of the closure, and the value of the previous call, which must outlive this one.
  private typealias Call = (value: Value, before: Value?, receive: Receive)

  /// The objects that the end of the delivery releases.
  private typealias ReleasedValues = (receive: Receive?, delivered: Value?)

  private struct State {
    var queue = MainActorQueue<Value>()
    /// The closure; `nil` when no more calls follow.
    var receive: Receive?
    /// The last value that was delivered, `nil` before the first one.
    ///
    /// The closure usually assigns the next value to a property. Without this reference the
    /// assignment would release the last value, whose `deinit` may read that same property.
    var delivered: Value?

    mutating func nextCall() -> Call? {
      guard let receive, let value = queue.next() else { return nil }
      let before = delivered
      delivered = value
      return (value, before, receive)
    }

    /// Returns the objects that the caller must release if no more calls follow.
    mutating func releaseIfClosed() -> ReleasedValues? {
      queue.isClosed ? (receive.take(), delivered.take()) : nil
    }
  }

  private let state: Lock<State>

  /// The number of values that are delivered before the main actor is yielded.
  ///
  /// A producer that is faster than the main actor must not block the user interface.
  static var valuesPerHop: Int { 100 }

  init(_ receive: @escaping @MainActor (Value) -> Void) { state = Lock(State(receive: receive)) }

  func enqueue(_ value: Value) {
    let mustDeliver = state.withLock { $0.queue.append(value) }
    if mustDeliver { MainActor.runImmediatelyOrInTask { self.deliver() } }
  }

  /// Drops the waiting values; no call follows on the main actor.
  func close() {
    _ = state.withLock { state in
      let waiting = state.queue.close()
      return (waiting, state.releaseIfClosed())
    }
  }

  /// Closes the queue after the delivery of the waiting values.
  func finish() {
    _ = state.withLock { state in
      state.queue.finish()
      return state.releaseIfClosed()
    }
  }

  @MainActor private func deliver() {
    for _ in 0..<Self.valuesPerHop {
      guard let call = next() else { return }
      call.receive(call.value)
      withExtendedLifetime(call) {}
    }
    if state.withLock({ $0.queue.mustContinue() }) { Task { deliver() } } else { finishIfDone() }
  }

  @MainActor private func next() -> Call? {
    let (call, released) = state.withLock { state in
      let call = state.nextCall()
      return (call, call == nil ? state.releaseIfClosed() : nil)
    }
    return withExtendedLifetime(released) { call }
  }

  private func finishIfDone() { _ = state.withLock { $0.releaseIfClosed() } }
}

extension MainActor {
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
