import Foundation

extension StoredResponse {
  /// It as facts of a ``ResourceRecord``; their names begin with `http.`.
  public var facts: [String: String] {
    var facts = [
      Self.formatName: Self.format,
      Self.requestedName: String(requested.timeIntervalSince1970),
      Self.receivedName: String(received.timeIntervalSince1970),
      Self.lengthName: String(length),
    ]
    for (name, value) in headers { facts[Self.fieldPrefix + name] = value }
    for (name, value) in variant.fingerprints { facts[Self.variantPrefix + name] = value }
    return facts
  }

  /// Reads facts.
  ///
  /// - Parameter facts: Those of a record; others than its own are ignored. The result is `nil` if
  ///   one is missing or no good.
  public init?(facts: [String: String]) {
    guard facts[Self.formatName] == Self.format,
      let requested = facts[Self.requestedName].flatMap(Self.date),
      let received = facts[Self.receivedName].flatMap(Self.date),
      let length = facts[Self.lengthName].flatMap(Int.init), length >= 0
    else { return nil }
    var headers = HTTPFields()
    for (name, value) in Self.facts(facts, after: Self.fieldPrefix) { headers[name] = value }
    let variant = Dictionary(Self.facts(facts, after: Self.variantPrefix)) { first, _ in first }
    guard variant["authorization"] != nil else { return nil }
    self.init(
      headers: headers,
      variant: RequestVariant(fingerprints: variant),
      length: length,
      requested: requested,
      received: received
    )
  }

  /// Facts without it may be those of a redirected answer, under the URL that led to it.
  private static let format = "2"
  private static let formatName = "http.format"
  private static let requestedName = "http.requested"
  private static let receivedName = "http.received"
  private static let lengthName = "http.length"
  private static let fieldPrefix = "http.field."
  private static let variantPrefix = "http.variant."

  private static func facts(
    _ facts: [String: String],
    after prefix: String
  ) -> [(String, String)] {
    // By bytes: a name that begins with a combining mark would join the end of the prefix.
    facts.compactMap { name, value in
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      return String(name.utf8.dropFirst(prefix.utf8.count)).map { ($0, value) }
    }
  }

  private static func date(_ text: String) -> Date? {
    guard let seconds = Double(text), abs(seconds) < 1e12 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
