/// A duration in the notation of diagrams: `10ms`, `1.5s`.
struct ElapsedTime {
  let text: String
  /// The exact duration; nil if it has more digits than a duration can store.
  let duration: Duration?

  /// Parses a duration at the start of `characters`.
  init?(_ characters: ArraySlice<Character>) {
    var rest = characters
    let whole = ElapsedTime.digits(&rest)
    guard !whole.isEmpty else { return nil }
    let fraction = ElapsedTime.fraction(&rest)
    guard let sign = ["ms", "s"].first(where: { rest.starts(with: $0) }) else { return nil }
    let unit = sign == "s" ? Duration.perSecond : Duration.perSecond / 1000
    text = String(characters.prefix(characters.count - rest.count + sign.count))
    duration = ElapsedTime.duration(whole, fraction, unit)
  }

  private static func duration(_ whole: String, _ fraction: String, _ unit: Int128) -> Duration? {
    guard whole.count <= 9, fraction.count <= 15, let whole = Int128(whole) else { return nil }
    var attoseconds = unit * whole
    var place = unit
    for digit in fraction.compactMap(\.wholeNumberValue) {
      place /= 10
      attoseconds += place * Int128(digit)
    }
    return Duration(attoseconds: attoseconds)
  }

  private static func digits(_ rest: inout ArraySlice<Character>) -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  private static func fraction(_ rest: inout ArraySlice<Character>) -> String {
    guard rest.first == "." else { return "" }
    var after = rest.dropFirst()
    let fraction = digits(&after)
    if !fraction.isEmpty { rest = after }
    return fraction
  }
}

extension Duration {
  /// The longest duration of one number in a diagram, and the longest frame.
  package static let longestElapsed = Duration.seconds(999_999_999)

  /// The duration as numbers of at most 9 and 15 digits, as many as necessary.
  var elapsedTexts: [String] {
    var rest = self
    var texts: [String] = []
    while !rest.fitsOneNumber {
      let part = min(Duration.seconds(rest.components.seconds), Duration.longestElapsed)
      texts.append(part.elapsedText)
      rest -= part
    }
    return texts + [rest.elapsedText]
  }

  /// True if one number is enough: long times need seconds, single attoseconds need milliseconds.
  private var fitsOneNumber: Bool {
    let isFine = attoseconds % 1000 != 0
    return self <= .longestElapsed && !(isFine && self >= .seconds(1_000_000))
  }

  /// The duration in the notation of diagrams.
  ///
  /// Whole and many seconds are written in seconds, other durations in milliseconds.
  package var elapsedText: String {
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.perSecond)
    let isLong = seconds >= 10 && rest % 1000 == 0
    return (seconds != 0 && rest == 0) || isLong
      ? "\(decimal(seconds, rest, digits: 18))s" : "\(millisecondsText)ms"
  }

  /// The exact number of milliseconds, with as many decimals as necessary.
  package var millisecondsText: String {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.perSecond / 1000)
    return decimal(whole, rest, digits: 15)
  }

  /// The exact number of seconds, with as many decimals as necessary.
  var secondsText: String {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: Self.perSecond)
    return decimal(whole, rest, digits: 18)
  }

  fileprivate static var perSecond: Int128 { 1_000_000_000_000_000_000 }

  /// The sign is printed separately, because a whole part of zero has no sign.
  private func decimal(_ whole: Int128, _ fraction: Int128, digits: Int) -> String {
    guard fraction != 0 else { return "\(whole)" }
    let text = String(fraction.magnitude)
    var decimals = String(repeating: "0", count: digits - text.count) + text
    while decimals.last == "0" { decimals.removeLast() }
    return "\(fraction < 0 ? "-" : "")\(whole.magnitude).\(decimals)"
  }
}
