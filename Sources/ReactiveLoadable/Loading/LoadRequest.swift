/// The request of a loader that has only one thing to load.
public struct NoRequest: Sendable, Hashable, Codable {
  /// Creates the only request there is.
  public init() {}
}

/// Something that a screen wants of a loader; what it does when is in the table of ``Loader``.
public enum LoadIntent<Request, Value> {
  /// Load the answer to a request.
  case load(Request)
  /// Load the answer to a request unless it is there or on its way.
  case loadIfNeeded(Request)
  /// Run the last request again and go on showing its value.
  case refresh
  /// Run the failed request again.
  case retry
  /// Stop, and go back to what was there before.
  case cancel
  /// Forget everything.
  case reset
  /// Show this value.
  case set(Value)
  /// Take what is there, or on its way, for stale.
  case invalidate
}

extension LoadIntent: Sendable where Request: Sendable, Value: Sendable {}
extension LoadIntent: Equatable where Request: Equatable, Value: Equatable {}
extension LoadIntent: Hashable where Request: Hashable, Value: Hashable {}
