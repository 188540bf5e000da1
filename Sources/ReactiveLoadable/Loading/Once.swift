public import Synchronization

/// A gate that lets one caller through, however many come at once and from wherever.
///
/// The ways a screen author knows to load once and only once are all this one (contract L3):
///
/// | the way | with `Once` |
/// |---|---|
/// | a flag, `if !didLoad { didLoad = true; … }` | `once.run { … }`, also from many threads |
/// | an atomic exchange | `once.run { … }` returns whether this caller went through |
/// | a once token | `once.run { … }`; ``reset()`` opens the gate again |
/// | a lazy value | `await once.runOrWait { … }`: the others wait until it is there |
/// | the state | `loader.loadIfNeeded(…)`, which also knows requests and failures |
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
/// An open or shut gate costs one atomic read, and no caller ever blocks a thread.
public final class Once: Sendable {
  /// What becomes of the gate when the body throws.
  public enum FailurePolicy: Sendable, Hashable {
    /// It opens again, so that the next caller tries.
    case retry
    /// It stays shut: once means once.
    case keep
  }

  @usableFromInline let phase = Atomic(Phase.open)
  private let failurePolicy: FailurePolicy
  private let ended = Signal()

  /// Creates an open gate.
  ///
  /// - Parameter failurePolicy: What becomes of the gate when the body throws, by default retry.
  public init(onFailure failurePolicy: FailurePolicy = .retry) {
    self.failurePolicy = failurePolicy
  }

  /// Whether a body has run to its end and the gate is shut.
  @inlinable public var hasRun: Bool { phase.load(ordering: .acquiring) == Phase.shut }

  /// Runs the body if no caller has done so; returns whether it ran.
  ///
  /// A caller that comes while another one is inside does not wait: it returns `false` at once,
  /// also when it comes from within the body.
  ///
  /// - Parameter body: Runs at most once, on this thread.
  /// - Returns: Whether this call ran the body.
  /// - Throws: What the body throws; the failure policy says what becomes of the gate.
  @inlinable @discardableResult
  public func run<E: Error>(_ body: () throws(E) -> Void) throws(E) -> Bool {
    guard phase.load(ordering: .acquiring) == Phase.open, enter() else { return false }
    do throws(E) {
      try body()
      leave()
    } catch {
      leaveAfterFailure()
      throw error
    }
    return true
  }

  /// Runs the async body if no caller has done so, or waits for the one that does.
  ///
  /// If the one inside fails and the policy is to retry, one of those waiting tries in its place.
  /// A call from within the body, or from a task that was begun there, does not wait for itself, and
  /// a cancelled task stops waiting; both return `false`. A detached task knows of no body: one that
  /// the body waits for must not wait for the gate.
  ///
  /// - Parameter body: Runs at most once, in this task.
  /// - Returns: Whether this call ran the body.
  /// - Throws: What the body throws; the failure policy says what becomes of the gate.
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
      leaveAfterFailure()
      throw error
    }
    return true
  }

  /// Opens the gate again; a body that is running does not shut it any more.
  public func reset() {
    while true {
      switch phase.load(ordering: .acquiring) {
      case Phase.inside: if turn(Phase.inside, into: Phase.insideReset) { return }
      case Phase.shut: if turn(Phase.shut, into: Phase.open) { return }
      default: return
      }
    }
  }

  @usableFromInline
  func enter() -> Bool {
    phase.load(ordering: .acquiring) == Phase.open && turn(Phase.open, into: Phase.inside)
  }

  @usableFromInline
  func leave() { leave(into: Phase.shut) }

  @usableFromInline
  func leaveAfterFailure() { leave(into: failurePolicy == .keep ? Phase.shut : Phase.open) }

  private func leave(into next: UInt8) {
    if !turn(Phase.inside, into: next) { phase.store(Phase.open, ordering: .releasing) }
    ended.wakeAll()
  }

  private func turn(_ old: UInt8, into new: UInt8) -> Bool {
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

  private var isInside: Bool {
    let now = phase.load(ordering: .acquiring)
    return now == Phase.inside || now == Phase.insideReset
  }

  // NB: plain numbers, because an enum is decoded by a call that no client inlines.
  @usableFromInline
  enum Phase {
    @inlinable static var open: UInt8 { 0 }
    @inlinable static var shut: UInt8 { 1 }
    static var inside: UInt8 { 2 }
    static var insideReset: UInt8 { 3 }
  }
}

/// One passage through a gate, for as long as its body runs.
private final class OnceEntry: Sendable {
  /// The passages that the current task is part of, or was begun in.
  @TaskLocal static var current: [OnceEntry] = []

  private let gate: Once
  private let isOver = Atomic(false)

  init(_ gate: Once) { self.gate = gate }

  func isInside(_ gate: Once) -> Bool {
    self.gate === gate && !isOver.load(ordering: .acquiring)
  }

  func leave() { isOver.store(true, ordering: .releasing) }
}
