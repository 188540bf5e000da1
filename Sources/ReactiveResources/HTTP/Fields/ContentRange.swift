/// The range of a body that a response contains (RFC 9110, 14.4).
struct ContentRange: Hashable {
  /// The positions of the first and the last byte.
  var first: Int
  var last: Int
  /// The number of bytes of the complete body.
  var total: Int

  /// Parses `bytes 0-9/100`; `nil` for anything else, also without a total length.
  init?(_ text: String?) {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    let numbers = (ends + parts.dropFirst()).compactMap { Int(digits: $0) }
    guard parts.count == 2, ends.count == 2, numbers.count == 3 else { return nil }
    (first, last, total) = (numbers[0], numbers[1], numbers[2])
    guard first <= last, last < total else { return nil }
  }
}
