import Foundation

/// The objects of a binary property list, of which one is the root, and others are its parts.
///
/// NB: `PropertyListDecoder` follows a reference from an object to one that contains it until the
/// stack overflows, and a file of 1,000 bytes can repeat its parts for hours.
struct PropertyListTree {
  /// The largest depth of containers, as in the JSON of Foundation.
  private static let depthLimit = 512
  private static let magic = Array("bplist00".utf8)
  private static let trailerCount = 32

  private let bytes: UnsafeRawBufferPointer
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int

  /// Returns true for a list as the encoder of Foundation writes it.
  ///
  /// Each container has one reference, from an object before it, so that there is no cycle.
  static func isValid(_ data: Data) -> Bool {
    data.withUnsafeBytes { PropertyListTree($0)?.isTree ?? false }
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.magic.count + Self.trailerCount, bytes.starts(with: Self.magic),
      let count = bytes.number(at: bytes.count - 24, size: 8), (1...bytes.count).contains(count),
      let table = bytes.number(at: bytes.count - 8, size: 8), table <= bytes.count
    else { return nil }
    self.bytes = bytes
    offsetSize = Int(bytes[bytes.count - 26])
    referenceSize = Int(bytes[bytes.count - 25])
    self.count = count
    self.table = table
  }

  private var isTree: Bool {
    var depths = [Int](repeating: 0, count: count)
    var remaining = bytes.count
    for index in 0..<count {
      guard let (start, references) = references(of: index) else { return false }
      // Each reference takes a byte, so that more of them are read twice.
      remaining -= references
      guard remaining >= 0 else { return false }
      for number in 0..<references {
        let offset = start + number * referenceSize
        guard let part = bytes.number(at: offset, size: referenceSize), part < count,
          let isContainer = isContainer(part)
        else { return false }
        guard isContainer else { continue }
        guard part > index, depths[part] == 0, depths[index] < Self.depthLimit else { return false }
        depths[part] = depths[index] + 1
      }
    }
    return true
  }

  /// Returns the offset of the references of an object, and their number; `nil` if it is malformed.
  private func references(of index: Int) -> (start: Int, count: Int)? {
    guard let offset = offset(of: index), let isContainer = isContainer(index) else { return nil }
    guard isContainer else { return (offset, 0) }
    var (start, count) = (offset + 1, Int(bytes[offset] & 0xF))
    if count == 0xF {
      // A number follows, whose size is a power of two.
      guard start < bytes.count, bytes[start] & 0xF0 == 0x10 else { return nil }
      let size = 1 << Int(bytes[start] & 0xF)
      guard let long = bytes.number(at: start + 1, size: size) else { return nil }
      (start, count) = (start + 1 + size, long)
    }
    guard count <= bytes.count else { return nil }
    return (start, bytes[offset] >> 4 == 0xD ? 2 * count : count)
  }

  /// Returns true for an array, a set or a dictionary; `nil` for an object outside of the bytes.
  private func isContainer(_ index: Int) -> Bool? {
    offset(of: index).map { (0xA...0xD).contains(bytes[$0] >> 4) }
  }

  private func offset(of index: Int) -> Int? {
    guard let offset = bytes.number(at: table + index * offsetSize, size: offsetSize),
      offset < bytes.count
    else { return nil }
    return offset
  }
}

extension UnsafeRawBufferPointer {
  /// Returns a number of 1 to 8 bytes; `nil` if it is not among the bytes, or too large.
  fileprivate func number(at offset: Int, size: Int) -> Int? {
    guard (1...8).contains(size), offset >= 0, offset <= count - size else { return nil }
    return Int(exactly: self[offset..<offset + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }
}
