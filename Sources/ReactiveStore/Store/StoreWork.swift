import ReactiveLoadable

/// What a sent action has brought about: its effects, and the actions that they have sent.
///
/// The lock guards `state`; what is told or cancelled is so outside it. Who has that of a child may take that
/// of its parent, and no other. Actions that are each sent by the effect of the one before make a chain as long
/// as one likes, so nothing here follows it by recursion, and links that nobody knows are left out.
@usableFromInline
final class StoreWork: Sendable {
  private struct State {
    /// The action itself is the first to be waited for.
    var pending = 1
    var isCancelled = false
    var nextKey = 0
    var parts: [Int: Part] = [:]
    var parent: StoreWork?
    /// Where this stands in the parts of the parent.
    var place = 0
  }

  /// Something that is waited for, and can be cancelled.
  private enum Part: Sendable {
    case effect(Weak<EffectRun>)
    case action(Weak<StoreWork>)
  }

  private let isDone = Promise<Bool>()
  private let state = Lock(State())

  /// Begins the work of an action; it is over for those who sent it, too, when it is.
  @usableFromInline
  init(of parent: StoreWork? = nil) {
    guard let parent else { return }
    parent.leaveOutParent()
    let (place, isCancelled) = parent.hold(.action(Weak(self)))
    state.withLock { state in
      (state.parent, state.place) = (parent, place)
      state.isCancelled = isCancelled
    }
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
    let (key, isCancelled) = hold(.effect(Weak(run)))
    run.whenDone { self.release(key) }
    if isCancelled { run.cancel() }
  }

  func cancel() {
    var works = [self]
    while let work = works.popLast() {
      for part in work.noteCancelled() {
        switch part {
        case .effect(let run): run.object?.cancel()
        case .action(let work): if let work = work.object { works.append(work) }
        }
      }
    }
  }

  private func noteCancelled() -> [Part] {
    state.withLock { state in
      state.isCancelled = true
      return Array(state.parts.values)
    }
  }

  /// Lets go of a parent that nobody else knows: it waits for this alone, and nobody waits for it.
  private func leaveOutParent() {
    let (parent, isCancelled) = state.withLock { state -> (StoreWork?, Bool) in
      guard isKnownUniquelyReferenced(&state.parent), let parent = state.parent else {
        return (nil, false)
      }
      (state.parent, state.place) = parent.state.withLock { ($0.parent.take(), $0.place) }
      return (parent, state.parent?.putInPlace(state.place, self) ?? false)
    }
    // Who has cancelled it before this stood there may find nothing there any more.
    if isCancelled { cancel() }
    withExtendedLifetime(parent) {}
  }

  private func putInPlace(_ place: Int, _ work: StoreWork) -> Bool {
    state.withLock { state in
      state.parts[place] = .action(Weak(work))
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
    while let parent = next.work.letGo(next.key) { next = parent }
  }

  /// Returns whom to tell if this is over by it, and where this stands there.
  private func letGo(_ key: Int?) -> (work: StoreWork, key: Int?)? {
    let (isOver, parent, place) = state.withLock { state in
      state.pending -= 1
      if let key { state.parts[key] = nil }
      let isOver = state.pending == 0
      return (isOver, isOver ? state.parent.take() : nil, state.place)
    }
    if isOver { isDone.settle(true) }
    return parent.map { ($0, place) }
  }

  /// Returns when it is over, or when the waiting task is cancelled.
  func finish() async {
    _ = await isDone.answer
    // Whoever waits for it knows it.
    withExtendedLifetime(self) {}
  }
}

/// Something that is not kept.
private struct Weak<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
