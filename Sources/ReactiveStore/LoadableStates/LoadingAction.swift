public import Foundation
public import ReactiveLoadable

/// The actions of a loadable feature.
///
/// `ChildAction` is `Never` for a value without actions.
public enum LoadingAction<Request: Hashable & Sendable, Child: Sendable, ChildAction: Sendable>:
  Sendable
{
  /// Loads a request, or joins its running load.
  case load(Request)
  /// Loads a request unless a fresh result is loaded or its load is in flight.
  case loadIfNeeded(Request)
  /// Runs the last request again while the child stays visible.
  case refresh
  /// Runs the last request again if its child is stale or its load has failed.
  case revalidate
  /// Runs the failed request again.
  case retry
  /// Cancels the running load, and restores the state before it.
  case cancel
  /// Cancels the running load, and removes the child and the request.
  case reset
  /// Sets a child from another source; a running load continues, and its result replaces the child.
  ///
  /// By default it is a new child of the current request, as in `Loader.set(_:for:age:)`.
  case set(Child, for: Request? = nil, age: Duration? = nil)
  /// Marks the child, or the result of the running load, as stale.
  case invalidate
  /// The end of the running load, sent by the store.
  ///
  /// See <doc:StoreContract#S12-Stale-results>.
  case finished(LoadResult<Child>)
  /// A step of the running load, sent by the store: progress, a value, or an attempt.
  ///
  /// The value is partial, or that of a record, which ends the load if it is fresh.
  case progressed(LoadEvent<Child>)
  /// An action of the visible child.
  ///
  /// See <doc:StoreContract#S14-Loaded-children>.
  case loaded(ChildAction)
}

extension LoadingAction: Equatable where Child: Equatable, ChildAction: Equatable {}

extension LoadingAction where Request == NoRequest {
  /// Loads, or joins the running load.
  public static var load: Self { .load(NoRequest()) }

  /// Loads unless a fresh result is loaded or a load is in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

extension LoadingAction {
  /// Returns the action that the store sends for an event of a load.
  static func received(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) -> Self {
    event.endsLoad
      ? .finished(LoadResult(event, payload)) : .progressed(LoadEvent(event, payload))
  }
}

extension LoadableState {
  /// Performs an action of the load; an action of the child changes nothing.
  mutating func reduce<ChildAction>(_ action: LoadingAction<Request, Child, ChildAction>) {
    switch action {
    case .load(let request): perform(.load(request))
    case .loadIfNeeded(let request): perform(.loadIfNeeded(request))
    case .refresh: perform(.refresh)
    case .revalidate: perform(.revalidate)
    case .retry: perform(.retry)
    case .cancel: perform(.cancel)
    case .reset: perform(.reset)
    case .set(let child, let request, let age): perform(.set(child, for: request, age: age))
    case .invalidate: perform(.invalidate)
    case .finished(let result): machine.handle(result.event, result.payload)
    case .progressed(let event): machine.handle(event.event, event.payload)
    case .loaded: break
    }
  }
}

// MARK: Events that the store sends

/// The end of a load: its result, or its cancellation.
///
/// The store creates it for a load. A test creates one as an expected value; if the test sends that
/// value to a store, nothing changes, because it belongs to no load. Two load results are equal
/// if their values or errors are equal. See <doc:StoreContract#S12-Stale-results>.
public struct LoadResult<Child: Sendable>: Sendable {
  let event: LoadCore.Event
  let payload: LoadSlots.Payload

  init(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    (self.event, self.payload) = (event, payload)
  }

  /// The child or the error; `nil` if the work cancelled itself.
  public var result: Result<Child, LoadError>? {
    if let error = payload.error { .failure(error) } else { child.map { .success($0) } }
  }

  /// The loaded child; `nil` if the load failed or was cancelled.
  public var child: Child? { payload.typedValue() }

  /// Creates the end of a successful load.
  ///
  /// - Parameter child: The loaded child.
  /// - Returns: An end that belongs to no load.
  public static func success(_ child: Child) -> Self {
    Self(.attempt(.succeeded, of: noTicket), LoadSlots.Payload(value: Box(child)))
  }

  /// Creates the end of a failed load.
  ///
  /// - Parameter error: The error that the load function throws.
  /// - Returns: An end that belongs to no load.
  public static func failure(_ error: any Error) -> Self {
    Self(
      .attempt(.failed(mayRetry: false), of: noTicket),
      LoadSlots.Payload(failure: Box(LoadError(error)))
    )
  }

  /// The end of a load whose work cancelled itself; it belongs to no load.
  public static var cancelled: Self {
    Self(.attempt(.threwCancellation, of: noTicket), LoadSlots.Payload())
  }
}

extension LoadResult: Equatable where Child: Equatable {
  /// Compares the results.
  public static func == (left: Self, right: Self) -> Bool { left.result == right.result }
}

extension LoadResult: CustomStringConvertible, CustomReflectable {
  /// The child or the error on one line; a long one is cut.
  public var description: String {
    switch result {
    case .success(let child): shortText(child)
    case .failure(let error): "failed: \(shortText(error))"
    case nil: "cancelled"
    }
  }

  /// A mirror of the result, without internal tickets.
  public var customMirror: Mirror {
    switch result {
    case .success(let child): Mirror(self, children: ["success": child], displayStyle: .enum)
    case .failure(let error): Mirror(self, children: ["failure": error], displayStyle: .enum)
    case nil: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}

/// An event of a running load: a partial or restored value, progress, or an attempt.
///
/// The store creates it for a load. A test creates one as an expected value; if the test sends that
/// value to a store, nothing changes, because it belongs to no load. Two events are equal if their
/// contents are equal. See <doc:StoreContract#S12-Stale-results>.
public struct LoadEvent<Child: Sendable>: Sendable {
  let event: LoadCore.Event
  let payload: LoadSlots.Payload

  init(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    (self.event, self.payload) = (event, payload)
  }

  /// The partial or restored value.
  private var value: Child? { payload.typedValue() }
  /// The date of a restored value.
  private var savedAt: Date? { payload.value?.savedAt }

  /// Creates an event with a partial value.
  ///
  /// - Parameter child: The partial value.
  /// - Returns: An event that belongs to no load.
  public static func partial(_ child: Child) -> Self {
    Self(.attempt(.reported, of: noTicket), LoadSlots.Payload(value: Box(child)))
  }

  /// Creates an event with a value that was read from its record.
  ///
  /// - Parameters:
  ///   - child: The restored value.
  ///   - date: The date at which it was loaded or set.
  /// - Returns: An event that belongs to no load.
  public static func restored(_ child: Child, savedAt date: Date) -> Self {
    Self(
      .restored(of: noTicket, age: .zero, isStale: false),
      LoadSlots.Payload(value: SavedBox(child, savedAt: date))
    )
  }

  /// Creates an event with a progress.
  ///
  /// - Parameter progress: The completed fraction, or the completed units.
  /// - Returns: An event that belongs to no load.
  public static func progress(_ progress: LoadProgress) -> Self {
    Self(.attempt(.reported, of: noTicket, progress: progress), LoadSlots.Payload())
  }

  /// Creates the event of a failed attempt that is retried, immediately or after a delay.
  ///
  /// - Parameter error: The error that the load function throws.
  /// - Returns: An event that belongs to no load.
  public static func attemptFailed(_ error: any Error) -> Self {
    Self(
      .attempt(.failed(mayRetry: true), of: noTicket),
      LoadSlots.Payload(failure: Box(LoadError(error)))
    )
  }

  /// The start of an attempt after the delay before it; it belongs to no load.
  public static var attemptStarted: Self {
    Self(.attempt(.delayElapsed, of: noTicket), LoadSlots.Payload())
  }
}

extension LoadEvent: Equatable where Child: Equatable {
  /// Compares the contents.
  public static func == (left: Self, right: Self) -> Bool {
    left.value == right.value && left.savedAt == right.savedAt
      && left.event.progress == right.event.progress
      && left.payload.error == right.payload.error
  }
}

extension LoadEvent: CustomStringConvertible, CustomReflectable {
  /// The content of the event on one line; a long one is cut.
  public var description: String {
    if let value { return "\(savedAt == nil ? "partial" : "restored"): \(shortText(value))" }
    if let progress = event.progress { return "\(progress)" }
    return payload.error.map { "attempt failed: \(shortText($0))" } ?? "attemptStarted"
  }

  /// A mirror of the content, without internal tickets.
  public var customMirror: Mirror {
    if let value {
      let savedAt = savedAt.map { (label: "savedAt", value: $0 as Any) }
      let value = (label: savedAt == nil ? "partial" : "restored", value: value as Any)
      return Mirror(self, children: [value] + (savedAt.map { [$0] } ?? []), displayStyle: .enum)
    }
    if let progress = event.progress {
      return Mirror(self, children: ["progress": progress], displayStyle: .enum)
    }
    let error = payload.error.map { (label: "attemptFailed", value: $0) }
    return Mirror(self, children: error.map { [$0] } ?? [], displayStyle: .enum)
  }
}

/// The ticket of an event that belongs to no load: no attempt has it.
private let noTicket: UInt = 0
