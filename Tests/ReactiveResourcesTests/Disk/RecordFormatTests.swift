import Foundation
import Testing

@testable import ReactiveResources

@Suite struct RecordFormatTests {
  private func head(_ key: String, _ metadata: [String: String] = [:], _ body: String) -> String {
    let record = ResourceRecord(metadata: metadata, body: Data(body.utf8))
    return String(
      decoding: RecordHead(key: key, record: record).encoded(body: record.body),
      as: UTF8.self
    )
  }

  private func read(_ text: String) -> ReadHead? {
    Array(text.utf8).withUnsafeBytes { ReadHead($0) }
  }

  @Test func `metadata is readable text (D2)`() {
    #expect(
      head("https://example.com/7.png", ["etag": "\"7\"", "date": "today"], "hello") == """
        ReactiveResources record 1
        key\thttps://example.com/7.png
        fact\tdate\ttoday
        fact\tetag\t"7"
        body\t5
        checksum\t\(sum)


        """
    )
  }

  // The checksum of the lines before it and the body, computed by another program: XXH64 of the
  // text, with XXH64 of the body as its seed.
  private let sum = "112783cf175ac880"

  @Test(arguments: [
    "", " ", "\n", "\t", "\\", "\\n", "\r\n", "a\u{0}b", "\u{1B}[31m", "\u{7F}", "é", "e\u{301}",
    "fact\tkey\n\n", "👩‍👩‍👧", "\u{2028}", "\\x1b",
  ])
  func `any text is read back unchanged`(_ text: String) {
    let written = head(text, [text: text], "x")
    #expect(read(written)?.head == RecordHead(key: text, metadata: [text: text], bodyCount: 1))
    #expect(read(written)?.head.key.utf8.elementsEqual(text.utf8) == true)
    #expect(written.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A })
    #expect(read(written)?.count == written.utf8.count)
  }

  @Test(arguments: [
    "", "\n\n", "ReactiveResources record 1\n\n", "ReactiveResources record 1\nkey\ta\n\n",
    "ReactiveResources record 2\nkey\ta\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\nbody\tx\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\nbody\t0\nchecksum\tx\n\n",
    "ReactiveResources record 1\nkey\ta\nbody\t0\n\n",
    "ReactiveResources record 1\nkey\ta\tb\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\nfact\tb\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\nelse\tb\tc\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\\\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\\q\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\\x1\nbody\t0\nchecksum\t0\n\n",
    "ReactiveResources record 1\nkey\ta\nbody\t0\nchecksum\t0\nmore\n\n",
  ])
  func `invalid metadata is not read`(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test func `invalid UTF-8 is not read`() {
    let bytes =
      Array("ReactiveResources record 1\nkey\t".utf8) + [0xFF]
      + Array("\nbody\t0\nchecksum\t0\n\n".utf8)
    #expect(bytes.withUnsafeBytes { ReadHead($0) } == nil)
  }

  @Test func `the metadata of the examples is valid`() {
    #expect(read("ReactiveResources record 1\nkey\ta\nbody\t0\nchecksum\t0\n\n") != nil)
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

  @Test func `the name of a file is the FNV-1a of the key`() {
    #expect(RecordName.name(for: "") == "cbf29ce484222325.record")
    #expect(RecordName.name(for: "a") == "af63dc4c8601ec8c.record")
    #expect(RecordName.name(for: "foobar") == "85944171f73967e8.record")
  }

  @Test func `names of records and of partial files are recognized, and no others`() {
    let name = RecordName.name(for: "a")
    let temporary = RecordName.temporary(for: name, process: 1, number: 2)
    #expect(RecordName.isRecord(name) && !RecordName.isTemporary(name))
    #expect(RecordName.isTemporary(temporary) && !RecordName.isRecord(temporary))
    for other in ["", "lock", "notes.record", "a.part", "AF63DC4C8601EC8C.record", "x" + name] {
      #expect(!RecordName.isRecord(other) && !RecordName.isTemporary(other))
    }
  }
}
