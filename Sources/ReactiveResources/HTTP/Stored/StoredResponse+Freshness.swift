public import Foundation

extension StoredResponse {
  /// Whether it may be used without asking (RFC 9111, 4.2).
  ///
  /// - Parameters:
  ///   - date: The date as it is now. A date before the one at which it came makes it stale: one of
  ///     the two is wrong.
  ///   - heuristics: For how long it is fresh if the server does not say; never by default.
  /// - Returns: Whether it is fresh.
  public func isFresh(at date: Date, heuristics: HeuristicFreshness = .never) -> Bool {
    guard !cacheControl.noCache, date >= received else { return false }
    return staleness(at: date, heuristics) < 0
  }

  /// Whether it may be shown, stale, while the server is asked (RFC 5861, 3).
  ///
  /// - Parameters:
  ///   - date: The date as it is now.
  ///   - heuristics: For how long it was fresh if the server does not say; never by default.
  /// - Returns: Whether the server granted that, and for that long.
  public func allowsStaleWhileRevalidate(
    at date: Date,
    heuristics: HeuristicFreshness = .never
  ) -> Bool {
    isWithin(cacheControl.staleWhileRevalidate, at: date, heuristics)
  }

  /// Whether it may stand in, stale, for an error (RFC 5861, 4).
  ///
  /// - Parameters:
  ///   - date: The date as it is now.
  ///   - heuristics: For how long it was fresh if the server does not say; never by default.
  /// - Returns: Whether the server granted that, and for that long.
  public func allowsStaleIfError(
    at date: Date,
    heuristics: HeuristicFreshness = .never
  ) -> Bool {
    isWithin(cacheControl.staleIfError, at: date, heuristics)
  }

  /// Whether it may be used, stale, where no server is asked (RFC 9111, 4.2.4).
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

  /// For how many seconds more it may be used without asking; 0 or less if it may not.
  func freshSeconds(at date: Date, _ heuristics: HeuristicFreshness) -> Double {
    isFresh(at: date, heuristics: heuristics) ? -staleness(at: date, heuristics) : 0
  }

  /// For how long it may be shown stale while the server is asked.
  var graceOfServer: Duration { .seconds(cacheControl.staleWhileRevalidate ?? 0) }

  /// The seconds since it stopped being fresh; less than 0 while it is.
  private func staleness(at date: Date, _ heuristics: HeuristicFreshness) -> Double {
    age(at: date) - lifetime(heuristics)
  }

  /// The seconds since the server made it or found it right (RFC 9111, 4.2.3).
  func age(at date: Date) -> Double {
    let apparent = max(0, received.timeIntervalSince(made))
    let told = toldAge ?? 0
    let delay = max(0, received.timeIntervalSince(requested))
    return max(apparent, Double(told) + delay) + date.timeIntervalSince(received)
  }

  /// The first of several (RFC 9111, 5.1).
  private var toldAge: Int? {
    FieldList.members(of: headers["age"] ?? "").first.flatMap(DeltaSeconds.seconds)
  }

  /// The header fields with the age as it is now, for an answer from the store (RFC 9111, 4).
  func aged(at date: Date) -> HTTPFields {
    var headers = headers
    let age = min(max(0, age(at: date)), Double(DeltaSeconds.limit))
    headers["age"] = String(Int(age))
    return headers
  }

  /// For how many seconds it is fresh (RFC 9111, 4.2.1); an `Expires` that is no date has passed.
  func lifetime(_ heuristics: HeuristicFreshness) -> Double {
    if let maxAge = cacheControl.maxAge { return Double(maxAge) }
    if headers["expires"] != nil {
      return max(0, date("expires")?.timeIntervalSince(made) ?? 0)
    }
    return heuristics.lifetime(unchangedFor: lastModified.map(made.timeIntervalSince) ?? 0)
  }
}
