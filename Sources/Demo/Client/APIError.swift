import Foundation
import ReactiveLoadable
import ReactiveResources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

enum APIError: Error, Hashable, Sendable {
  case cancelled
  case noConnection(host: String)
  case connectionLost
  case timedOut
  case status(Int)
  case malformed(String)
  case transport(String)
  case pages(PagingError)
}

extension APIError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cancelled: "The request was cancelled."
    case .noConnection(let host): "No connection to \(host)."
    case .connectionLost: "The connection was lost before the answer was complete."
    case .timedOut: "The server did not answer in time."
    case .status(let code): "The server answered with status \(code)."
    case .malformed(let reason): "The answer cannot be read: \(reason)"
    case .transport(let reason): "The request failed: \(reason)"
    case .pages(let fault): fault.localizedDescription
    }
  }

  var isCancellation: Bool { self == .cancelled }

  /// The same request can succeed later; for a retry policy.
  var isPassing: Bool {
    switch self {
    case .cancelled, .pages: false
    case .status(let code): code >= 500 || code == 408 || code == 429
    case .noConnection, .connectionLost, .timedOut, .malformed, .transport: true
    }
  }
}

extension APIError {
  init(_ error: ResourceError, url: URL) {
    switch error {
    case .cancelled: self = .cancelled
    case .status(let code, _, _): self = .status(code)
    case .incomplete: self = .connectionLost
    case .transport(let error): self.init(error.underlying, url: url)
    case .tooLarge, .notStored, .invalidField, .invalidMethod, .unauthorized, .redirect:
      self = .transport(error.localizedDescription)
    }
  }

  init(_ error: any Error, url: URL) {
    switch (error as? URLError)?.code {
    case nil where error is CancellationError: self = .cancelled
    case .cancelled: self = .cancelled
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      let host = url.host() ?? url.absoluteString
      self = .noConnection(host: url.port.map { "\(host):\($0)" } ?? host)
    case .networkConnectionLost: self = .connectionLost
    case .timedOut: self = .timedOut
    default: self = .transport(error.localizedDescription)
    }
  }

  init(decoding error: any Error) {
    let isBroken = if case .dataCorrupted? = error as? DecodingError { true } else { false }
    self = .malformed(isBroken ? "it is not valid JSON." : "it lacks an expected value.")
  }
}

extension LoadPolicy {
  /// The policy of loaders on the API: a cancelled request is not a failure.
  static let api = LoadPolicy { error in
    switch error {
    case let error as APIError: error.isCancellation
    case let error as FeedError: error.isCancellation
    default: false
    }
  }

  /// Returns the policy of loaders with a timeout per attempt, retries and a freshness.
  static func api(
    within limit: Duration? = nil,
    retry: RetryPolicy = .never,
    fresh freshness: Freshness? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> LoadPolicy {
    var policy = api
    policy.timeout = limit.map { LoadTimeout(attempt: $0, failure: APIError.timedOut) }
    policy.retry = retry
    policy.retry.shouldRetry = { ($0 as? APIError)?.isPassing ?? false }
    policy.freshness = freshness ?? policy.freshness
    policy.clock = clock
    return policy
  }
}

extension MutationPolicy {
  static func api(_ overlap: MutationOverlap = .serial) -> MutationPolicy {
    MutationPolicy(overlap: overlap, isCancellation: LoadPolicy.api.isCancellation)
  }
}
