public import ReactiveLoadable

extension LoadScope {
  /// Adds the load of a store, weakly: the store of a loadable feature.
  ///
  /// ```swift
  /// let books = store.scope(state: \.books, action: .books)
  /// let model = LoadingModel(books)
  /// scope.add(books, tag: .books)
  /// ```
  ///
  /// The load is in use while the ``Store/states`` of this store have a subscriber, for instance a
  /// ``LoadingModel``: add the store that the screen draws, and hold it. The scope sends
  /// `invalidate`, `revalidate`, `retry` and `reset`. See
  /// <doc:StoreContract#S18-Loads-in-a-scope>.
  ///
  /// - Parameters:
  ///   - store: The store of the feature.
  ///   - tag: The tag that selects the load; none by default. Its request is one step below.
  public func add<Request, Child, ChildAction>(
    _ store: Store<LoadableState<Request, Child>, LoadingAction<Request, Child, ChildAction>>,
    tag: LoadTag? = nil
  ) {
    let member = store.scopeMember { store in
      StoreMember(store) { state in
        ScopedRun(of: state)
      } contains: { state, selection in
        selection.contains(state.request)
      } action: { intent in
        switch intent {
        case .invalidate: .invalidate
        case .revalidate: .revalidate
        case .retry: .retry
        case nil: .reset
        }
      } records: {
        $0.machine.records
      }
    }
    add(member: member, tag: tag)
  }

  /// Adds the list of a store, weakly: the store of a paginated list.
  ///
  /// - Parameters:
  ///   - store: The store of the list, which the screen draws.
  ///   - tag: The tag that selects the list; none by default. Its key is one step below.
  public func add<Key, Cursor, Item>(
    _ store: Store<PagedState<Key, Cursor, Item>, PagingAction<Key, Cursor, Item>>,
    tag: LoadTag? = nil
  ) {
    let member = store.scopeMember { store in
      StoreMember(store) { state in
        ScopedRun(of: state)
      } contains: { state, selection in
        selection.contains(state.key)
      } action: { intent in
        switch intent {
        case .invalidate: .invalidate
        case .revalidate: .revalidate
        case .retry: .retry
        case nil: .reset
        }
      } records: {
        $0.pages.records
      }
    }
    add(member: member, tag: tag)
  }
}

extension ScopedRun {
  fileprivate init?<Request, Child>(of state: LoadableState<Request, Child>) {
    guard let run = state.machine.scopedRun else { return nil }
    self = run
  }

  fileprivate init?<Key, Cursor, Item>(of state: PagedState<Key, Cursor, Item>) {
    guard let run = state.pages.scopedRun else { return nil }
    self = run
  }
}
