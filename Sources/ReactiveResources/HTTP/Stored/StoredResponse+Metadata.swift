import Foundation

extension StoredResponse {
  /// The metadata for a ``ResourceRecord``; its names start with `http.`.
  public var metadata: [String: String] {
    var metadata = [
      Self.formatName: Self.format,
      Self.requestedName: String(requested.timeIntervalSince1970),
      Self.receivedName: String(received.timeIntervalSince1970),
      Self.lengthName: String(length),
      Self.saltName: variant.salt,
    ]
    for (name, value) in headers { metadata[Self.fieldPrefix + name] = value }
    for (name, value) in variant.fingerprints { metadata[Self.variantPrefix + name] = value }
    return metadata
  }

  /// Creates a stored response from the metadata of a record.
  ///
  /// - Parameter metadata: The metadata; names without the prefix `http.` are ignored. The result
  ///   is `nil` if an entry is missing or invalid.
  public init?(metadata: [String: String]) {
    guard metadata[Self.formatName] == Self.format,
      let requested = metadata[Self.requestedName].flatMap(Self.date),
      let received = metadata[Self.receivedName].flatMap(Self.date),
      let length = metadata[Self.lengthName].flatMap(Int.init), length >= 0,
      let salt = metadata[Self.saltName], SHA256.isHex(salt, digits: 32)
    else { return nil }
    var headers = HTTPFields()
    for (name, value) in Self.metadata(metadata, after: Self.fieldPrefix) { headers[name] = value }
    let variant = Dictionary(Self.metadata(metadata, after: Self.variantPrefix)) { first, _ in first
    }
    guard variant["authorization"] != nil else { return nil }
    self.init(
      headers: headers,
      variant: RequestVariant(fingerprints: variant, salt: salt),
      length: length,
      requested: requested,
      received: received
    )
  }

  /// The version of the metadata.
  ///
  /// Metadata without a version may belong to a redirected response, stored under the URL that
  /// redirected. That of version 2 has fingerprints without a salt.
  private static let format = "3"
  private static let formatName = "http.format"
  private static let requestedName = "http.requested"
  private static let receivedName = "http.received"
  private static let lengthName = "http.length"
  private static let saltName = "http.salt"
  private static let fieldPrefix = "http.field."
  private static let variantPrefix = "http.variant."

  private static func metadata(
    _ metadata: [String: String],
    after prefix: String
  ) -> [(String, String)] {
    // By bytes: a name that starts with a combining mark would join the end of the prefix.
    metadata.compactMap { name, value in
      guard name.utf8.starts(with: prefix.utf8) else { return nil }
      return String(name.utf8.dropFirst(prefix.utf8.count)).map { ($0, value) }
    }
  }

  private static func date(_ text: String) -> Date? {
    guard let seconds = Double(text), abs(seconds) < 1e12 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
