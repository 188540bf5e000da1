import Foundation

@testable import Demo

/// Headers of images, written manually.
enum ImageSamples {
  /// The first bytes of a PNG file of this size.
  static func png(width: UInt32 = 92, height: UInt32 = 138) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
      + Data("IHDR".utf8) + bytes(width) + bytes(height)
  }

  /// The first bytes of a JPEG file: these segments, and the frame of a process.
  static func jpeg(
    _ segments: Data = jfif,
    frame: UInt8 = 0xC0,
    width: UInt16 = 92,
    height: UInt16 = 138
  ) -> Data {
    Data([0xFF, 0xD8]) + segments
      + Data([0xFF, frame, 0, 17, 8]) + bytes(height) + bytes(width)
  }

  /// The first segment of most files.
  static let jfif = segment(0xE0, Data("JFIF".utf8) + Data([0, 1, 1, 0, 0, 1, 0, 1, 0, 0]))

  static func segment(_ marker: UInt8, _ content: Data) -> Data {
    Data([0xFF, marker]) + bytes(UInt16(content.count + 2)) + content
  }

  private static func bytes(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }
}
