/// The request of a loader whose load function takes none; all values are equal.
public struct NoRequest: Sendable, Hashable, Codable {
  /// Creates the request.
  public init() {}
}

/// A call to a loader, as a value; the table of ``Loader`` describes its effect.
public enum LoadIntent<Request, Value> {
  /// Loads the value for a request.
  case load(Request)
  /// Loads the value for a request unless it is loaded and fresh, or in flight.
  case loadIfNeeded(Request)
  /// Runs the last request again; its value stays visible during the load.
  case refresh
  /// Runs the failed request again, or skips the delay before an automatic retry.
  case retry
  /// Cancels the running load and returns to the last settled state.
  case cancel
  /// Cancels the running load and removes all values.
  case reset
  /// Sets a value that another source provides.
  case set(Value)
  /// Marks the current value, and the result of a load in flight, as stale.
  case invalidate
}

extension LoadIntent: Sendable where Request: Sendable, Value: Sendable {}
extension LoadIntent: Equatable where Request: Equatable, Value: Equatable {}
extension LoadIntent: Hashable where Request: Hashable, Value: Hashable {}

/// An intent without its request or value.
package enum LoadIntentKind: Hashable, Sendable, CaseIterable {
  case load, loadIfNeeded, refresh, retry, cancel, reset, set, invalidate

  /// A Boolean value that indicates whether the intent loads the last request again.
  var reloads: Bool {
    switch self {
    case .refresh, .retry: true
    case .load, .loadIfNeeded, .cancel, .reset, .set, .invalidate: false
    }
  }
}

extension LoadIntent {
  /// The intent without its request or value, and its request or value.
  var parts: (kind: LoadIntentKind, request: Request?, value: Value?) {
    switch self {
    case .load(let request): (.load, request, nil)
    case .loadIfNeeded(let request): (.loadIfNeeded, request, nil)
    case .refresh: (.refresh, nil, nil)
    case .retry: (.retry, nil, nil)
    case .cancel: (.cancel, nil, nil)
    case .reset: (.reset, nil, nil)
    case .set(let value): (.set, nil, value)
    case .invalidate: (.invalidate, nil, nil)
    }
  }
}
