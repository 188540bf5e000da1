public import CombineShim
public import Synchronization

/// The part of a relay that retains values and gives them their position in the order.
// SAFETY: every `var` is guarded by the lock of `state`, hence `unchecked`.
@usableFromInline
package final class ValueRelayCore<Value>: RelayCore, @unchecked Sendable {
  /// The largest number of retained values: 0 for a publish relay, 1 for a behavior relay.
  @usableFromInline let depth: Int
  @exclusivity(unchecked) @usableFromInline var latest: Value?
  @exclusivity(unchecked) @usableFromInline var older = LazyFIFO<Value>()
  @exclusivity(unchecked) @usableFromInline var queue = LazyFIFO<QueueEntry<Value>>()
  /// The targets that their server has handed off to the delivering thread, with their backlogs.
  @exclusivity(unchecked) @usableFromInline var handedOff = LazyFIFO<ValueTarget<Value>>()

  @inlinable
  package init(depth: Int, latest: Value?, creationSite: CallSite) {
    self.depth = depth
    self.latest = latest
    super.init(creationSite: creationSite)
    if latest != nil { (state.retainedCount, state.version) = (1, 1) }
    state.hasExtraWork = mustShift(state)
  }

  /// Creates the core of a relay that retains one value, from its first value on.
  // NB: In generic code, an optional value would be another type to look up.
  package init(latest: Value, creationSite: CallSite) {
    depth = 1
    self.latest = latest
    super.init(creationSite: creationSite)
    (state.retainedCount, state.version) = (1, 1)
  }

  @inlinable
  override func request(_ demand: Subscribers.Demand, for subscription: RelaySubscription) {
    serve(demand, subscription)
  }

  @usableFromInline
  override func takeOver(atMost limit: Int) {
    let isTaken = withState { _ in
      guard phase.load(ordering: .relaxed) == Phase.parked else { return false }
      phase.store(Phase.drainRequested, ordering: .relaxed)
      return true
    }
    if isTaken { drain(atMost: limit) }
  }

  @usableFromInline
  override func withdraw(_ target: RelayTarget) { handedOff.removeFirst { $0 === target } }

  package override var described: (depth: Int, type: Any.Type, latest: () -> Any?) {
    (depth, Value.self, { [self] in withState { state in state.isEnding ? nil : latest } })
  }
}

/// A value or completion that waits for the delivering thread.
@usableFromInline
struct QueueEntry<Value> {
  /// The value; `nil` for the completion of the relay.
  @usableFromInline let value: Value?
  @usableFromInline let version: UInt
  @usableFromInline let cause: EntryCause

  @inlinable
  init(_ value: Value?, _ version: UInt, _ cause: EntryCause) {
    self.value = value
    self.version = version
    self.cause = cause
  }
}

/// The slots that the delivery of one value walks.
@usableFromInline
struct DeliveryPass {
  @usableFromInline let slots: Slots
  @usableFromInline let count: Int
  @usableFromInline let version: UInt

  @inlinable
  init(_ state: borrowing RelayState, version: UInt) {
    slots = state.slots
    count = state.count
    self.version = version
  }
}

// MARK: Accepting

extension ValueRelayCore {
  @inlinable
  func accept(_ value: Value) {
    var old: Value?
    lock.acquire()
    let pass = commit(value, in: &state, replacing: &old)
    lock.release()
    release(old)
    deliver(value, in: pass)
  }

  /// Accepts a value by compare-and-swap.
  ///
  /// Returns false if another value was accepted since `version` was read.
  @inlinable
  func accept(_ value: Value, ifVersionIs version: UInt) -> Bool {
    var old: Value?
    var pass: DeliveryPass?
    let isCurrent = withState { state in
      guard state.version == version else { return false }
      pass = commit(value, in: &state, replacing: &old)
      return true
    }
    release(old)
    if isCurrent { deliver(value, in: pass) }
    return isCurrent
  }

  @inlinable @inline(__always)
  package func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }

  /// Runs `decide` under the lock, and accepts the value that it returns, if any.
  ///
  /// `prepare` runs outside the lock in both cases, before this thread delivers.
  @inlinable @inline(__always)
  package func transition(_ decide: () -> Value?, beforeDelivery prepare: () -> Void = {}) {
    lock.acquire()
    guard let value = decide() else {
      lock.release()
      return prepare()
    }
    var old: Value?
    let pass = commit(value, in: &state, replacing: &old)
    lock.release()
    release(old)
    prepare()
    deliver(value, in: pass)
  }

  /// Releases an old value outside the lock, because this may run a `deinit` of the caller.
  @inlinable @inline(__always)
  func release(_ old: consuming Value?) { _ = consume old }
}

// MARK: Under the lock

extension ValueRelayCore {
  /// Gives a value its position in the order.
  ///
  /// Returns the pass to deliver, `nil` if the value was queued.
  @inlinable @inline(__always)
  func commit(
    _ value: Value,
    in state: inout RelayState,
    replacing old: inout Value?
  ) -> DeliveryPass? {
    state.version &+= 1
    if depth > 0 {
      old = value
      swap(&old, &latest)
    }
    if state.hasExtraWork { old = performExtraWork(old, in: &state) }
    if requestDrain() {
      enqueue(value, in: &state)
      return nil
    }
    return startDelivery(&state)
  }

  /// Makes this thread the delivering one.
  @inlinable @inline(__always)
  func startDelivery(_ state: inout RelayState) -> DeliveryPass {
    phase.store(Phase.delivering, ordering: .relaxed)
    state.inFlight = state.count
    return DeliveryPass(state, version: state.version)
  }

  /// Performs the rare work of an accept, and returns the value that is no longer retained.
  @inlinable @inline(never)
  func performExtraWork(_ previous: Value?, in state: inout RelayState) -> Value? {
    state.countAccept()
    guard mustShift(state) else { return previous }
    let released = shift(previous, in: &state)
    state.hasExtraWork = mustShift(state) || !state.updates.isEmpty
    return released
  }

  /// Returns true if an accept does more than replace the latest value.
  @inlinable
  func mustShift(_ state: borrowing RelayState) -> Bool {
    depth > 1 || (depth == 1 && state.retainedCount == 0)
  }

  /// Retains the previous latest value.
  ///
  /// Returns the value that is no longer retained.
  @inlinable
  func shift(_ previous: Value?, in state: inout RelayState) -> Value? {
    guard let previous else {
      state.retainedCount = 1
      return nil
    }
    older.append(previous)
    if older.count == depth { return older.popFirst() }
    state.retainedCount += 1
    return nil
  }

  @usableFromInline
  func enqueue(_ value: Value?, in state: inout RelayState) {
    queue.append(QueueEntry(value, state.version, value == nil ? .root : state.chain.cause()))
  }

  /// Returns the retained value at this distance from the oldest.
  @inlinable
  func retainedValue(_ offset: UInt) -> Value {
    // SAFETY: callers stay below `retainedCount`, and `latest` is the last retained value.
    offset == older.count ? latest.unsafelyUnwrapped : older[Int(offset)]
  }
}

// MARK: One pass

extension ValueRelayCore {
  @inlinable @inline(__always)
  func deliver(_ value: Value, in pass: DeliveryPass?) {
    if chainRecorder.thread.load(ordering: .relaxed) != 0 { chainRecorder.record(self) }
    guard let pass else { return deliverParked() }
    walk(pass, with: value)
    endDeliveryOrDrain()
  }

  /// Ends the delivery on this thread, after the work that other threads have queued.
  @inlinable @inline(__always)
  func endDeliveryOrDrain() {
    let hasEnded = phase.compareExchange(
      expected: Phase.delivering,
      desired: Phase.idle,
      ordering: .releasing
    ).exchanged
    if !hasEnded { drain() }
  }

  @inlinable @inline(__always)
  func walk(_ pass: DeliveryPass, with value: Value) {
    for index in 0..<pass.count {
      // SAFETY: not retained, because slots and targets outlive the delivery that walks them.
      pass.slots[index]?._withUnsafeGuaranteedRef { target in
        let target = unsafeDowncast(target, to: ValueTarget<Value>.self)
        if target.isOpen || admit(target, value, pass.version) { _ = target.receive(value) }
      }
    }
  }
}

// MARK: Completion

extension ValueRelayCore {
  /// Finishes the relay for its subscribers, once, after all queued values (<doc:RelayContract#R9-Completion>).
  @usableFromInline
  package func finish() {
    let pass: DeliveryPass? = withState { state in
      guard !state.isEnding else { return nil }
      state.isEnding = true
      if requestDrain() {
        enqueueCompletion(in: &state)
        return nil
      }
      return startDelivery(&state)
    }
    guard let pass else { return deliverParked() }
    deliverFinish(pass)
    endDeliveryOrDrain()
  }

  // NB: Not inlined, so that only this rare case looks up the type of an optional value.
  @inline(never)
  private func enqueueCompletion(in state: inout RelayState) { enqueue(nil, in: &state) }
}
