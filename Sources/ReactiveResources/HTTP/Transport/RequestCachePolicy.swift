import ReactiveLoadable

/// The cache policy of a request: its use of stored responses.
public enum RequestCachePolicy: Hashable, Sendable {
  /// Returns a fresh stored response, and revalidates a stale one.
  case standard
  /// Reports the stored response, fresh or stale, and then always sends a request, as ``reload``.
  ///
  /// For a screen that shows something at once and must be current soon. A response that must not
  /// be used without revalidation is not reported. See
  /// <doc:RevalidatingResources#H22-Stored-first>.
  case storeThenNetwork
  /// Always sends a request, with the validators of the stored response: a 304 transfers no body.
  ///
  /// A failure is thrown: `stale-if-error` does not apply. If the server is unreachable, the stored
  /// response is reported before that, so that a loader shows it as the previous value.
  case reload
  /// Sends a plain request; its response replaces the stored response.
  case reloadIgnoringStore
  /// Sends no request: returns the stored response, fresh, or stale unless the server forbids that.
  case onlyFromStore
}

extension RequestCachePolicy {
  /// Returns the policy for a load with a cause: a refresh and a retry ask the server.
  func policy(for cause: LoadCause) -> Self {
    switch (self, cause) {
    case (.standard, .refresh), (.standard, .retry): .reload
    case (.standard, .load), (.storeThenNetwork, _), (.reload, _), (.reloadIgnoringStore, _),
      (.onlyFromStore, _):
      self
    }
  }
}
