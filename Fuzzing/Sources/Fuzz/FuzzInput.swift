/// The bytes of one execution: a text, and after it the numbers that a target takes from the end.
struct FuzzInput {
  private var bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Removes and returns the last byte; 0 without one.
  mutating func number() -> Int {
    guard let last = bytes.last else { return 0 }
    bytes = UnsafeBufferPointer(rebasing: bytes.dropLast())
    return Int(last)
  }

  /// Removes the last byte, and returns the element that it chooses.
  mutating func choice<Element>(of elements: [Element]) -> Element {
    elements[number() % elements.count]
  }

  /// The bytes that are left.
  var rest: [UInt8] { Array(bytes) }

  /// The bytes that are left, repaired to UTF-8, as `URLSession` does with header fields.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of the text.
  var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes up to the first line feed, and those after it.
  var halves: (first: [UInt8], second: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return (Array(bytes[..<end]), Array(bytes[end...].dropFirst()))
  }
}
