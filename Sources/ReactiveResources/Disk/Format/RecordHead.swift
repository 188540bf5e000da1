import Foundation

/// The text before the body of a record's file, which a person can read with `head`.
///
/// Lines of fields that are divided by tabs, and an empty line:
///
///     ReactiveResources record 2
///     sha256  24c3f8702db4c555f009bd201b0252c17e19dc71492d9a2cb3bb5b62fba022a6
///     fact    etag    "33a64df5"
///     body    20480
///     checksum        6c3b1f0a9d2e4857
///
/// The key is stored as a hash, because a URL may contain a token.
struct RecordHead: Hashable {
  static let magic = "ReactiveResources record 2"
  /// The largest number of bytes of a head, which a read may have to keep in memory.
  static let sizeLimit = 1_048_576
  /// The end of a head; no field contains a line feed, so it occurs nowhere before.
  static let end: [UInt8] = Array("\n\n".utf8)

  enum Label {
    static let keyHash = "sha256"
    static let fact = "fact"
    static let body = "body"
    static let checksum = "checksum"
  }

  var keyHash: KeyHash
  var metadata: [String: String]
  var bodyCount: Int

  init(keyHash: KeyHash, metadata: [String: String], bodyCount: Int) {
    self.keyHash = keyHash
    self.metadata = metadata
    self.bodyCount = bodyCount
  }

  init(keyHash: KeyHash, record: ResourceRecord) {
    self.init(keyHash: keyHash, metadata: record.metadata, bodyCount: record.body.count)
  }

  /// Returns the bytes of the head for a file with this body.
  func encoded(body: Data) -> [UInt8] {
    var text = summed.utf8.map(\.self)
    let sum = Self.checksum(of: text, body: body)
    text += Self.line(Label.checksum, String(sum, radix: 16)).utf8
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// The lines that the checksum covers in addition to the body.
  private var summed: String {
    Self.magic + "\n" + Self.line(Label.keyHash, keyHash.text)
      + metadata.sorted { $0.key < $1.key }.map { Self.line(Label.fact, $0.key, $0.value) }.joined()
      + Self.line(Label.body, String(bodyCount))
  }

  private static func line(_ fields: String...) -> String {
    fields.map(FieldText.escaped).joined(separator: "\t") + "\n"
  }

  private static func checksum(of text: [UInt8], body: Data) -> UInt64 {
    let seed = text.withUnsafeBytes { Checksum.of($0) }
    return body.withUnsafeBytes { Checksum.of($0, seed: seed) }
  }
}
