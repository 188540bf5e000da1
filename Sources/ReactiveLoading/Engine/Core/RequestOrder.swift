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
