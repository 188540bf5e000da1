/// A duration in the notation of diagrams: `10ms`, `1.5s`.
struct ElapsedTime {
  private let whole: String
  private let fraction: String
  private let unit: Unit
  /// The number of characters.
  let count: Int
  let text: String

  fileprivate enum Unit: String, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"

    var attoseconds: Int64 {
      switch self {
      case .milliseconds: 1_000_000_000_000_000
      case .seconds: 1_000_000_000_000_000_000
      }
    }
  }

  /// Parses a duration at the start of `characters`.
  init?(_ characters: ArraySlice<Character>) {
    var rest = characters
    whole = ElapsedTime.digits(&rest)
    guard !whole.isEmpty else { return nil }
    fraction = ElapsedTime.fraction(&rest)
    guard let unit = Unit.allCases.first(where: { rest.starts(with: $0.rawValue) }) else {
      return nil
    }
    self.unit = unit
    count = characters.count - rest.count + unit.rawValue.count
    text = String(characters.prefix(count))
  }

  /// The exact duration; nil if it has more digits than a duration can store.
  var duration: Duration? {
    guard whole.count <= 9, fraction.count <= 15, let whole = Int64(whole) else { return nil }
    var result = unit.duration * whole
    var place = unit.attoseconds
    for digit in fraction.compactMap(\.wholeNumberValue) {
      place /= 10
      result += Duration(secondsComponent: 0, attosecondsComponent: place * Int64(digit))
    }
    return result
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

extension ElapsedTime.Unit {
  fileprivate var duration: Duration {
    switch self {
    case .milliseconds: .milliseconds(1)
    case .seconds: .seconds(1)
    }
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
    let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: perSecond)
    let isLong = seconds >= 10 && rest % 1000 == 0
    return (seconds != 0 && rest == 0) || isLong
      ? "\(decimal(seconds, rest, digits: 18))s" : "\(millisecondsText)ms"
  }

  /// The exact number of milliseconds, with as many decimals as necessary.
  package var millisecondsText: String {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: perSecond / 1000)
    return decimal(whole, rest, digits: 15)
  }

  /// The exact number of seconds, with as many decimals as necessary.
  var secondsText: String {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: perSecond)
    return decimal(whole, rest, digits: 18)
  }

  private var perSecond: Int128 { 1_000_000_000_000_000_000 }

  /// The sign is printed separately, because a whole part of zero has no sign.
  private func decimal(_ whole: Int128, _ fraction: Int128, digits: Int) -> String {
    guard fraction != 0 else { return "\(whole)" }
    let text = String(fraction.magnitude)
    var decimals = String(repeating: "0", count: digits - text.count) + text
    while decimals.last == "0" { decimals.removeLast() }
    return "\(fraction < 0 ? "-" : "")\(whole.magnitude).\(decimals)"
  }
}
