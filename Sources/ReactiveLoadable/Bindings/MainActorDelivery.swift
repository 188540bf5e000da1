import Foundation

/// Hands values from any thread to a closure of the main actor, one at a time, in order.
///
/// The lock guards the queue and the closure, which is called, and released, outside it, as values are.
final class MainActorDelivery<Value: Sendable>: Sendable {
  private struct State {
    var queue = MainActorQueue<Value>()
    /// `nil` when no more calls follow.
    var receive: (@MainActor (Value) -> Void)?
    /// The last value that was delivered, `nil` before the first one.
    ///
    /// The closure usually assigns the next value to a property. Without this reference the
    /// assignment would release the last value, whose `deinit` may read that same property.
    var delivered: Value?

    mutating func nextCall() -> Call? {
      guard let receive, let value = queue.next() else { return nil }
      let before = delivered
      delivered = value
      return Call(value: value, before: before, receive: receive)
    }

    /// Returns what the caller releases if no more calls follow.
    mutating func disappear() -> Released? {
      queue.isClosed ? Released(receive: receive.take(), delivered: delivered.take()) : nil
    }
  }

  /// What the end of the delivery releases.
  private struct Released {
    let receive: (@MainActor (Value) -> Void)?
    let delivered: Value?
  }

  /// A call to make.
  private struct Call {
    let value: Value
    /// The value of the call before, which must outlive this one.
    let before: Value?
    let receive: @MainActor (Value) -> Void
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
      return (waiting, state.disappear())
    }
  }

  /// Delivers what waits, and no more.
  func finish() {
    _ = state.withLock { state in
      state.queue.finish()
      return state.disappear()
    }
  }

  @MainActor private func deliver() {
    for _ in 0..<Self.valuesAHop {
      guard let call = next() else { return }
      call.receive(call.value)
      withExtendedLifetime(call) {}
    }
    if state.withLock({ $0.queue.mustGoOn() }) { Task { deliver() } } else { finishIfDone() }
  }

  @MainActor private func next() -> Call? {
    let (call, released) = state.withLock { state in
      let call = state.nextCall()
      return (call, call == nil ? state.disappear() : nil)
    }
    return withExtendedLifetime(released) { call }
  }

  private func finishIfDone() { _ = state.withLock { $0.disappear() } }
}

extension MainActor {
  /// Runs `body` within this call if that is made on the main actor, else soon.
  ///
  /// NB: `Task.immediate` is the one public way to ask the runtime where it is that cannot trap. It
  /// also knows the main actor of a marble test, which is on no particular thread.
  fileprivate static func runAtOnceOrSoon(_ body: @escaping @MainActor () -> Void) {
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
