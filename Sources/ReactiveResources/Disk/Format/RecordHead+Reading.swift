/// A head that was read from a file, with the values for the check of the file.
struct ReadHead {
  var head: RecordHead
  /// The number of bytes of the head in the file.
  var count: Int
  /// The checksum in the file.
  var checksum: UInt64
  /// The checksum of the lines before the checksum, which seeds that of the body.
  var seed: UInt64

  /// Reads a head; `nil` if it is malformed or of another version.
  ///
  /// - Parameter bytes: The head up to and including the empty line, and nothing after it.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var lines = HeadLines(bytes)
    guard lines.next() == [RecordHead.magic],
      let keyHash = lines.next(RecordHead.Label.keyHash, count: 1).flatMap({ KeyHash($0[0]) }),
      let (metadata, bodyCount) = Self.metadata(&lines)
    else { return nil }
    seed = Checksum.of(lines.passed)
    guard let sum = lines.next(RecordHead.Label.checksum, count: 1)?[0],
      let checksum = UInt64(sum, radix: 16), lines.next() == [""], lines.rest.isEmpty
    else { return nil }
    self.checksum = checksum
    count = bytes.count
    head = RecordHead(keyHash: keyHash, metadata: metadata, bodyCount: bodyCount)
  }

  private static func metadata(_ lines: inout HeadLines) -> ([String: String], Int)? {
    var metadata: [String: String] = [:]
    while var fields = lines.next(), !fields.isEmpty {
      switch (fields.removeFirst(), fields.count) {
      case (RecordHead.Label.fact, 2): metadata[fields[0]] = fields[1]
      case (RecordHead.Label.body, 1): return Int(fields[0]).map { (metadata, $0) }
      case (_, _): return nil
      }
    }
    return nil
  }
}

/// The lines of a head as fields, in order.
private struct HeadLines {
  private let bytes: UnsafeRawBufferPointer
  private(set) var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    rest = bytes[...]
  }

  /// The lines before the next line.
  var passed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<rest.startIndex]) }

  /// Returns the fields of the next line; `nil` at the end, or if a field is malformed.
  mutating func next() -> [String]? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    var fields: [String] = []
    for field in rest[..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    {
      guard let text = FieldText.text(field) else { return nil }
      fields.append(text)
    }
    return fields
  }

  /// Returns the fields of the next line after its label; `nil` if the label is another one.
  mutating func next(_ label: String, count: Int) -> [String]? {
    guard let fields = next(), fields.count == count + 1, fields[0] == label else { return nil }
    return Array(fields.dropFirst())
  }
}
