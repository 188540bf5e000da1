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
    var text: [UInt8] = []
    text.appendLine(Self.magic)
    text.appendLine(Self.keyHashLabel, keyHash.text)
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      text.appendLine(Self.factLabel, name, value)
    }
    text.appendLine(Self.bodyLabel, String(bodyCount))
    // The checksum covers these lines in addition to the body.
    let seed = text.withUnsafeBytes { Checksum.of($0) }
    let sum = body.withUnsafeBytes { Checksum.of($0, seed: seed) }
    text.appendLine(Self.checksumLabel, String(sum, radix: 16))
    text.append(UInt8(ascii: "\n"))
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func appendLine(_ fields: String...) {
    for field in fields {
      append(contentsOf: field.escapedAsField.utf8)
      append(UInt8(ascii: "\t"))
    }
    self[endIndex - 1] = UInt8(ascii: "\n")
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
    var rest = bytes
    guard rest.popLine()?.isText(RecordHead.magic) == true,
      let keyHash = rest.popField(RecordHead.keyHashLabel).flatMap(KeyHash.init)
    else { return nil }
    var metadata = [String: String](minimumCapacity: ResourceRecord.usualMetadataCount)
    while let (name, value) = rest.popFact() { metadata[name] = value }
    guard let bodyCount = rest.popField(RecordHead.bodyLabel).flatMap({ Int($0) }) else {
      return nil
    }
    let summed = UnsafeRawBufferPointer(rebasing: bytes.dropLast(rest.count))
    guard let sum = rest.popField(RecordHead.checksumLabel), let checksum = UInt64(sum, radix: 16),
      rest.popLine()?.isEmpty == true, rest.isEmpty
    else { return nil }
    head = RecordHead(keyHash: keyHash, metadata: metadata, bodyCount: bodyCount)
    self.checksum = checksum
    seed = Checksum.of(summed)
  }
}

extension UnsafeRawBufferPointer {
  /// Removes the first line with its line feed, and returns it without; `nil` without a line feed.
  mutating func popLine() -> UnsafeRawBufferPointer? { popPrefix(before: UInt8(ascii: "\n")) }

  /// Removes a line of a label and one field; `nil` for any other line.
  fileprivate mutating func popField(_ label: String) -> String? {
    guard let field = popLine(after: label) else { return nil }
    return String(field: field)
  }

  /// Removes a line of metadata; removes nothing from another or a malformed line.
  fileprivate mutating func popFact() -> (name: String, value: String)? {
    var rest = self
    guard var value = rest.popLine(after: RecordHead.factLabel),
      let name = value.popPrefix(before: UInt8(ascii: "\t")).flatMap(String.init(field:)),
      let value = String(field: value)
    else { return nil }
    self = rest
    return (name, value)
  }

  /// Removes a line and returns what follows its label; removes nothing from another line.
  private mutating func popLine(after label: String) -> UnsafeRawBufferPointer? {
    var rest = self
    guard var line = rest.popLine(),
      let first = line.popPrefix(before: UInt8(ascii: "\t")), first.isText(label)
    else { return nil }
    self = rest
    return line
  }

  /// Removes the bytes before a byte and that byte, and returns the former; `nil` without the byte.
  private mutating func popPrefix(before byte: UInt8) -> UnsafeRawBufferPointer? {
    guard let index = index(of: byte) else { return nil }
    defer { self = UnsafeRawBufferPointer(rebasing: self[(index + 1)...]) }
    return UnsafeRawBufferPointer(rebasing: self[..<index])
  }

  /// Returns whether the bytes are those of a text.
  // NB: `elementsEqual` compares byte by byte, for 31,000 instructions a head.
  func isText(_ text: String) -> Bool {
    let isEqual = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let own = baseAddress, let other = bytes.baseAddress, !isEmpty else {
        return bytes.isEmpty && isEmpty
      }
      return bytes.count == count && memcmp(own, other, count) == 0
    }
    return isEqual ?? elementsEqual(text.utf8)
  }

  // NB: `firstIndex(of:)` takes ten times as long, and a head has hundreds of bytes.
  func index(of byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
