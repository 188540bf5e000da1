import CombineShim
public import ReactiveLoadable

/// Holds the state of an app or a screen, which only actions change.
///
/// ```swift
/// let store = Store(CounterState()) { Counter() }
///
/// store.states.sink { draw($0.count) }   // the present state first, then every change
/// store.send(.plusTapped)
/// await store.send(.refresh).finish()    // until its effects are over
/// ```
///
/// Actions are reduced one at a time, in one order for all threads (S1). The state is a relay (S2). What
/// a reducer wants to be done beside is an ``Effect``, which ends with the store (S4). <doc:StoreContract> has
/// the whole of it.
///
/// ```
/// actions   -a---b------c-
/// state     SA---B------C-
/// ```
///
/// A part of a store is a store: `scope(state:action:)`. It may be used from any thread.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// The state and its changes: the present one first, then each in order, as a relay gives them.
  public let states: ReadOnlyRelay<State>
  /// What effects have thrown, and what could not be reduced (S7), as it happens.
  public let failures: ReadOnlyEvents<any Error>

  /// Reads the state, and does not keep the store.
  @usableFromInline let read: @Sendable () -> State
  @usableFromInline let post: @Sendable (Action) -> StoreTask
  @usableFromInline let begin: @Sendable (Effect<Action>) -> StoreTask
  @usableFromInline let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  @usableFromInline let parts: PartList<State>
  @usableFromInline let life = StoreLife()

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - middleware: What sees each action before the reducer, the first one first.
  ///   - fileID: The file that the report of a chain without end names (S10).
  ///   - filePath: The file in which such a report is shown.
  ///   - line: The line at which it is shown.
  ///   - column: The column at which it is shown.
  ///   - reducer: Changes the state; it is made once.
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
    let place = StorePlace(fileID, filePath, line, column)
    self.init(
      StoreCore(state, middleware, reducer.checkedFeedbacks(), at: place) {
        reducer.reduce(into: &$0, $1)
      }
    )
  }

  @inlinable
  init(_ core: StoreCore<State, Action>) {
    states = core.states.readOnly
    failures = core.failures.readOnly
    let relay = core.states
    read = { relay.value }
    post = core.send
    begin = core.perform
    schedule = core.schedule
    parts = core.parts
    life.whenOver(core.close)
  }

  /// A store of a part; while the whole has none, it stays as it is.
  ///
  /// The scope is that of the effects of the part as it is shown.
  @inlinable
  init<Whole, WholeAction>(
    of whole: Store<Whole, WholeAction>,
    showing present: State,
    _ source: PartSource<Whole, State>,
    _ embed: @escaping @Sendable (Action) -> WholeAction,
    in scope: @escaping @Sendable (State) -> EffectID,
    _ isSame: @escaping @Sendable (State, State) -> Bool
  ) {
    let (relay, readWhole) = (BehaviorRelay(present), whole.read)
    states = relay.readOnly
    failures = whole.failures
    read = {
      var state = readWhole()
      return source.part(&state) ?? relay.value
    }
    post = { whole.post(embed($0)) }
    begin = { [read] in whole.begin($0.within(scope(read()), embed)) }
    schedule = whole.schedule
    let parts = PartList<State>()
    self.parts = parts
    let (wholeParts, life) = (whole.parts, life)
    whole.schedule {
      let show: PartSource<Whole, State>.Show = { new in
        if isSame(relay.value, new) { return }
        relay.accept(new)
        parts.look(at: &new)
      }
      var now = readWhole()
      life.whenOver(source.observe(wholeParts, now, show))
      // What has changed since the part was made.
      if var part = source.part(&now) { show(&part) }
    }
  }

  deinit { life.end() }

  /// The state as the last reduced action has left it.
  @inlinable public var state: State { read() }

  /// Sends an action, which is reduced before this returns, unless another one is being reduced (S1).
  ///
  /// - Parameter action: What has happened.
  /// - Returns: A handle of its effects, to wait for them or to cancel them.
  @inlinable @discardableResult
  public func send(_ action: Action) -> StoreTask { post(action) }

  /// Runs an action that does work.
  ///
  /// - Parameters:
  ///   - action: What to do; it begins within this call, unless an action is being reduced: then it begins
  ///     when its turn comes (S1).
  ///   - id: What it is known by, together with the effects of this part of the state (S6); itself alone by
  ///     default.
  ///   - overlap: What becomes of those with the same id that are at work; they go on by default.
  /// - Returns: A handle to wait for it or to cancel it.
  @discardableResult
  public func run(
    _ action: some AsyncAction<State, Action>,
    id: (any Hashable & Sendable)? = nil,
    overlap: EffectOverlap = .concurrent
  ) -> StoreTask {
    let effect = Effect<Action>.run { [read] send in
      try await action.run(in: ActionContext(read, send))
    }
    return begin(id.map { effect.cancellable(id: $0, overlap: overlap) } ?? effect)
  }
}

// MARK: Parts

extension Store {
  /// A store of a part of the state, which tells every change of the whole (S9).
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the actions of the part.
  /// - Returns: A store that keeps this one alive.
  @inlinable
  public func scope<Part: Sendable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction> {
    Store<Part, PartAction>(
      of: self,
      showing: self.state[keyPath: state],
      .found { $0[keyPath: state] },
      action.embed,
      in: { _ in EffectID(scope: state) },
      { _, _ in false }
    )
  }

  /// A store of a part of the state, which tells the changes of that part only (S9).
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the actions of the part.
  /// - Returns: A store that keeps this one alive.
  @inlinable
  public func scope<Part: Sendable & Equatable, PartAction: Sendable>(
    state: any KeyPath<State, Part> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction> {
    Store<Part, PartAction>(
      of: self,
      showing: self.state[keyPath: state],
      .at(state),
      action.embed,
      in: { _ in EffectID(scope: state) },
      ==
    )
  }
}
