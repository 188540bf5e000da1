public import Foundation
public import ReactiveLoadable

/// The state of a loadable feature: the state of a loader as a value.
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
/// It has the intents of a `Loader`, with the same contract. A reducer calls ``perform(_:)``, or a
/// view sends a ``LoadingAction``; `loadable` makes the store run the load that the state requires.
/// See <doc:StoreContract#S11-Loads-in-the-state>.
///
/// Two states are equal if their requests and their visible values are equal. A state is `Codable`
/// if the request and the child are. See <doc:StoreContract#S17-Saved-states>.
@dynamicMemberLookup
public struct LoadableState<Request: Hashable & Sendable, Child: Sendable>: Sendable {
  var machine: EmbeddedLoad<Request, Child, LoadError>
  /// The number of the child at the last check; `nil` without a child.
  private var lastChild: UInt?
  /// The request that the child had at the last check.
  private var lastChildRequest: Box<Request>?

  /// Creates the state before any request.
  public init() { machine = EmbeddedLoad() }

  /// Creates a loaded state from an existing child.
  ///
  /// - Parameters:
  ///   - child: The loaded child.
  ///   - request: The request that the child was loaded for; `nil`, the default, for none.
  public init(_ child: Child, of request: Request? = nil) {
    machine = EmbeddedLoad(child, of: request)
  }

  /// Creates a failed state, for previews and tests.
  ///
  /// - Parameters:
  ///   - error: The error that the load function throws.
  ///   - request: The request that failed.
  ///   - previous: The child that stays visible; none by default.
  ///   - cause: The cause of the failed load: a load, a refresh or a retry; a load by default.
  ///   - savedAt: The date of a previous child that is restored from its record; none by default.
  public init(
    failure error: any Error,
    of request: Request,
    previous: Child? = nil,
    cause: LoadCause = .load,
    savedAt: Date? = nil
  ) {
    machine = EmbeddedLoad(LoadError(error), of: request, cause, over: previous, savedAt: savedAt)
  }

  /// Creates the state of a load over a child that is restored from its record, for previews and
  /// tests.
  ///
  /// - Parameters:
  ///   - child: The restored child.
  ///   - savedAt: The date at which it was loaded or set.
  ///   - request: The request that is loading.
  public init(restored child: Child, savedAt: Date, of request: Request) {
    machine = EmbeddedLoad(restored: child, savedAt: savedAt, of: request)
  }

  /// The state to draw, one of four.
  public var loadable: Loadable<Child, LoadError> { machine.state }

  /// The request that is loading, or the last one.
  public var request: Request? { machine.request }

  /// The date of the record that the visible child comes from; `nil` for a child of this process.
  ///
  /// It is known in every state, also if a young record is the result of a load.
  public var savedAt: Date? { machine.savedAt }

  /// The members of a `Loadable`, such as `isLoading`, `latest` and `error`.
  public subscript<Member>(dynamicMember query: KeyPath<Loadable<Child, LoadError>, Member>)
    -> Member
  {
    loadable[keyPath: query]
  }
}

// MARK: Changes

extension LoadableState {
  /// Performs an intent, with the effect that it has on a `Loader`.
  ///
  /// - Parameter intent: The intent, such as `.load(request)` or `.refresh`.
  public mutating func perform(_ intent: LoadIntent<Request, Child>) { machine.perform(intent) }

  /// Changes the visible child in place.
  ///
  /// While a write edits the child, the confirmed child below its edits is changed: `body` then
  /// runs twice, and the result is that for the visible child. See
  /// <doc:StoreContract#S20-Optimistic-updates>.
  ///
  /// - Parameter body: Changes the child.
  /// - Returns: The result of `body`; `nil` if no child is visible.
  @discardableResult
  public mutating func change<R>(_ body: (inout Child) throws -> R) rethrows -> R? {
    try machine.change(body)
  }
}

// MARK: A new child

extension LoadableState {
  /// Merges parts of the replaced child into a new child of the same request, without the edits of
  /// writes.
  mutating func merge(
    _ before: VisibleValue<Request, Child>,
    _ merge: (inout Child, Child) -> Void
  ) {
    guard let now = machine.confirmed, now.number != before.number else { return }
    guard now.request == before.request else { return }
    machine.change(seesEdits: false) { merge(&$0, before.value) }
  }
}

// MARK: Requests of the child

extension LoadableState {
  /// Records the request of the child, which counts as loaded.
  mutating func recordChildRequest(_ childRequest: (Child) -> Request?) {
    let shown = machine.shown
    lastChild = shown?.number
    lastChildRequest = shown.flatMap { childRequest($0.value) }.map { Box($0) }
    machine.markChanged()
  }

  /// Returns true if the child has the same request as at the last check.
  func matchesChildRequest(_ childRequest: (Child) -> Request?) -> Bool {
    guard let shown = machine.shown else { return lastChild == nil }
    return lastChild == shown.number && lastChildRequest?.value == childRequest(shown.value)
  }

  /// Loads the request of the child if it has changed; a new child counts as the answer to its own.
  mutating func loadChildRequest(_ childRequest: (Child) -> Request?) {
    let (child, before) = (lastChild, lastChildRequest)
    recordChildRequest(childRequest)
    guard let child, child == lastChild, before?.value != lastChildRequest?.value,
      let childRequest = lastChildRequest?.value, childRequest != request || loadable.error != nil
    else { return }
    perform(.load(childRequest))
    // If the running load must not be interrupted, the request counts as changed until it ends.
    if machine.run?.request != childRequest { lastChildRequest = before }
  }
}

extension LoadableState where Request == NoRequest {
  /// Creates a state without a value, which may have been requested before.
  init(wasRequested: Bool) {
    self.init()
    if wasRequested {
      perform(.load)
      perform(.cancel)
    }
  }

  /// Creates a loaded state from an existing child.
  ///
  /// - Parameter child: The loaded child.
  public init(_ child: Child) { self.init(child, of: NoRequest()) }

  /// Creates a failed state, for previews and tests, as for a state with requests.
  public init(
    failure error: any Error,
    previous: Child? = nil,
    cause: LoadCause = .load,
    savedAt: Date? = nil
  ) {
    self.init(failure: error, of: NoRequest(), previous: previous, cause: cause, savedAt: savedAt)
  }

  /// Creates the state of a load over a restored child, as for a state with requests.
  public init(restored child: Child, savedAt: Date) {
    self.init(restored: child, savedAt: savedAt, of: NoRequest())
  }
}

extension LoadableState: Equatable where Child: Equatable {
  /// Compares the requests and the visible values.
  public static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.loadable == right.loadable
  }
}

extension LoadableState: Hashable where Child: Hashable {
  /// Hashes the request and the visible value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(request)
    hasher.combine(loadable)
  }
}

extension LoadableState: CustomReflectable, CustomStringConvertible {
  /// A mirror of the request and the state, without internal tickets.
  public var customMirror: Mirror {
    Mirror(self, children: ["request": request as Any, "state": loadable], displayStyle: .struct)
  }

  /// The state and its request on one line; long values are cut.
  public var description: String {
    request.map { "\(loadable) of \(shortText($0, limit: 60))" } ?? "\(loadable)"
  }
}
