/// The part of a body that `Range` is for (RFC 9110, 14.1.2).
enum ByteRange: Hashable {
  case part(Range<Int>)
  /// It has no byte of the body.
  case outside

  /// Reads `bytes=5-`, `bytes=0-4` or `bytes=-5`; nil for what a server may ignore, also for
  /// several ranges at once.
  init?(_ text: String, of total: Int) {
    guard
      let match = text.wholeMatch(of: /bytes=([0-9]{0,18})-([0-9]{0,18})/.ignoresCase())
    else { return nil }
    switch (Int(match.1), Int(match.2)) {
    case (nil, nil): return nil
    case (let first?, nil): self.init(from: first, to: total, of: total)
    case (nil, let count?): self.init(from: max(0, total - count), to: total, of: total)
    case (let first?, let last?):
      guard first <= last else { return nil }
      self.init(from: first, to: min(last + 1, total), of: total)
    }
  }

  private init(from start: Int, to end: Int, of total: Int) {
    self = start < total ? .part(start..<end) : .outside
  }
}
