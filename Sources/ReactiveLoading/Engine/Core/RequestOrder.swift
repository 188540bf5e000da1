/// The order of the requests of a loader, by the moments when they were made.
///
/// A stream may hold a request before the loader performs it, for instance during a debounce time.
/// The stream takes a number for the request when it receives it. A request that is performed is
/// superseded if a newer one was performed before, or if a call withdrew all requests. See
/// <doc:LoaderContract#L15-Requests-that-wait>.
///
/// The lock of the loader guards it.
package struct RequestOrder {
  /// The number of the last request, held or performed.
  private var last: UInt = 0
  /// The number of the newest request that was performed, or of the newest withdrawal.
  private var newest: UInt = 0

  package init() {}

  /// Returns the number of a request that a stream receives now.
  package mutating func next() -> UInt {
    last += 1
    return last
  }

  /// Records that a call requests or withdraws, which is newer than all requests before.
  package mutating func recordCall() { newest = next() }

  /// Records that a held request is performed; returns false if it is superseded.
  package mutating func admit(_ number: UInt) -> Bool {
    guard number >= newest else { return false }
    newest = number
    return true
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

extension LoadIntentKind {
  /// The effect on the requests that streams hold.
  var effect: RequestEffect {
    switch self {
    case .load, .loadIfNeeded, .cancel: .request
    case .reset: .removal
    case .refresh, .retry, .set, .invalidate: .none
    }
  }
}
