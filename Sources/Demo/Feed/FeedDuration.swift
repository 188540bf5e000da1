/// The duration of an episode: seconds, `mm:ss` or `hh:mm:ss`.
enum FeedDuration {
  /// Reads a duration; nil if the text is none.
  ///
  /// Only the first number may exceed 59, and a fraction of a second is dropped.
  static func parse(_ text: String) -> Duration? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.enumerated().compactMap { index, field in
      number(field, isLast: index == fields.count - 1)
    }
    guard (1...3).contains(fields.count), numbers.count == fields.count else { return nil }
    guard numbers[0] < 100_000_000, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
  }

  private static func number(_ field: Substring, isLast: Bool) -> Int? {
    var digits = field.trimmingPrefix(while: \.isWhitespace)
    while digits.last?.isWhitespace == true { digits.removeLast() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= (isLast ? 2 : 1), parts.allSatisfy(\.isDigits) else { return nil }
    return Int(parts[0])
  }
}

extension Substring {
  /// Whether the text is one ASCII digit or more, and nothing else.
  var isDigits: Bool {
    !isEmpty && allSatisfy { $0.isASCII && $0.isNumber }
  }
}
