/// The cache policy of a request: its use of stored responses.
public enum RequestCachePolicy: Hashable, Sendable {
  /// Returns a fresh stored response, and revalidates a stale one.
  case standard
  /// Always sends a request, with the validators of the stored response: a 304 transfers no body.
  ///
  /// A failure is thrown: `stale-if-error` does not apply.
  case reload
  /// Sends a plain request; its response replaces the stored response.
  case reloadIgnoringStore
  /// Sends no request: returns the stored response, fresh, or stale unless the server forbids that.
  case onlyFromStore
}
