import Foundation

/// A record that was read from a valid file.
struct StoredRecord {
  /// The number of bytes of the first read: enough for most heads, and for a small record.
  private static let firstRead = 4096

  var keyHash: KeyHash
  var record: ResourceRecord

  /// Reads a file and checks all of it; `nil` if it is corrupt.
  init?(_ file: borrowing OpenFile, _ status: FileStatus) throws(FileError) {
    guard let start = try Self.start(of: file, status), let count = start.headCount,
      let read = ReadHead(start.prefix(count)), read.head.bodyCount == status.bytes - count,
      let body = try Self.body(of: file, count: read.head.bodyCount, in: start, after: count),
      Checksum.of(UnsafeRawBufferPointer(body.whole), seed: read.seed) == read.checksum
    else { return nil }
    keyHash = read.head.keyHash
    record = ResourceRecord(metadata: read.head.metadata, body: body.asData())
  }

  /// Returns the start of the file, up to the end of the head at least; `nil` without an end.
  ///
  /// A file that does not start as a record is not read further.
  private static func start(
    of file: borrowing OpenFile,
    _ status: FileStatus
  ) throws(FileError) -> OwnedBytes? {
    var count = firstRead
    let limit = min(RecordHead.sizeLimit, status.bytes)
    while true {
      guard let start = OwnedBytes(count: min(count, limit)) else { return nil }
      if try file.read(into: start.whole, at: 0) < start.whole.count { return nil }
      guard start.whole.starts(with: RecordHead.magic.utf8) else { return nil }
      if start.headCount != nil { return start }
      if start.whole.count == limit { return nil }
      count *= 4
    }
  }

  private static func body(
    of file: borrowing OpenFile,
    count: Int,
    in start: borrowing OwnedBytes,
    after headCount: Int
  ) throws(FileError) -> OwnedBytes? {
    guard let body = OwnedBytes(count: count) else { return nil }
    let prefix = start.whole[headCount...].prefix(body.whole.count)
    body.whole.copyBytes(from: prefix)
    let rest = UnsafeMutableRawBufferPointer(rebasing: body.whole[prefix.count...])
    if try file.read(into: rest, at: start.whole.count) < rest.count { return nil }
    return body
  }
}

/// Uninitialized memory, which is deallocated when this value is destroyed.
private struct OwnedBytes: ~Copyable {
  /// The bytes of memory of this computer.
  private static let limit = ProcessInfo.processInfo.physicalMemory

  let whole: UnsafeMutableRawBufferPointer

  /// Allocates memory; `nil` if this computer does not have so much.
  ///
  /// The system may promise more than it has, and end the process later.
  init?(count: Int) {
    guard count <= Self.limit, let memory = malloc(max(1, count)) else { return nil }
    whole = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit { free(whole.baseAddress) }

  /// The number of bytes of the head at the start; `nil` if its end is not among the bytes.
  var headCount: Int? {
    var rest = UnsafeRawBufferPointer(whole)
    while let line = rest.popLine() {
      if line.isEmpty { return whole.count - rest.count }
    }
    return nil
  }

  func prefix(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: whole.prefix(count))
  }

  /// Returns the same bytes as data, without a copy.
  consuming func asData() -> Data {
    let memory = whole
    discard self
    guard let start = memory.baseAddress, !memory.isEmpty else {
      free(memory.baseAddress)
      return Data()
    }
    return Data(bytesNoCopy: start, count: memory.count, deallocator: .free)
  }
}
