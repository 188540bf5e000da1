/// The hash function SHA-256 (FIPS 180-4), for names and fingerprints that hide their text.
///
/// It cannot be reversed, but a short text can be found by hashing many texts.
enum SHA256 {
  /// Returns the hash of some bytes as 64 hexadecimal digits in lowercase.
  static func hex(of message: some Sequence<UInt8>) -> String {
    var state = start
    var schedule = [UInt32](repeating: 0, count: 64)
    let padded = padded(Array(message))
    for offset in stride(from: 0, to: padded.count, by: blockSize) {
      expand(padded[offset..<offset + blockSize], into: &schedule)
      compress(schedule, into: &state)
    }
    return hex(state)
  }

  /// Returns 32 random hexadecimal digits, 128 bits.
  static func randomText() -> String {
    hex((0..<4).map { _ in UInt32.random(in: .min ... .max) })
  }

  /// Returns true for this number of hexadecimal digits in lowercase.
  static func isHex(_ text: some StringProtocol, digits: Int) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static let blockSize = 64

  /// Appends a one bit, zeros, and the length in bits as the last eight bytes of a block.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let length = UInt64(message.count) * 8
    let zeros = (2 * blockSize - 9 - message.count % blockSize) % blockSize
    var padded = message
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: zeros))
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: length >> UInt64(shift)))
    }
    return padded
  }

  private static func expand(_ block: ArraySlice<UInt8>, into words: inout [UInt32]) {
    for (index, start) in stride(from: block.startIndex, to: block.endIndex, by: 4).enumerated() {
      words[index] = block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
      let mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ mixedEarly &+ words[index - 7] &+ mixedLate
    }
  }

  private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let first = h &+ mixedE &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let second = mixedA &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word &>> bits | word &<< (32 &- bits)
  }

  /// Returns eight digits for each word.
  private static func hex(_ words: [UInt32]) -> String {
    String(unsafeUninitializedCapacity: 8 * words.count) { digits in
      for index in 0..<8 * words.count {
        let digit = UInt8(truncatingIfNeeded: words[index / 8] >> UInt32(28 - index % 8 * 4) & 15)
        digits[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 8 * words.count
    }
  }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let start = words(
    "6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19"
  )

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants = words(
    """
    428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
    d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
    e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
    983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
    27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
    a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
    19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
    748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
    """
  )

  private static func words(_ text: String) -> [UInt32] {
    text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0, radix: 16) }
  }
}
