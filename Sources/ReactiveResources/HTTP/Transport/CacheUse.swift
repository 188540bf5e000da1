/// How a request uses what is kept of earlier answers.
public enum CacheUse: Hashable, Sendable {
  /// As the server said: what is fresh is used, what is stale is revalidated.
  case standard
  /// The server is asked in any case, with the validators of what is kept: a 304 costs no body.
  ///
  /// An error is shown as one: what is kept does not stand in for it.
  case reload
  /// The server is asked as if nothing were kept; its answer takes the place of what is kept.
  case reloadIgnoringStore
  /// No request is made: what is kept is used, fresh or stale, unless the server forbade that.
  case onlyFromStore
}
