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

  fileprivate static let keyHashLabel = "sha256"
  fileprivate static let factLabel = "fact"
  fileprivate static let bodyLabel = "body"
  fileprivate static let checksumLabel = "checksum"

  var keyHash: KeyHash
  var metadata: [String: String]
  var bodyCount: Int

  func encoded(body: Data) -> [UInt8] {
    var text = summed.utf8.map(\.self)
    let seed = text.withUnsafeBytes { Checksum.of($0) }
    let sum = body.withUnsafeBytes { Checksum.of($0, seed: seed) }
    text += Self.line(Self.checksumLabel, String(sum, radix: 16)).utf8
    text.append(UInt8(ascii: "\n"))
    return text
  }

  /// The lines that the checksum covers in addition to the body.
  private var summed: String {
    Self.magic + "\n" + Self.line(Self.keyHashLabel, keyHash.text)
      + metadata.sorted { $0.key < $1.key }
      .map { Self.line(Self.factLabel, $0.key, $0.value) }.joined()
      + Self.line(Self.bodyLabel, String(bodyCount))
  }

  private static func line(_ fields: String...) -> String {
    fields.map(\.escapedAsField).joined(separator: "\t") + "\n"
  }
}

/// A head that was read from a file, with the values for the check of the file.
struct ReadHead {
  var head: RecordHead
  var checksum: UInt64
  /// The checksum of the lines before the checksum, which seeds that of the body.
  var seed: UInt64

  /// Reads a head with its empty line and nothing after it; `nil` if it is not one of this version.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    guard lines.count >= 6, lines.suffix(2).allSatisfy(\.isEmpty) else { return nil }
    lines = lines.dropLast(2)
    let (sumLine, bodyLine) = (lines.removeLast(), lines.removeLast())
    guard Self.fields(lines.removeFirst()) == [RecordHead.magic],
      let keyHash = Self.field(lines.removeFirst(), RecordHead.keyHashLabel).flatMap(KeyHash.init),
      let bodyCount = Self.field(bodyLine, RecordHead.bodyLabel).flatMap({ Int($0) }),
      let sum = Self.field(sumLine, RecordHead.checksumLabel), let checksum = UInt64(sum, radix: 16)
    else { return nil }
    var metadata: [String: String] = [:]
    for line in lines {
      let fields = Self.fields(line)
      guard fields.count == 3, fields[0] == RecordHead.factLabel else { return nil }
      metadata[fields[1]] = fields[2]
    }
    head = RecordHead(keyHash: keyHash, metadata: metadata, bodyCount: bodyCount)
    self.checksum = checksum
    seed = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<sumLine.startIndex]))
  }

  /// Returns the fields of a line; none if one is malformed.
  private static func fields(_ line: Slice<UnsafeRawBufferPointer>) -> [String] {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    let texts = fields.compactMap(String.init(field:))
    return texts.count == fields.count ? texts : []
  }

  /// Returns the only field of a line after its label.
  private static func field(_ line: Slice<UnsafeRawBufferPointer>, _ label: String) -> String? {
    let fields = fields(line)
    return fields.count == 2 && fields[0] == label ? fields[1] : nil
  }
}
