public import Foundation

extension StoredResponse {
  /// Returns true if the response may be used without revalidation (RFC 9111, 4.2).
  ///
  /// A date before ``received`` makes the response stale, since the clock was set back.
  public func isFresh(at date: Date, heuristics: HeuristicFreshness = .never) -> Bool {
    guard !cacheControl.noCache, date >= received else { return false }
    return staleness(at: date, heuristics) < 0
  }

  /// Returns true if `stale-while-revalidate` allows a stale use during revalidation (RFC 5861, 3).
  public func allowsStaleWhileRevalidate(
    at date: Date,
    heuristics: HeuristicFreshness = .never
  ) -> Bool {
    isWithin(cacheControl.staleWhileRevalidate, at: date, heuristics)
  }

  /// Returns true if `stale-if-error` allows a stale use after an error (RFC 5861, 4).
  public func allowsStaleIfError(
    at date: Date,
    heuristics: HeuristicFreshness = .never
  ) -> Bool {
    isWithin(cacheControl.staleIfError, at: date, heuristics)
  }

  /// A Boolean value that indicates whether the response may be used stale (RFC 9111, 4.2.4).
  ///
  /// `no-cache` and `must-revalidate` forbid that.
  public var allowsStale: Bool { !cacheControl.noCache && !cacheControl.mustRevalidate }

  private func isWithin(
    _ grace: Int?,
    at date: Date,
    _ heuristics: HeuristicFreshness
  ) -> Bool {
    guard let grace, allowsStale, date >= received else { return false }
    return staleness(at: date, heuristics) < Double(grace)
  }

  /// Returns the remaining freshness in seconds; 0 for a stale response.
  func freshSeconds(at date: Date, _ heuristics: HeuristicFreshness) -> Double {
    isFresh(at: date, heuristics: heuristics) ? -staleness(at: date, heuristics) : 0
  }

  /// Returns the seconds since the response became stale; less than 0 while it is fresh.
  private func staleness(at date: Date, _ heuristics: HeuristicFreshness) -> Double {
    age(at: date) - lifetime(heuristics)
  }

  /// Returns the current age in seconds (RFC 9111, 4.2.3).
  func age(at date: Date) -> Double {
    let apparent = max(0, received.timeIntervalSince(originDate))
    // The first value of `Age` counts (RFC 9111, 5.1).
    let reportedAge = headers.members(of: "age").first.flatMap { Int(deltaSeconds: $0) } ?? 0
    let delay = max(0, received.timeIntervalSince(requested))
    return max(apparent, Double(reportedAge) + delay) + date.timeIntervalSince(received)
  }

  /// Returns the header fields of a response from the store, with its current age (RFC 9111, 4).
  func aged(at date: Date) -> HTTPFields {
    var headers = headers
    let age = min(max(0, age(at: date)), Double(Int.deltaSecondsLimit))
    headers["age"] = String(Int(age))
    return headers
  }

  /// Returns the freshness lifetime in seconds (RFC 9111, 4.2.1); 0 for an invalid `Expires`.
  func lifetime(_ heuristics: HeuristicFreshness) -> Double {
    if let maxAge = cacheControl.maxAge { return Double(maxAge) }
    if headers["expires"] != nil {
      return max(0, date("expires")?.timeIntervalSince(originDate) ?? 0)
    }
    let unchanged = max(0, lastModified.map(originDate.timeIntervalSince) ?? 0)
    return min(unchanged * heuristics.fraction, Double(heuristics.limit))
  }
}
