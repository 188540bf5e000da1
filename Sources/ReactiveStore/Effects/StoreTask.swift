import ReactiveLoadable

/// A handle of the effects and loads of a sent action.
///
/// ```swift
/// .refreshable { await store.send(.refresh).finish() }
/// ```
///
/// Releasing the handle changes nothing. See <doc:StoreContract#S8-Waiting-for-the-end>.
public struct StoreTask: Sendable {
  let work: StoreWork?

  /// Waits until the action is reduced and its effects and loads have ended.
  ///
  /// The effects of the actions that these effects send are included. If the waiting task is
  /// cancelled, this returns and the effects continue.
  public func finish() async { await work?.finish() }

  /// Cancels these effects and loads; a joined load is cancelled for all callers that wait.
  public func cancel() { work?.cancel() }

  /// A promise that is fulfilled when the action is reduced or dropped.
  var reduction: Promise<Void> {
    if let work { return work.reduction }
    let reduction = Promise<Void>()
    reduction.fulfill(())
    return reduction
  }
}

extension StoreTask: Described {
  package var objectText: ObjectText { ObjectText("StoreTask", state: stateInWords) }
  package var mirrorParts: KeyValuePairs<String, Any?> { ["state": stateInWords] }

  private var stateInWords: String { work?.isInFlight == true ? "in flight" : "ended" }
}

/// A function that sends actions to the store from an effect, until the effect ends.
///
/// ```swift
/// .run { send in
///   for await message in chat.messages { send(.received(message)) }
/// }
/// ```
///
/// It may be called from any thread, and does not retain the store. See
/// <doc:StoreContract#S5-Cancellation>.
public struct Send<Action: Sendable>: Sendable {
  /// Sends an action, unless it is stale when it is reduced.
  typealias Post = @Sendable (Action, _ isStale: @escaping @Sendable () -> Bool) -> StoreTask

  private let post: Post
  private let isStale: @Sendable () -> Bool

  init(unless isStale: @escaping @Sendable () -> Bool, _ post: @escaping Post) {
    self.isStale = isStale
    self.post = post
  }

  /// Sends an action.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle of its effects.
  @discardableResult
  public func callAsFunction(_ action: Action) -> StoreTask { post(action, isStale) }

  /// Returns the same function with another condition for stale actions.
  func unless(_ isStale: @escaping @Sendable () -> Bool) -> Self { Self(unless: isStale, post) }

  func pullback<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(unless: isStale) { [post] in post(embed($0), $1) }
  }
}

/// The work of a sent action: its effects, and the actions that these effects send.
///
/// The lock guards `state`; callbacks and cancellations run outside the lock. A thread that holds
/// the lock of a child may take the lock of its parent, and no other lock. Actions that are each
/// sent by the effect of the one before form chains of any length. Nothing here follows a chain by
/// recursion, and links without other references are removed from it.
@usableFromInline
final class StoreWork: Sendable {
  private struct State {
    /// The number of pending parts; the action itself is the first.
    var pending = 1
    var isCancelled = false
    var nextKey = 0
    var parts: [Int: Part] = [:]
    var parent: StoreWork?
    var keyInParent = 0
    /// The promise for the end of the reduction of the action, if something waits for that.
    var reduction: Promise<Void>?
    var isReduced = false
  }

  /// A part of the work that can be cancelled and that `finish()` waits for.
  private enum Part: Sendable {
    case effect(Weak<EffectRun>)
    case action(Weak<StoreWork>)
  }

  private let isDone = Promise<Bool>()
  private let state = Lock(State())

  /// Starts the work of an action; the parent is pending until this work ends.
  init(of parent: StoreWork? = nil) {
    guard let parent else { return }
    parent.unlinkParent()
    let (keyInParent, isCancelled) = parent.hold(.action(Weak(object: self)))
    state.withLock { state in
      (state.parent, state.keyInParent) = (parent, keyInParent)
      state.isCancelled = isCancelled
    }
  }

  /// Returns the work of an action, and creates it if necessary.
  static func of(_ work: inout StoreWork?) -> StoreWork {
    let existing = work ?? StoreWork()
    work = existing
    return existing
  }

  var isInFlight: Bool { state.withLock { $0.pending > 0 } }

  /// Ends the wait for the action itself: it is reduced, and its effects are known.
  func actionIsReduced() { release(nil) }

  /// A promise that is fulfilled when the action is reduced or dropped; called once.
  var reduction: Promise<Void> {
    let reduction = Promise<Void>()
    let isReduced = state.withLock { state in
      if !state.isReduced { state.reduction = reduction }
      return state.isReduced
    }
    if isReduced { reduction.fulfill(()) }
    return reduction
  }

  func add(_ run: EffectRun) {
    let (key, isCancelled) = hold(.effect(Weak(object: run)))
    run.whenFinished { self.release(key) }
    if isCancelled { run.cancel() }
  }

  func cancel() {
    var works = [self]
    while let work = works.popLast() {
      for part in work.markCancelled() {
        switch part {
        case .effect(let run): run.object?.cancel()
        case .action(let work): if let work = work.object { works.append(work) }
        }
      }
    }
  }

  private func markCancelled() -> [Part] {
    state.withLock { state in
      state.isCancelled = true
      return Array(state.parts.values)
    }
  }

  /// Removes a parent without other references from the chain: only this work keeps it pending.
  private func unlinkParent() {
    let (parent, isCancelled) = state.withLock { state -> (StoreWork?, Bool) in
      guard isKnownUniquelyReferenced(&state.parent), let parent = state.parent else {
        return (nil, false)
      }
      (state.parent, state.keyInParent) = parent.state.withLock {
        ($0.parent.take(), $0.keyInParent)
      }
      return (parent, state.parent?.relink(state.keyInParent, self) ?? false)
    }
    // A cancellation that ran before this entry was set cannot have reached it.
    if isCancelled { cancel() }
    withExtendedLifetime(parent) {}
  }

  private func relink(_ keyInParent: Int, _ work: StoreWork) -> Bool {
    state.withLock { state in
      state.parts[keyInParent] = .action(Weak(object: work))
      return state.isCancelled
    }
  }

  private func hold(_ part: Part) -> (key: Int, isCancelled: Bool) {
    state.withLock { state in
      state.pending += 1
      state.nextKey += 1
      state.parts[state.nextKey] = part
      return (state.nextKey, state.isCancelled)
    }
  }

  private func release(_ key: Int?) {
    var next: (work: StoreWork, key: Int?) = (self, key)
    while let parent = next.work.removePart(next.key) { next = parent }
  }

  /// Removes a part; returns the parent and this work's key there, if this work ends with it.
  private func removePart(_ key: Int?) -> (work: StoreWork, key: Int?)? {
    var reduction: Promise<Void>?
    let (hasEnded, parent, keyInParent) = state.withLock { state in
      state.pending -= 1
      if let key {
        state.parts[key] = nil
      } else {
        (state.isReduced, reduction) = (true, state.reduction.take())
      }
      let hasEnded = state.pending == 0
      return (hasEnded, hasEnded ? state.parent.take() : nil, state.keyInParent)
    }
    reduction?.fulfill(())
    if hasEnded { isDone.fulfill(true) }
    return parent.map { ($0, keyInParent) }
  }

  /// Waits until the work ends or the waiting task is cancelled.
  func finish() async {
    _ = await isDone.value
    // A caller that waits retains it, so it is not removed from its chain.
    withExtendedLifetime(self) {}
  }
}

struct Weak<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?
}
