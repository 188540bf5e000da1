import ReactiveLoadable

extension Store {
  /// Creates a store of an optional part, which publishes at every change of the whole state.
  ///
  /// ```swift
  /// store.scope(ifPresent: \.login, action: .login)     // State has `var login: Login.State?`
  /// store.scope(ifPresent: \.self, action: .itself)     // the state itself is optional
  /// ```
  ///
  /// When the part becomes `nil`, the store retains the last part and publishes nothing until the
  /// part is present again. Its actions are still sent to the reducer. See
  /// <doc:DrawingAStore#U5-Optional-parts> and <doc:DrawingAStore#U6-After-the-part>.
  ///
  /// - Parameters:
  ///   - state: The key path of the part.
  ///   - action: The case of the actions of the part.
  /// - Returns: The scoped store, which retains this store; `nil` if the part is `nil` now.
  public func scope<Part: Sendable, PartAction: Sendable>(
    ifPresent state: any KeyPath<State, Part?> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction>? {
    part(.computed { $0[keyPath: state] }, action.embed, in: scope(state), .always)
  }

  /// Creates a store of an optional part, which publishes only the changes of that part.
  public func scope<Part: Sendable & Equatable, PartAction: Sendable>(
    ifPresent state: any KeyPath<State, Part?> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction>? {
    part(.within(state) { $0 }, action.embed, in: scope(state), .changes)
  }

  /// Creates a store of a part; `nil` if the part is absent now.
  func part<Part, PartAction>(
    _ source: PartSource<State, Part>,
    _ embed: @escaping @Sendable (PartAction) -> Action,
    in scope: @escaping @Sendable (Part) -> EffectID,
    _ publisher: PartPublisher<Part>
  ) -> Store<Part, PartAction>? {
    var state = state
    return source.part(&state).map {
      Store<Part, PartAction>(of: self, showing: $0, source, embed, in: scope, publisher)
    }
  }

  private func scope<Part: Sendable>(
    _ state: any KeyPath<State, Part?> & Sendable
  ) -> @Sendable (Part) -> EffectID {
    { EffectID(scope: state).appending(ElementID(of: $0)) }
  }
}

// MARK: Loadable features

extension Store {
  /// Creates a store of the visible child, which publishes at every change of the feature.
  ///
  /// ```swift
  /// let books = store.scope(state: \.books, action: .books)
  /// books.loadedChild()?.send(.add("Dune"))
  /// ```
  ///
  /// The visible child is the loaded one, or the previous one during a load or after a failure.
  /// After a refresh or a load of another request, the store continues with the new child. See
  /// <doc:DrawingAStore#U7-Child-stores>.
  ///
  /// - Returns: The scoped store, which retains this store; `nil` if no child is visible now.
  public func loadedChild<Request, Child, ChildAction>() -> Store<Child, ChildAction>?
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    state.latest.map { child(showing: $0, .always) }
  }

  /// Creates a store of the visible child, which publishes only the changes of that child.
  public func loadedChild<Request, Child: Equatable, ChildAction>() -> Store<Child, ChildAction>?
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    state.latest.map { child(showing: $0, .changes) }
  }

  /// Creates a store of a child that was visible and may be absent by now.
  func child<Request, Child, ChildAction>(
    showing child: Child,
    _ publisher: PartPublisher<Child>
  ) -> Store<Child, ChildAction>
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    Store<Child, ChildAction>(
      of: self,
      showing: child,
      .computed { $0.latest },
      { .loaded($0) },
      in: { [read] _ in EffectID(.child(of: read().machine.shown?.request)) },
      publisher
    )
  }
}
