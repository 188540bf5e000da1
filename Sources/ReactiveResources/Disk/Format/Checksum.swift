/// The checksum XXH64 by Yann Collet, which detects incomplete writes after a power failure.
///
/// It hashes 32 bytes at a time. It is no protection against forged files.
struct Checksum {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Returns XXH64 of some bytes; the seed is the checksum of the bytes before, to cover them too.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let whole = bytes.count & ~31
    let hash = whole == 0 ? seed &+ prime5 : stripes(bytes[..<whole], seed: seed)
    return avalanche(tail(bytes[whole...], of: hash &+ UInt64(bytes.count)))
  }

  private static func stripes(_ bytes: Slice<UnsafeRawBufferPointer>, seed: UInt64) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var lane1 = seed &+ prime1 &+ prime2
    var lane2 = seed &+ prime2
    var lane3 = seed
    var lane4 = seed &- prime1
    var offset = 0
    while offset < bytes.count {
      lane1 = round(lane1, word(bytes, offset))
      lane2 = round(lane2, word(bytes, offset &+ 8))
      lane3 = round(lane3, word(bytes, offset &+ 16))
      lane4 = round(lane4, word(bytes, offset &+ 24))
      offset &+= 32
    }
    let sum = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
    return merge(merge(merge(merge(sum, lane1), lane2), lane3), lane4)
  }

  private static func tail(_ bytes: Slice<UnsafeRawBufferPointer>, of start: UInt64) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var hash = start
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    for byte in bytes[offset...] {
      hash = rotate(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
    }
    return hash
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func avalanche(_ start: UInt64) -> UInt64 {
    var hash = start
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }
}
