/// The requested range of a body (RFC 9110, 14.1.2); only a single range is supported.
enum MemoryRange: Hashable {
  case part(Range<Int>)
  /// The range contains no byte of the body.
  case outside

  /// Parses `bytes=5-`, `bytes=0-4` or `bytes=-5`; `nil` for a range that must be ignored.
  init?(_ text: String, total: Int) {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (ContentRange.number(ends[0]), ContentRange.number(ends[1]))
    guard (first != nil) == !ends[0].isEmpty, (last != nil) == !ends[1].isEmpty else { return nil }
    switch (first, last) {
    case (nil, nil): return nil
    case (let first?, nil): self.init(from: first, to: total, total)
    case (nil, let count?): self.init(from: max(0, total - count), to: total, total)
    case (let first?, let last?):
      guard first <= last else { return nil }
      self.init(from: first, to: last < total ? last + 1 : total, total)
    }
  }

  private init(from start: Int, to end: Int, _ total: Int) {
    self = start < total ? .part(start..<end) : .outside
  }
}
