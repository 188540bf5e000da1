/// A call to a loader, as a value; the table of ``Loader`` describes its effect.
public enum LoadIntent<Request, Value> {
  /// Loads the value for a request.
  case load(Request)
  /// Loads the value for a request unless it is loaded and fresh, or in flight.
  case loadIfNeeded(Request)
  /// Runs the last request again; its value stays visible during the load.
  case refresh
  /// Runs the last request again if its value is stale or its load has failed.
  case revalidate
  /// Runs the failed request again, or skips the delay before an automatic retry.
  case retry
  /// Cancels the running load and returns to the last settled state.
  case cancel
  /// Cancels the running load and removes all values.
  case reset
  /// Sets a value that another source provides, by default a new value of the current request.
  ///
  /// See ``Loader/set(_:for:age:)``.
  case set(Value, for: Request? = nil, age: Duration? = nil)
  /// Marks the current value, and the result of a load in flight, as stale.
  case invalidate
}

extension LoadIntent: Sendable where Request: Sendable, Value: Sendable {}
extension LoadIntent: Equatable where Request: Equatable, Value: Equatable {}
extension LoadIntent: Hashable where Request: Hashable, Value: Hashable {}

extension LoadIntent where Request == NoRequest {
  /// Loads the value.
  public static var load: Self { .load(NoRequest()) }

  /// Loads the value unless it is loaded and fresh, or in flight.
  public static var loadIfNeeded: Self { .loadIfNeeded(NoRequest()) }
}

/// The request of a loader whose load function takes none; all values are equal.
public struct NoRequest: Sendable, Hashable, Codable {
  /// Creates the request.
  public init() {}
}

// MARK: Without its request or value

/// An intent without its request or value.
package enum LoadIntentKind: Hashable, Sendable, CaseIterable {
  case load, loadIfNeeded, refresh, revalidate, retry, cancel, reset, set, invalidate

  /// True if the intent loads the last request again.
  var reloads: Bool {
    switch self {
    case .refresh, .revalidate, .retry: true
    case .load, .loadIfNeeded, .cancel, .reset, .set, .invalidate: false
    }
  }

  /// The effect on the requests that streams hold.
  var effect: RequestEffect {
    switch self {
    case .load, .loadIfNeeded, .cancel: .request
    case .reset: .removal
    case .refresh, .revalidate, .retry, .set, .invalidate: .none
    }
  }
}

/// An effect of an intent on the requests that streams hold.
package enum RequestEffect: Sendable {
  /// The intent concerns the current request: it supersedes none, and none supersedes it.
  case none
  /// The intent is a request: it supersedes older ones, and newer ones supersede it.
  case request
  /// The intent removes values: it supersedes older requests, and is always performed.
  case removal
}

extension LoadIntent where Request: Sendable, Value: Sendable {
  /// Passes the intent to one of three closures: with its request, with its value in a box and the
  /// request and the age of the value, or with neither.
  // NB: Code that is not specialized looks up types for an optional request or value.
  func match<Result>(
    request: (LoadIntentKind, Request) -> Result,
    set: (_ value: AnyBox, _ request: AnyBox?, _ age: Duration?) -> Result,
    neither: (LoadIntentKind) -> Result
  ) -> Result {
    switch self {
    case .load(let load): request(.load, load)
    case .loadIfNeeded(let load): request(.loadIfNeeded, load)
    case .refresh: neither(.refresh)
    case .revalidate: neither(.revalidate)
    case .retry: neither(.retry)
    case .cancel: neither(.cancel)
    case .reset: neither(.reset)
    case .set(let value, let request, let age):
      set(.value(value, age: age), request.map { Box($0) }, age)
    case .invalidate: neither(.invalidate)
    }
  }

  /// The intent without its request or value.
  var kind: LoadIntentKind {
    switch self {
    case .load: .load
    case .loadIfNeeded: .loadIfNeeded
    case .refresh: .refresh
    case .revalidate: .revalidate
    case .retry: .retry
    case .cancel: .cancel
    case .reset: .reset
    case .set: .set
    case .invalidate: .invalidate
    }
  }
}
