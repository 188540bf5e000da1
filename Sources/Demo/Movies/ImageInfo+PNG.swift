extension ImageInfo {
  /// Reads the signature and the first chunk of a PNG file (ISO/IEC 15948, 5.2 and 11.2.2).
  static func png(_ reader: inout ByteReader) throws(HeaderFault) -> ImageInfo {
    try reader.take(Kind.png.signature.count)
    let length = try reader.number(bytes: 4)
    let name = try reader.take(4)
    guard length == 13, name.elementsEqual("IHDR".utf8) else {
      throw .wrong("its first chunk is not its header")
    }
    let (width, height) = (try reader.number(bytes: 4), try reader.number(bytes: 4))
    guard width <= Int32.max, height <= Int32.max else {
      throw .wrong("it is \(width) × \(height) pixels")
    }
    return try ImageInfo(.png, width: width, height: height)
  }
}
