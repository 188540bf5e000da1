public import ReactiveRelays

/// The storage of a ``Loader``: a shell without types, and the code that needs the types.
///
/// That code creates and compares requests and values, and makes the published states.
@usableFromInline
package final class LoadStorage<Request: Hashable & Sendable, Value: Sendable, Failure: Error>:
  LoadShell,
  // SAFETY: all properties are immutable and Sendable.
  @unchecked Sendable
{
  package typealias State = Loadable<Value, Failure>

  @usableFromInline package let states: BehaviorRelay<Loadable<Value, Failure>>

  @inlinable
  init(policy: consuming LoadPolicy, work: LoadWork<Request, Value, Failure>) {
    states = BehaviorRelay(.notRequested)
    super.init(
      policy,
      work.function,
      failure: Failure.self,
      relay: states.core,
      publish: Self.publishing(to: states.core)
    )
  }

  /// Creates a storage whose decisions are observed.
  ///
  /// It publishes to an existing relay, whose current state is the settled one. `hasRecords` is
  /// true if values are restored from records.
  @inlinable
  package init(
    policy: consuming LoadPolicy,
    work: LoadWork<Request, Value, Failure>,
    _ observed: ObservedStart,
    to states: BehaviorRelay<Loadable<Value, Failure>>,
    hasRecords: Bool
  ) {
    self.states = states
    super.init(
      policy,
      work.function,
      failure: Failure.self,
      relay: states.core,
      publish: hasRecords
        ? Self.publishingDates(to: states.core) : Self.publishing(to: states.core),
      observed
    )
  }

  /// Returns a closure that publishes to a relay, specialized where the loader is created.
  @inlinable
  static func publishing(to core: ValueRelayCore<Loadable<Value, Failure>>) -> Publish {
    { change, decide, beforeDelivery in
      core.transition({ decide(&change)?.state() }, beforeDelivery: { beforeDelivery(&change) })
    }
  }

  /// Returns a closure that publishes to a relay, with the dates of restored values.
  @inlinable
  static func publishingDates(to core: ValueRelayCore<Loadable<Value, Failure>>) -> Publish {
    { change, decide, beforeDelivery in
      core.transition(
        { decide(&change)?.datedState() },
        beforeDelivery: { beforeDelivery(&change) }
      )
    }
  }

  @usableFromInline
  package override var defaultName: String { "Loader<\(Request.self), \(Value.self)>" }

  override func commitLocked(_ state: AnyLoadable) -> (() -> Void)? {
    let pending = states.core.commitLocked(state.datedState())
    return { [core = states.core] in core.deliver(pending) }
  }

  func close() {
    stop()
    states.finish()
  }
}

// MARK: Intents

extension LoadStorage {
  package func perform(_ intent: LoadIntent<Request, Value>) -> LoadTask<Value, Failure> {
    intent.match { kind, request in
      load(request, ifNeeded: kind == .loadIfNeeded)
    } set: { value, request, age in
      LoadTask(decide { $0.set(value, for: request, age: age, at: $1) })
    } neither: { kind in
      if kind.effect != .none { locked { recordCallLocked() } }
      return LoadTask(decide { $0.perform(kind, of: Request.self, at: $1) })
    }
  }

  package func effect(of intent: LoadIntent<Request, Value>) -> RequestEffect {
    intent.kind.effect
  }

  package func perform(
    _ intent: LoadIntent<Request, Value>,
    unlessSuperseded number: UInt?
  ) -> LoadTask<Value, Failure> {
    LoadTask(decide(heldSince: number) { $0.perform(intent, at: $1) })
  }

  @inlinable
  func load(_ request: Request, ifNeeded: Bool) -> LoadTask<Value, Failure> {
    LoadTask(
      load(
        ifNeeded: ifNeeded,
        isSame: { $0.belongs(to: request) },
        { Box(request) }
      )
    )
  }

  /// Sets a value that another source provides.
  package func set(_ value: Box<Value>) { decide { $0.set(value, at: $1) } }

  /// Sets a value that another source provides, of a request or else of the current one.
  func set(_ value: Value, for request: Request?, age: Duration?) {
    let (value, request): (AnyBox, AnyBox?) = (.value(value, age: age), request.map { Box($0) })
    decide { $0.set(value, for: request, age: age, at: $1) }
  }

  /// Changes the value of a request, or the visible value.
  package func edit(
    for request: Request?,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    let editor = LoadEditor<Request, Value>(confirms: false) { _, _, value in change(&value) }
    edit([.made(editor, for: request.map { Box($0) })])
  }

  /// The request that is loading, or else the request of the visible value or failure.
  package var keyInQuestion: Request? {
    if let request = currentRequest { request.assumed(of: Request.self).value } else { nil }
  }
}

extension LoadStorage: IntentPerformer {}
