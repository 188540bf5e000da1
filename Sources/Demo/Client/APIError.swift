import Foundation
import ReactiveLoadable

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a request has no answer that can be used.
enum APIError: Error, Hashable, Sendable {
  /// The caller was cancelled: not a failure to show.
  case cancelled
  /// Nothing answers at the host.
  case noConnection(host: String)
  /// The connection broke before the answer was complete.
  case connectionLost
  /// The server was silent for too long.
  case timedOut
  /// The server answered with a status other than 200 to 299.
  case status(Int)
  /// The answer is not the JSON that was expected.
  case malformed(String)
  /// Any other trouble of the network.
  case transport(String)
  /// The pages of a list lead nowhere.
  case pages(PagingError)
}

extension APIError: CustomStringConvertible {
  /// A sentence for the screen.
  var description: String {
    switch self {
    case .cancelled: "The request was cancelled."
    case .noConnection(let host): "There is no connection to \(host)."
    case .connectionLost: "The connection was lost before the answer was complete."
    case .timedOut: "The server did not answer in time."
    case .status(let code): "The server answered with status \(code)."
    case .malformed(let reason): "The answer cannot be read: \(reason)"
    case .transport(let reason): "The request failed: \(reason)"
    case .pages(let fault): fault.localizedDescription
    }
  }

  /// Whether the request was cancelled; for a loader's policy.
  var isCancellation: Bool { self == .cancelled }

  /// Whether the same request may succeed a little later; for a retry policy.
  ///
  /// What cannot be read may have been cut on its way; what the server refuses it will refuse again.
  var isPassing: Bool {
    switch self {
    case .cancelled, .pages: false
    case .status(let code): code >= 500 || code == 408 || code == 429
    case .noConnection, .connectionLost, .timedOut, .malformed, .transport: true
    }
  }
}

extension APIError {
  /// Names what URLSession threw.
  init(_ error: any Error, url: URL) {
    guard let error = error as? URLError else {
      self = error is CancellationError ? .cancelled : .transport(error.localizedDescription)
      return
    }
    switch error.code {
    case .cancelled:
      self = .cancelled
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      self = .noConnection(host: url.authority)
    case .networkConnectionLost:
      self = .connectionLost
    case .timedOut:
      self = .timedOut
    default:
      self = .transport(error.localizedDescription)
    }
  }

  /// Says in a sentence, with the place in the answer, why it could not be decoded.
  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self = .malformed(String(describing: error))
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      self = .malformed("“\(key.stringValue)” is missing\(context.place).")
    case .valueNotFound(let type, let context):
      self = .malformed("a value of type \(type) is missing\(context.place).")
    case .typeMismatch(let type, let context):
      self = .malformed("expected a value of type \(type)\(context.place).")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self = .malformed("it is not valid JSON.")
    case .dataCorrupted(let context):
      self = .malformed("a value is corrupted\(context.place).")
    @unknown default:
      self = .malformed(error.localizedDescription)
    }
  }
}

extension URL {
  fileprivate var authority: String {
    let host = host() ?? absoluteString
    return port.map { "\(host):\($0)" } ?? host
  }
}

extension DecodingError.Context {
  fileprivate var place: String {
    guard !codingPath.isEmpty else { return "" }
    return " at "
      + codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      .joined(separator: ".")
  }
}
