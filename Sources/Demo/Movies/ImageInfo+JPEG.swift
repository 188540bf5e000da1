extension ImageInfo {
  /// Reads the segments of a JPEG file up to the one that tells its size, of whatever process
  /// (ITU-T T.81, B.1 and B.2.2).
  ///
  /// What stands inside a segment is skipped, such as the thumbnail of a camera, a whole JPEG file.
  static func jpeg(_ reader: inout ByteReader) throws(HeaderFault) -> ImageInfo {
    try reader.take(2)
    while true {
      let marker = try Self.marker(&reader)
      switch marker {
      case 0x01, 0xD0...0xD7: continue
      case 0xD8: throw .wrong("it begins again")
      case 0xD9, 0xDA: throw .wrong("its size is not told before its pixels")
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return try frame(&reader)
      default: try reader.take(length(&reader))
      }
    }
  }

  /// Reads a marker: 0xFF, as often as you like, and its code.
  private static func marker(_ reader: inout ByteReader) throws(HeaderFault) -> UInt8 {
    guard try reader.byte() == 0xFF else { throw .wrong("a segment does not end where it says") }
    var code = try reader.byte()
    while code == 0xFF { code = try reader.byte() }
    guard code != 0 else { throw .wrong("there are pixels where a segment should begin") }
    return code
  }

  /// Reads how many bytes of a segment are to come; its length counts itself.
  private static func length(_ reader: inout ByteReader) throws(HeaderFault) -> Int {
    let length = try reader.number(bytes: 2)
    guard length >= 2 else { throw .wrong("a segment has the length \(length)") }
    return length - 2
  }

  /// Reads the header of a frame: its precision, its height and its width.
  private static func frame(_ reader: inout ByteReader) throws(HeaderFault) -> ImageInfo {
    guard try length(&reader) >= 6 else { throw .wrong("the header of its frame is too short") }
    try reader.take(1)
    let height = try reader.number(bytes: 2)
    return try ImageInfo(.jpeg, width: reader.number(bytes: 2), height: height)
  }
}
