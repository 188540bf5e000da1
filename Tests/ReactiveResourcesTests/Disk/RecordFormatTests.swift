import Foundation
import Testing

@testable import ReactiveResources

@Suite struct RecordFormatTests {
  private func head(_ key: String, _ metadata: [String: String] = [:], _ body: String) -> String {
    let head = RecordHead(
      keyHash: KeyHash(of: key),
      metadata: metadata,
      bodyCount: body.utf8.count
    )
    return String(decoding: head.encoded(body: Data(body.utf8)), as: UTF8.self)
  }

  private func read(_ text: String) -> ReadHead? {
    Array(text.utf8).withUnsafeBytes { ReadHead($0) }
  }

  @Test func `metadata is readable text (D2)`() {
    #expect(
      head("https://example.com/7.png", ["etag": "\"7\"", "date": "today"], "hello") == """
        ReactiveResources record 2
        sha256\teddc583131110ef121fe00490bcbcd4a476498ac66b9a39c433e8288027bf2e0
        fact\tdate\ttoday
        fact\tetag\t"7"
        body\t5
        checksum\t\(sum)


        """
    )
  }

  // The checksum of the lines before it and the body, computed by another program: XXH64 of the
  // body, with XXH64 of the text as its seed. The hash of the key is from another program, too.
  private let sum = "fa3afe5e6ffb0eb3"

  @Test(arguments: [
    "", " ", "\n", "\t", "\\", "\\n", "\r\n", "a\u{0}b", "\u{1B}[31m", "\u{7F}", "é", "e\u{301}",
    "fact\tkey\n\n", "👩‍👩‍👧", "\u{2028}", "\\x1b",
  ])
  func `any text is read back unchanged`(_ text: String) {
    let written = head(text, [text: text], "x")
    let hash = KeyHash(of: text)
    #expect(read(written)?.head == RecordHead(keyHash: hash, metadata: [text: text], bodyCount: 1))
    #expect(read(written)?.head.metadata.keys.first?.utf8.elementsEqual(text.utf8) == true)
    #expect(written.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A })
    #expect(read(written + "x") == nil, "nothing may follow the empty line")
  }

  private static let hash = KeyHash(of: "a").text

  @Test(arguments: [
    "", "\n\n", "M\n\n", "M\nH\n\n",
    "ReactiveResources record 1\nkey\ta\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 3\nH\nbody\t0\nchecksum\t0\n\n",
    "M\nbody\t0\nchecksum\t0\n\n",
    "M\nkey\ta\nbody\t0\nchecksum\t0\n\n",
    "M\nsha256\t\nbody\t0\nchecksum\t0\n\n",
    "M\nsha256\tabc\nbody\t0\nchecksum\t0\n\n",
    "M\nsha256\t\(String(repeating: "A", count: 64))\nbody\t0\nchecksum\t0\n\n",
    "M\nH0\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nbody\tx\nchecksum\t0\n\n",
    "M\nH\nbody\t0\nchecksum\tx\n\n",
    "M\nH\nbody\t0\n\n",
    "M\nH\tb\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nfact\tb\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nelse\tb\tc\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nfact\ta\\\tb\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nfact\ta\\q\tb\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nfact\ta\\x1\tb\nbody\t0\nchecksum\t0\n\n",
    "M\nH\nbody\t0\nchecksum\t0\nmore\n\n",
  ])
  func `invalid metadata is not read`(_ text: String) {
    #expect(read(whole(text)) == nil)
  }

  /// Replaces the abbreviations of the first line and of the line of the hash.
  private func whole(_ text: String) -> String {
    text.replacing("M\n", with: "ReactiveResources record 2\n")
      .replacing("H", with: "sha256\t\(Self.hash)")
  }

  @Test func `invalid UTF-8 is not read`() {
    let bytes =
      Array("ReactiveResources record 2\nsha256\t\(Self.hash)\nfact\ta\t".utf8) + [0xFF]
      + Array("\nbody\t0\nchecksum\t0\n\n".utf8)
    #expect(bytes.withUnsafeBytes { ReadHead($0) } == nil)
  }

  @Test func `the metadata of the examples is valid`() {
    #expect(read(whole("M\nH\nfact\ta\tb\nbody\t0\nchecksum\t0\n\n")) != nil)
  }

  // The results of other XXH64 programs.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)]
  )
  func `the checksum is XXH64`(_ text: String, _ sum: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes { Checksum.of($0) } == sum)
  }

  @Test func `the checksum takes a seed`() {
    let sum = Array(0..<100 as Range<UInt8>).withUnsafeBytes { Checksum.of($0, seed: 7) }
    #expect(sum == 0x8065_3E7E_9B88_7CDD)
  }

  // The results of another SHA-256 program.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("a", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
      ("foobar", "c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2"),
    ]
  )
  func `the name of a file is the first half of the key's SHA-256 (D3)`(
    _ key: String,
    _ hash: String
  ) {
    #expect(KeyHash(of: key).text == hash)
    #expect(KeyHash(of: key).fileName == "\(hash.prefix(32)).record")
    #expect(KeyHash(hash) == KeyHash(of: key))
  }

  @Test func `names of records and of partial files are recognized, and no others`() {
    let name = KeyHash(of: "a").fileName
    let temporary = RecordName.temporary(for: name, process: 1, number: 2)
    #expect(RecordName.isRecord(name) && !RecordName.isTemporary(name))
    #expect(RecordName.isTemporary(temporary) && !RecordName.isRecord(temporary))
    for other in ["", "lock", "notes.record", "a.part", name.uppercased(), "x" + name] {
      #expect(!RecordName.isRecord(other) && !RecordName.isTemporary(other))
      #expect(!RecordName.isFormer(other))
    }
    #expect(!RecordName.isFormer(name) && !RecordName.isFormer(temporary))
    for former in ["af63dc4c8601ec8c.record", "af63dc4c8601ec8c.record.77-3.part"] {
      #expect(RecordName.isFormer(former))
      #expect(!RecordName.isRecord(former) && !RecordName.isTemporary(former))
    }
  }
}
