public import Foundation

/// The reason why a redirect is not followed.
///
/// Credentials in its URL or its `Location` are redacted; see ``HTTPRedaction``.
public enum RedirectError: LocalizedError, Hashable, Sendable {
  /// A fetch was redirected more often than ``RedirectPolicy/limit``, as in a loop.
  case tooMany(limit: Int)
  /// The redirect leads from `https` to `http`.
  case insecure(URL)
  /// The `Location` is not a URL, has a scheme other than HTTP, or contains a user or a password.
  case unusable(location: String)

  /// A sentence that names the redirect and the reason.
  public var errorDescription: String? {
    switch self {
    case .tooMany(let limit): "The server redirected the request more than \(limit) times."
    case .insecure(let url):
      "The server redirected the request from https to \(url.absoluteString), which is not secure."
    case .unusable(let location):
      "The server redirected the request to \"\(location)\", which cannot be loaded."
    }
  }
}
