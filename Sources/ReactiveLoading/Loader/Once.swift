package import ReactiveRelays
public import Synchronization

/// A gate that lets one caller through, however many threads call it concurrently.
///
/// It replaces the common ways to run work once:
///
/// | pattern | with `Once` |
/// |---|---|
/// | a flag, `if !didLoad { didLoad = true; … }` | `once.run { … }`, also from many threads |
/// | an atomic exchange | `once.run { … }` returns whether this call ran the body |
/// | a once token | `once.run { … }`; ``reset()`` opens the gate again |
/// | a lazy value | `await once.runOrWait { … }`: other callers wait for the end of the body |
/// | the state | `loader.loadIfNeeded(…)`, which also handles requests and failures |
///
/// <doc:FiveWaysToLoadOnce> compares them.
///
/// ```swift
/// let appeared = Once()
/// func viewDidAppear() {
///   appeared.run { loader.load() }
/// }
/// ```
///
/// A call to a shut gate costs one atomic read. No caller ever blocks a thread.
public final class Once: Sendable {
  /// The state of the gate after the body throws.
  public enum FailurePolicy: Sendable, Hashable {
    /// The gate opens again, and the next caller runs its body.
    case retry
    /// The gate stays shut: no later caller runs its body.
    case keep
  }

  // NB: Plain integers, because decoding an enum is a call that clients cannot inline.
  @inlinable static var open: UInt8 { 0 }
  private static var shut: UInt8 { 1 }
  private static var inside: UInt8 { 2 }
  private static var insideReset: UInt8 { 3 }

  @usableFromInline let phase = Atomic(open)
  private let failurePolicy: FailurePolicy
  private let ended = AsyncCondition()

  /// Creates an open gate.
  ///
  /// - Parameter failurePolicy: The state of the gate after the body throws, by default `retry`.
  public init(onFailure failurePolicy: FailurePolicy = .retry) {
    self.failurePolicy = failurePolicy
  }

  /// A Boolean value that indicates whether a body has ended and the gate is shut.
  public var hasRun: Bool { phase.load(ordering: .acquiring) == Self.shut }

  /// Runs the body if the gate is open; returns whether it ran.
  ///
  /// A call while another body runs does not wait: it returns `false` immediately, also when it is
  /// made from within that body.
  ///
  /// - Parameter body: The work to run at most once, on the calling thread.
  /// - Returns: `true` if this call ran the body.
  /// - Throws: The error of the body; the failure policy decides whether the gate opens again.
  @inlinable @discardableResult
  public func run<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Bool {
    guard phase.load(ordering: .acquiring) == Self.open else { return false }
    return try runInside(body)
  }

  @usableFromInline
  func runInside<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Bool {
    guard enter() else { return false }
    do throws(E) {
      try body()
      leave()
    } catch {
      leave(afterFailure: true)
      throw error
    }
    return true
  }

  /// Runs the async body if the gate is open, or waits for the end of the running body.
  ///
  /// If the running body throws and the failure policy is `retry`, one of the waiting callers runs
  /// its body. Two callers do not wait, and receive `false`:
  ///
  /// - the body itself, and a task that it creates, because they would wait for themselves;
  /// - a task that is cancelled.
  ///
  /// The gate does not know which body created a detached task. If the body awaits a detached task,
  /// that task must not wait for the gate.
  ///
  /// - Parameter body: The work to run at most once, in the calling task.
  /// - Returns: `true` if this call ran the body.
  /// - Throws: The error of the body; the failure policy decides whether the gate opens again.
  @discardableResult
  public func runOrWait<E: Error>(
    _ body: () async throws(E) -> Void
  ) async throws(E) -> Bool {
    while !enter() {
      if hasRun || Task.isCancelled || OnceEntry.current.contains(where: { $0.isInside(self) }) {
        return false
      }
      await ended.wait(until: { !isInside })
    }
    do throws(E) {
      try await entered(body)
      leave()
    } catch {
      leave(afterFailure: true)
      throw error
    }
    return true
  }

  /// Opens the gate again; a body that is running no longer shuts it.
  public func reset() {
    while true {
      switch phase.load(ordering: .acquiring) {
      case Self.inside: if exchange(Self.inside, into: Self.insideReset) { return }
      case Self.shut: if exchange(Self.shut, into: Self.open) { return }
      default: return
      }
    }
  }

  private func enter() -> Bool {
    phase.load(ordering: .acquiring) == Self.open && exchange(Self.open, into: Self.inside)
  }

  private func leave(afterFailure hasFailed: Bool = false) {
    let next = hasFailed && failurePolicy == .retry ? Self.open : Self.shut
    if !exchange(Self.inside, into: next) { phase.store(Self.open, ordering: .releasing) }
    ended.wakeAll()
  }

  private func exchange(_ old: UInt8, into new: UInt8) -> Bool {
    phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  private func entered<E: Error>(_ body: () async throws(E) -> Void) async throws(E) {
    let entry = OnceEntry(self)
    defer { entry.leave() }
    let entries = OnceEntry.current + [entry]
    let result = await OnceEntry.$current.withValue(entries) { () async -> Result<Void, E> in
      do throws(E) { return .success(try await body()) } catch { return .failure(error) }
    }
    try result.get()
  }

  var isInside: Bool {
    let now = phase.load(ordering: .acquiring)
    return now == Self.inside || now == Self.insideReset
  }
}

/// The entry of one caller into a gate, valid while its body runs.
private final class OnceEntry: Sendable {
  /// The entries of the bodies in which the current task runs or was created.
  @TaskLocal static var current: [OnceEntry] = []

  private let gate: Once
  private let hasEnded = Atomic(false)

  init(_ gate: Once) { self.gate = gate }

  func isInside(_ gate: Once) -> Bool {
    self.gate === gate && !hasEnded.load(ordering: .acquiring)
  }

  func leave() { hasEnded.store(true, ordering: .releasing) }
}

extension Once: Described {
  package var objectText: ObjectText { ObjectText("Once", state: stateInWords) }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["state": stateInWords] }

  private var stateInWords: String { hasRun ? "has run" : isInside ? "running" : "open" }
}
