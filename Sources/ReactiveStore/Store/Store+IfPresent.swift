import ReactiveLoadable

extension Store {
  /// A store of a part that may not be there, which tells every change of the whole meanwhile (U5).
  ///
  /// ```swift
  /// store.scope(ifPresent: \.login, action: .login)     // State has `var login: Login.State?`
  /// store.scope(ifPresent: \.self, action: .itself)     // the state itself is optional
  /// ```
  ///
  /// When the part has gone, the store goes on with the last one that it has seen, and tells nothing
  /// until there is one again. What it sends is reduced at any time (U6).
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the actions of the part.
  /// - Returns: A store that keeps this one alive; `nil` if there is no such part now.
  public func scope<Part: Sendable, PartAction: Sendable>(
    ifPresent state: any KeyPath<State, Part?> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction>? {
    part(.found { $0[keyPath: state] }, action.embed, in: scope(state)) { _, _ in false }
  }

  /// A store of a part that may not be there, which tells the changes of that part only (U5).
  ///
  /// - Parameters:
  ///   - state: The part.
  ///   - action: The case of the actions of the part.
  /// - Returns: A store that keeps this one alive; `nil` if there is no such part now.
  public func scope<Part: Sendable & Equatable, PartAction: Sendable>(
    ifPresent state: any KeyPath<State, Part?> & Sendable,
    action: CasePath<Action, PartAction>
  ) -> Store<Part, PartAction>? {
    part(.within(state) { $0 }, action.embed, in: scope(state), ==)
  }

  /// A store of a part that is there; `nil` if there is none now.
  func part<Part, PartAction>(
    _ source: PartSource<State, Part>,
    _ embed: @escaping @Sendable (PartAction) -> Action,
    in scope: @escaping @Sendable (Part) -> EffectID,
    _ isSame: @escaping @Sendable (Part, Part) -> Bool
  ) -> Store<Part, PartAction>? {
    var present = state
    return source.part(&present).map {
      Store<Part, PartAction>(of: self, showing: $0, source, embed, in: scope, isSame)
    }
  }

  /// Where the effects of a part are that may not be there.
  private func scope<Part: Sendable>(
    _ state: any KeyPath<State, Part?> & Sendable
  ) -> @Sendable (Part) -> EffectID {
    { EffectID(scope: state).holding(ElementID(of: $0)) }
  }
}

// MARK: Loadable features

extension Store {
  /// The store of the child that shows, which tells every change of the feature meanwhile (U7).
  ///
  /// ```swift
  /// let books = store.scope(state: \.books, action: .books)
  /// books.loadedChild()?.send(.add("Dune"))
  /// ```
  ///
  /// A child shows when it is loaded, and as the previous one of a load or a failure. The store goes
  /// on with the child that comes of a refresh, and with that of another request.
  ///
  /// - Returns: A store that keeps this one alive; `nil` if no child shows now.
  public func loadedChild<Request, Child, ChildAction>() -> Store<Child, ChildAction>?
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    part(.found { $0.latest }, { .loaded($0) }, in: scopeOfChild()) { _, _ in false }
  }

  /// The store of the child that shows, which tells the changes of that child only (U7).
  ///
  /// - Returns: A store that keeps this one alive; `nil` if no child shows now.
  public func loadedChild<Request, Child: Equatable, ChildAction>() -> Store<Child, ChildAction>?
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    part(.found { $0.latest }, { .loaded($0) }, in: scopeOfChild(), ==)
  }

  /// The store of a child that was seen, and may have gone since.
  func child<Request, Child, ChildAction>(
    showing child: Child,
    _ isSame: @escaping @Sendable (Child, Child) -> Bool
  ) -> Store<Child, ChildAction>
  where
    State == LoadableState<Request, Child>,
    Action == LoadingAction<Request, Child, ChildAction>
  {
    Store<Child, ChildAction>(
      of: self,
      showing: child,
      .found { $0.latest },
      { .loaded($0) },
      in: scopeOfChild(),
      isSame
    )
  }

  /// Where the effects of the child are that shows.
  private func scopeOfChild<Request, Child>() -> @Sendable (Child) -> EffectID
  where State == LoadableState<Request, Child> {
    { [read] _ in EffectID(.child(of: read().machine.shown?.request)) }
  }
}
