public import ReactiveLoadable

/// The state of a feature that has to be loaded first: a loader's state, as a value.
///
/// ```swift
/// struct LibraryState: Sendable {
///   var books = LoadableState<Genre, BooksState>()
/// }
///
/// enum LibraryAction: Sendable {
///   case books(LoadingAction<Genre, BooksState, BooksAction>)
/// }
///
/// Reduce { … }
///   .loadable(state: \.books, action: .books) { Books() } load: { genre, library in
///     BooksState(try await api.books(genre))
///   }
/// ```
///
/// It takes the intents of a `Loader` by the same contract, from an action or from a
/// reducer that changes it; `loadable` has the store do what it says (S11).
///
/// Two are equal when they show the same and have asked for the same. It is `Codable` if the request and
/// the child are (S17).
@dynamicMemberLookup
public struct LoadableState<Request: Hashable & Sendable, Child: Sendable>: Sendable {
  var machine: EmbeddedLoad<Request, Child, LoadError>
  /// Which child was there when it was looked at last, and what it wished (S15).
  private var lastLook: (child: UInt, wish: Request?)?

  /// Creates the state of what was not asked for yet.
  public init() { machine = EmbeddedLoad() }

  /// Creates the state of what came another way.
  ///
  /// - Parameters:
  ///   - child: What is there.
  ///   - request: What it answers; `nil` for any request.
  public init(_ child: Child, of request: Request? = nil) {
    machine = EmbeddedLoad(child, of: request)
  }

  /// Creates a state that shows a child and loads it again when it is needed next.
  init(stale child: Child, of request: Request?) {
    machine = EmbeddedLoad(stale: child, of: request)
  }

  /// Creates the state of what could not be loaded, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: Why, as the load function throws it.
  ///   - request: What was asked for.
  ///   - previous: The child that shows nevertheless; none by default.
  ///   - cause: Whether it was a load, a refresh or a retry; a load by default.
  public init(
    failure error: any Error,
    of request: Request,
    previous: Child? = nil,
    cause: LoadCause = .load
  ) {
    machine = EmbeddedLoad(LoadError(error), of: request, cause, over: previous)
  }

  /// What there is to draw: one of four states.
  public var loadable: Loadable<Child, LoadError> { machine.state }

  /// What is loading, or was asked for last.
  public var request: Request? { machine.request }

  /// The queries of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<Child, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

// MARK: Intents

extension LoadableState {
  /// Loads the answer to a request, joining a load of it.
  public mutating func load(_ request: Request) { machine.perform(.load(request)) }

  /// Loads the answer to a request unless it is there and fresh, or on its way.
  public mutating func loadIfNeeded(_ request: Request) { machine.perform(.loadIfNeeded(request)) }

  /// Runs the last request again, and goes on showing what is there.
  public mutating func refresh() { machine.perform(.refresh) }

  /// Runs the failed request again.
  public mutating func retry() { machine.perform(.retry) }

  /// Stops what runs, and goes back to what was there before.
  public mutating func cancel() { machine.perform(.cancel) }

  /// Stops what runs, and forgets everything.
  public mutating func reset() { machine.perform(.reset) }

  /// Shows a child that came another way; a load that runs goes on, and its result wins.
  public mutating func set(_ child: Child) { machine.perform(.set(child)) }

  /// Takes what is there, or on its way, for stale.
  public mutating func invalidate() { machine.perform(.invalidate) }

  /// Changes the child that shows, where it stands.
  ///
  /// - Parameter body: Changes it.
  /// - Returns: What `body` returns; `nil` if nothing shows.
  @discardableResult
  public mutating func change<R>(_ body: (inout Child) throws -> R) rethrows -> R? {
    try machine.change(body)
  }
}

extension LoadableState {
  /// Whether there is anything to remember.
  var isKnown: Bool { request != nil || machine.shown != nil }
}

// MARK: A child that comes

extension LoadableState {
  /// Takes over what is to stay of the child that was there, if another one has come for its request.
  mutating func merge(
    _ before: (value: Child, request: Request?, number: UInt),
    _ merge: (inout Child, Child) -> Void
  ) {
    guard let now = machine.shown, now.number != before.number else { return }
    // One of no request answers any.
    guard before.request == nil || now.request == before.request else { return }
    change { merge(&$0, before.value) }
  }
}

// MARK: Wishes

extension LoadableState {
  /// Notes what the child wishes, since nothing has changed that yet.
  mutating func noteWish(_ wish: (Child) -> Request?) {
    lastLook = machine.shown.map { ($0.number, wish($0.value)) }
  }

  /// Whether the child wishes what it did when it was looked at last.
  func isAsWished(_ wish: (Child) -> Request?) -> Bool {
    guard let shown = machine.shown else { return lastLook == nil }
    return lastLook.map { $0.child == shown.number && $0.wish == wish(shown.value) } ?? false
  }

  /// Loads what the child wishes if that has changed; one that has just come shows what it wishes.
  mutating func obeyWish(_ wish: (Child) -> Request?) {
    let before = lastLook
    noteWish(wish)
    guard let before, let now = lastLook, before.child == now.child, before.wish != now.wish,
      let wish = now.wish, wish != request || loadable.error != nil
    else { return }
    load(wish)
    // Where what loads may not be interrupted, the wish is a new one until that has ended.
    if machine.run?.request != wish { lastLook = before }
  }
}

extension LoadableState where Request == NoRequest {
  /// Creates the state of what nothing is known of, though it may have been asked for.
  init(wasAsked: Bool) {
    self.init()
    if wasAsked {
      load()
      cancel()
    }
  }

  /// Creates the state of what came another way.
  ///
  /// - Parameter child: What is there.
  public init(_ child: Child) { self.init(child, of: NoRequest()) }

  /// Creates the state of what could not be loaded, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: Why, as the load function throws it.
  ///   - previous: The child that shows nevertheless; none by default.
  ///   - cause: Whether it was a load, a refresh or a retry; a load by default.
  public init(failure error: any Error, previous: Child? = nil, cause: LoadCause = .load) {
    self.init(failure: error, of: NoRequest(), previous: previous, cause: cause)
  }

  /// Loads, joining a load that runs.
  public mutating func load() { load(NoRequest()) }

  /// Loads unless it is there and fresh, or on its way.
  public mutating func loadIfNeeded() { loadIfNeeded(NoRequest()) }
}

extension LoadableState: Equatable where Child: Equatable {
  /// Compares what shows, and what was asked for.
  public static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.loadable == right.loadable
  }
}

extension LoadableState: Hashable where Child: Hashable {
  /// Hashes what shows, and what was asked for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(request)
    hasher.combine(loadable)
  }
}

extension LoadableState: CustomReflectable, CustomStringConvertible {
  /// What shows, and what was asked for: tickets are nobody's business.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": request as Any, "state": loadable], displayStyle: .struct)
  }

  /// What shows, and what was asked for.
  public var description: String {
    request.map { "\(loadable) of \($0)" } ?? "\(loadable)"
  }
}
