extension RetryAfter: CustomStringConvertible {
  /// The time, as in `seconds(120)` and `date(Sun, 06 Nov 1994 08:49:37 GMT)`.
  public var description: String {
    switch self {
    case .seconds(let seconds): "seconds(\(seconds))"
    case .date(let date): "date(\(HTTPDate.text(for: date)))"
    }
  }
}
