import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A file that differs from a written record is a miss, or has the written value.
  ///
  /// The input is the metadata up to the first line feed, and the body; or a whole file, or a file
  /// whose checksum is corrected.
  static let records = FuzzTarget(name: "records") { input in
    switch input.number() % 4 {
    case 0: checkForeign(input.rest)
    case 1: checkForeign(corrected(input.rest))
    case _: checkChanged(&input)
    }
  }

  // MARK: Foreign files

  /// A record that is read is written to one that is read as the same.
  private static func checkForeign(_ bytes: [UInt8]) {
    guard let stored = read(bytes) else { return }
    let again = read(written(stored.record, stored.keyHash))
    require(again?.record == stored.record, "the record of \(bytes) is read as another")
    require(again?.keyHash == stored.keyHash, "the record of \(bytes) has another key")
    let count = stored.record.metadata.reduce(stored.record.body.count) {
      $0 + $1.key.utf8.count + $1.value.utf8.count
    }
    require(count <= bytes.count, "\(count) bytes are read from \(bytes.count)")
  }

  /// Replaces the text `SUM` of a file by the checksum of its lines before it and its body.
  private static func corrected(_ bytes: [UInt8]) -> [UInt8] {
    let mark = Array("checksum\tSUM\n\n".utf8)
    guard let range = bytes.firstRange(of: mark) else { return bytes }
    let (lines, body) = (bytes[..<range.lowerBound], bytes[range.upperBound...])
    let seed = Array(lines).withUnsafeBytes { Checksum.of($0) }
    let sum = Array(body).withUnsafeBytes { Checksum.of($0, seed: seed) }
    return lines + Array("checksum\t\(String(sum, radix: 16))\n\n".utf8) + body
  }

  // MARK: Changed files

  private static func checkChanged(_ input: inout FuzzInput) {
    let change = input.number() % 4
    let position = input.number() << 8 | input.number()
    let byte = UInt8(input.number())
    let (first, second) = input.halves
    let record = ResourceRecord(metadata: metadata(first), body: Data(second))
    var bytes = written(record, hash)
    require(read(bytes)?.record == record, "the record \(record) is read as another")
    let index = position % bytes.count
    switch change {
    case 0: bytes[index] = byte
    case 1: bytes.removeSubrange(index...)
    case 2: bytes.insert(byte, at: index)
    case _: bytes.remove(at: index)
    }
    let changed = planting(in: read(bytes)?.record) { changed in
      if change == 0, index >= bytes.count - second.count { changed = unchecked(bytes, record) }
    }
    require(changed == nil || changed == record, "change \(change) at \(index) is read")
  }

  private static func unchecked(_ bytes: [UInt8], _ record: ResourceRecord) -> ResourceRecord {
    ResourceRecord(metadata: record.metadata, body: Data(bytes.suffix(record.body.count)))
  }

  /// Entries with the names and values between semicolons.
  private static func metadata(_ bytes: [UInt8]) -> [String: String] {
    let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let pairs = zip(parts, parts.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }
    return Dictionary(pairs.map(\.element), uniquingKeysWith: { $1 })
  }

  // MARK: Files

  private static let hash = KeyHash(of: "key")

  private static func written(_ record: ResourceRecord, _ hash: KeyHash) -> [UInt8] {
    let head = RecordHead(
      keyHash: hash,
      metadata: record.metadata,
      bodyCount: record.body.count
    )
    return head.encoded(body: record.body) + record.body
  }

  /// A temporary file without a name, for all executions.
  private static let file: Int32 = {
    var name = Array("\(NSTemporaryDirectory())fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    precondition(descriptor >= 0, "The temporary file must be created, but the error is \(errno).")
    unlink(name)
    return descriptor
  }()

  private static func read(_ bytes: [UInt8]) -> StoredRecord? {
    let file = OpenFile(dup(file))
    do throws(FileError) {
      try FileError.check { ftruncate(file.descriptor, 0) }
      try FileError.check { lseek(file.descriptor, 0, SEEK_SET) }
      try file.write(bytes)
      return try StoredRecord(file, file.status())
    } catch {
      preconditionFailure("The temporary file must be usable, but the error is \(error.code).")
    }
  }
}
