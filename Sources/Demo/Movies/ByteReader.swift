import Foundation

/// Reads bytes and big-endian numbers from the front of a file.
struct ByteReader {
  private var rest: Data

  init(_ file: Data) { rest = file }

  mutating func byte() throws(HeaderFault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .ended }
    return byte
  }

  /// Reads a number of so many bytes, at most 4.
  mutating func number(bytes count: Int) throws(HeaderFault) -> Int {
    try take(count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads so many bytes; throws if there are fewer.
  @discardableResult
  mutating func take(_ count: Int) throws(HeaderFault) -> Data {
    guard count <= rest.count else { throw .ended }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
