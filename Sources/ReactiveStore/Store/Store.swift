import CombineShim
public import ReactiveLoadable

/// A container of the state of an app or a screen, which only actions change.
///
/// ```swift
/// let store = Store(CounterState()) { Counter() }
///
/// store.states.sinkOnMainActor { draw($0.count) }  // the current state first, then every change
/// store.send(.plusTapped)
/// await store.send(.refresh).finish()              // until its effects have ended
/// ```
///
/// Actions are reduced one at a time, in one order for all threads. The state is a relay. A reducer
/// returns its side effects as an ``Effect``, which is cancelled with the store.
/// <doc:StoreContract> has all guarantees.
///
/// ```
/// actions   -a---b------c-
/// state     SA---B------C-
/// ```
///
/// `scope(state:action:)` creates a store of a part of the state. A store may be used from any
/// thread.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// The state and its changes: replays the current state, then publishes each change in order.
  public let states: ReadOnlyRelay<State>
  /// The errors that effects throw, and actions that no reducer received; nothing is replayed.
  ///
  /// See <doc:StoreContract#S7-Errors>.
  public let failures: ReadOnlyEvents<any Error>

  /// Reads the state without retaining the store.
  let read: @Sendable () -> State
  let post: @Sendable (Action) -> StoreTask
  /// Sends an action, and calls a closure before the next one is reduced.
  let postThen: @Sendable (Action, @escaping @Sendable () -> Void) -> StoreTask
  let startEffect: @Sendable (Effect<Action>) -> StoreTask
  let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  let parts: PartList
  /// The load of the store as a member of scopes.
  private let member = LazyReference<StoreMember<State, Action>>()
  /// Runs a cleanup when the store is deallocated, which may be before the cleanup is known.
  private let lifetime = EffectRun()

  /// Creates a store.
  ///
  /// The report of an endless chain names the source location of the call. See
  /// <doc:StoreContract#S10-Endless-chains>.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - middleware: The middleware, which receives each action before the reducer, in the order of
  ///     the array.
  ///   - fileID: The file that the report names.
  ///   - filePath: The file at which the report is displayed.
  ///   - line: The line at which the report is displayed.
  ///   - column: The column at which the report is displayed.
  ///   - reducer: The reducer; the closure is called once.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    _ state: State,
    middleware: [Middleware<State, Action>] = [],
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    let reducer = reducer()
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let step = StoreCore.step(of: reducer)
    self.init(state, middleware, reducer, reading: { $0.value }, step, at: callSite)
  }

  @usableFromInline
  convenience init(
    _ state: State,
    _ middleware: [Middleware<State, Action>],
    _ reducer: some Reducer<State, Action>,
    reading read: @escaping @Sendable (BehaviorRelay<State>) -> State,
    _ step: @escaping StoreCore<State, Action>.Step,
    at callSite: CallSite
  ) {
    self.init(StoreCore(state, middleware, reducer, reading: read, step, at: callSite))
  }

  init(_ core: StoreCore<State, Action>) {
    states = core.states.readOnly
    failures = core.failures.readOnly
    read = core.read
    post = core.send
    postThen = core.send(_:then:)
    startEffect = core.perform
    schedule = core.schedule
    parts = core.parts
    lifetime.setCancellation(core.close)
  }

  /// Creates a store of a part, which stays unchanged while the part is absent.
  ///
  /// The scope is that of the effects of the part at the time of the call.
  init<Whole, WholeAction>(
    of whole: Store<Whole, WholeAction>,
    showing part: State,
    _ source: PartSource<Whole, State>,
    _ embed: @escaping @Sendable (Action) -> WholeAction,
    in scope: @escaping @Sendable (State) -> EffectID,
    _ publisher: PartPublisher<State>
  ) {
    let (relay, readWhole) = (BehaviorRelay(part), whole.read)
    states = relay.readOnly
    failures = whole.failures
    read = {
      var state = readWhole()
      return source.read(&state) { relay.value }
    }
    post = { whole.post(embed($0)) }
    postThen = { whole.postThen(embed($0), $1) }
    startEffect = { [read] in whole.startEffect($0.within(scope(read()), embed)) }
    schedule = whole.schedule
    let parts = PartList()
    self.parts = parts
    let (wholeParts, lifetime) = (whole.parts, lifetime)
    whole.schedule {
      let receive: PartSource<Whole, State>.Receive = { new in
        if publisher.publish(relay, &new) { parts.notify(in: &new) }
      }
      var now = readWhole()
      lifetime.setCancellation(source.observe(wholeParts, now, receive))
      // The changes since the store of the part was created.
      if var part = source.part(&now) { receive(&part) }
    }
  }

  deinit { lifetime.cancel() }

  /// Returns the member of scopes, which is created at the first use.
  func scopeMember(_ create: (Store) -> StoreMember<State, Action>) -> StoreMember<State, Action> {
    member.object { create(self) }
  }

  /// The state after the last reduced action.
  public var state: State { read() }

  /// Sends an action, which is reduced before this returns, unless the store is already reducing.
  ///
  /// See <doc:StoreContract#S1-One-order>.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle to wait for the effects of the action or to cancel them.
  @discardableResult
  public func send(_ action: Action) -> StoreTask { post(action) }

  /// Runs an asynchronous action as an effect of this store.
  ///
  /// The id is scoped to this part of the state, like the ids of its reducer's effects. See
  /// <doc:StoreContract#S6-Effect-ids>.
  ///
  /// - Parameters:
  ///   - action: The action to run. It starts within this call, unless the store is reducing an
  ///     action; then it is queued.
  ///   - id: The id of the effect; none by default.
  ///   - overlap: The policy for running effects with the same id; by default they continue.
  /// - Returns: A handle to wait for the effect or to cancel it.
  @discardableResult
  public func run(
    _ action: some AsyncAction<State, Action>,
    id: (any Hashable & Sendable)? = nil,
    overlap: EffectOverlap = .concurrent
  ) -> StoreTask {
    let effect = Effect<Action>.run { [read] send in
      try await action.run(in: ActionContext(read: read, post: send))
    }
    return startEffect(id.map { effect.cancellable(id: $0, overlap: overlap) } ?? effect)
  }
}

// MARK: Parts

extension Store {
  /// Creates a store of a part of the state, which publishes at every change of the whole state.
  ///
  /// See <doc:StoreContract#S9-Scoped-stores>.
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
  ///   - action: The case of the actions of the part.
  /// - Returns: The scoped store, which retains this store.
  @inlinable
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction> {
    part(at: state, action, .always)
  }

  /// Creates a store of a part of the state, which publishes only the changes of that part.
  @inlinable
  public func scope<Part: Sendable & Equatable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction> {
    part(at: state, action, .changes)
  }

  @usableFromInline
  func part<Part, PartAction>(
    at path: any KeyPath<State, Part> & Sendable,
    _ action: CasePath<Action, PartAction>,
    _ publisher: PartPublisher<Part>
  ) -> Store<Part, PartAction> {
    Store<Part, PartAction>(
      of: self,
      showing: state[keyPath: path],
      .at(path, skipsSameBits: publisher.skipsSameBits),
      action.embed,
      in: { _ in EffectID(scope: path) },
      publisher
    )
  }
}

extension Store: Described {
  package var objectText: ObjectText { ObjectText("Store(\(shortText(state, isQuoted: true)))") }
  package var debugDetails: [String?] { [states.source.subscribersInWords] }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["state": state, "subscribers": states.subscriberCount]
  }
}
