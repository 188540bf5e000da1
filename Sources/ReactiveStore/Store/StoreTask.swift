import ReactiveLoadable

/// A handle of the effects that a sent action had begun (S8).
///
/// ```swift
/// .refreshable { await store.send(.refresh).finish() }
/// ```
///
/// Dropping it changes nothing.
public struct StoreTask: Sendable {
  @usableFromInline let work: StoreWork?

  @inlinable
  init(work: StoreWork?) { self.work = work }

  /// Waits until the action is reduced and its effects are over, with those of the actions they send.
  ///
  /// When the waiting task is cancelled, it waits no more, and the effects go on.
  public func finish() async { _ = await work?.isDone.answer }

  /// Cancels these effects; a load is cancelled for all who wait for it.
  public func cancel() { work?.cancel() }
}

/// What a sent action has brought about: its effects, and the actions that they have sent.
///
/// The lock guards `state`; what is told or cancelled is so outside it.
@usableFromInline
final class StoreWork: Sendable {
  private struct State {
    /// The action itself is the first to be waited for.
    var pending = 1
    var isCancelled = false
    var nextKey = 0
    var cancels: [Int: @Sendable () -> Void] = [:]
  }

  let isDone = Promise<Bool>()
  private let state = Lock(State())
  private let parent: StoreWork?
  private let keyInParent: Int?

  /// Begins the work of an action; it is over for those who sent it, too, when it is.
  @usableFromInline
  init(of parent: StoreWork? = nil) {
    self.parent = parent
    keyInParent = parent?.hold()
    if let keyInParent { parent?.cancels(keyInParent) { [weak self] in self?.cancel() } }
  }

  /// The work of an action, which is made if need be.
  @usableFromInline
  static func of(_ work: inout StoreWork?) -> StoreWork {
    let there = work ?? StoreWork()
    work = there
    return there
  }

  /// The action was reduced, and what it brought about is known.
  @usableFromInline
  func actionIsReduced() { release(nil) }

  /// Waits for an effect, too.
  func add(_ run: EffectRun) {
    let key = hold()
    cancels(key) { [weak run] in run?.cancel() }
    run.whenDone { self.release(key) }
  }

  func cancel() {
    let cancels = state.withLock { state in
      state.isCancelled = true
      defer { state.cancels = [:] }
      return state.cancels
    }
    for cancel in cancels.values { cancel() }
  }

  private func hold() -> Int {
    state.withLock { state in
      state.pending += 1
      state.nextKey += 1
      return state.nextKey
    }
  }

  private func cancels(_ key: Int, _ body: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.cancels[key] = body }
      return state.isCancelled
    }
    if isCancelled { body() }
  }

  private func release(_ key: Int?) {
    let (isOver, cancel) = state.withLock { state in
      state.pending -= 1
      let cancel = key.flatMap { state.cancels.removeValue(forKey: $0) }
      return (state.pending == 0, cancel)
    }
    withExtendedLifetime(cancel) {}
    guard isOver else { return }
    isDone.settle(true)
    parent?.release(keyInParent)
  }
}
