import Foundation
import ReactiveLoadable
import TestSupport

/// A value of many kinds, which a seed reproduces.
struct PrintedSample: Hashable, Sendable {
  var text: String
  var letter: Character
  var part: Substring
  var numbers: [Double]
  var small: Float
  var count: Int8
  var large: UInt64
  var date: Date
  var id: UUID
  var link: URL
  var price: Decimal
  var delay: Duration
  var data: Data
  var names: Set<String>
  var counts: [String: Set<Int>]
  var list: [Int?]
  var nested: Bool??
  var kind: Kind
  var state: Loadable<[String], SampleFault>
  var page: Page<String?, Int>
  var range: Range<Int>
  var closed: ClosedRange<Double>
  var slice: ArraySlice<Int>
  var result: Result<Int8, SampleFault>

  indirect enum Kind: Hashable, Sendable {
    case plain
    case `default`(Int)
    case pair(String, name: Kind?)
    case `two words`(label: Set<Character>)
  }
}

enum SampleFault: Error, Hashable { case broken }

extension PrintedSample {
  init(seed: UInt64) {
    var random = SeededGenerator(seed)
    self.init(&random)
  }

  private init(_ random: inout SeededGenerator) {
    text = random.text()
    letter = random.text().first ?? "\u{202E}"
    part = Substring(random.text())
    numbers = (0..<3).map { _ in random.number() }
    small = Float(random.number())
    count = Int8.random(in: .min ... .max, using: &random)
    large = random.next()
    date = Date(timeIntervalSinceReferenceDate: random.number())
    id = UUID(uuidString: "00000000-0000-0000-0000-\(String(random.next()).suffix(12))") ?? UUID()
    link = URL(string: "https://a.b/\(random.next())?q=\(random.text())") ?? URL(filePath: "/a b")
    price = Decimal(Int.random(in: -9_999_999...9_999_999, using: &random)) / 1000
    delay = Duration(
      secondsComponent: Int64.random(in: -9...9, using: &random),
      attosecondsComponent: 0
    )
    data = Data((0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) })
    names = Set((0..<5).map { _ in random.text() })
    counts = [random.text(): Set((0..<4).map { _ in Int.random(in: 0...99, using: &random) })]
    list = (0..<Int.random(in: 0...3, using: &random)).map { $0 == 1 ? nil : $0 }
    nested = [Bool??.none, .some(nil), true].randomElement(using: &random) ?? nil
    kind = Kind(&random, depth: 0)
    state =
      [
        .notRequested, .loading(previous: [random.text()]), .loaded([random.text()]),
        .failed(.broken, previous: nil),
      ]
      .randomElement(using: &random) ?? .notRequested
    page = Page([Int(count)], next: Bool.random(using: &random) ? random.text() : nil)
    range = -3..<Int(count.magnitude)
    closed = -1.5...Double.infinity
    slice = [1, 2, 3][1...]
    result = Bool.random(using: &random) ? .success(count) : .failure(.broken)
  }
}

extension PrintedSample.Kind {
  fileprivate init(_ random: inout SeededGenerator, depth: Int) {
    switch Int.random(in: 0...3, using: &random) {
    case 0: self = .plain
    case 1: self = .default(Int(truncatingIfNeeded: random.next()))
    case 2: self = .pair(random.text(), name: depth > 2 ? nil : Self(&random, depth: depth + 1))
    default: self = .`two words`(label: Set(random.text()))
    }
  }
}

extension SeededGenerator {
  /// Characters that an editor does not show, that reorder a line, or that mean something in Swift.
  private static let signs: [Unicode.Scalar] = [
    "a", "B", "7", " ", "\"", "\\", "(", ")", "'", "#", "|", "\0", "\n", "\r", "\t", "\u{B}",
    "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}", "\u{301}", "\u{34F}", "\u{61C}", "\u{5D0}", "\u{627}",
    "\u{115F}", "\u{180E}", "\u{200B}", "\u{200D}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{202E}",
    "\u{2060}", "\u{2066}", "\u{2069}", "\u{3000}", "\u{3164}", "\u{E000}", "\u{FE0F}", "\u{FEFF}",
    "\u{FFFC}", "\u{FFFF}", "\u{1F1E6}", "\u{1F468}", "\u{1F3FD}", "\u{E0041}", "\u{10FFFF}",
  ]

  /// Returns a short text of such characters.
  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &self) {
      text.append(Self.signs.randomElement(using: &self) ?? "a")
    }
    return String(text)
  }

  fileprivate mutating func number() -> Double {
    let numbers = [
      0, -0.0, 0.1, 1e16, -1e-300, .infinity, -.infinity, .leastNonzeroMagnitude, 1.5e9,
    ]
    return numbers.randomElement(using: &self) ?? 0
  }
}

/// A model that compares the values that it is created with to those of a seed.
final class ValueModel: Sendable {
  let differences: BehaviorRelay<[String]>

  init(
    seed: UInt64,
    _ sample: PrintedSample,
    _ pairs: KeyValuePairs<String, Int?>,
    _ fault: URLError
  ) {
    var differences: [String] = []
    if sample != PrintedSample(seed: seed) { differences.append("sample") }
    let expected = Self.pairs(seed)
    if !pairs.elementsEqual(expected, by: { $0 == $1 }) { differences.append("pairs") }
    if fault != Self.fault(seed) { differences.append("fault") }
    self.differences = BehaviorRelay(differences)
  }

  static func pairs(_ seed: UInt64) -> KeyValuePairs<String, Int?> {
    var random = SeededGenerator(seed)
    let key = random.text()
    return seed % 3 == 0 ? [:] : [key: 1, "a": nil, key: 2]
  }

  static func fault(_ seed: UInt64) -> URLError {
    URLError([.notConnectedToInternet, .timedOut, .badURL, .unknown][Int(seed % 4)])
  }
}
