import Foundation
import Testing

@testable import Demo

@Suite struct ImageInfoTests {
  @Test func `the size of a PNG file is parsed`() throws {
    let info = try ImageInfo(ImageSamples.png(width: 1, height: 0x7FFF_FFFF))
    #expect((info.kind, info.width, info.height) == (.png, 1, 0x7FFF_FFFF))
  }

  @Test(
    arguments: [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ] as [UInt8]
  )
  func `the size of a JPEG file of any process is parsed, progressive ones too`(frame: UInt8) throws
  {
    let info = try ImageInfo(ImageSamples.jpeg(frame: frame, width: 65_535, height: 1))
    #expect((info.kind, info.width, info.height) == (.jpeg, 65_535, 1))
  }

  @Test(arguments: [
    // A camera's thumbnail.
    ImageSamples.segment(0xE1, ImageSamples.jpeg(width: 8, height: 8)),
    // Tables and a comment, before the frame.
    ImageSamples.segment(0xC4, Data(count: 300)) + ImageSamples.segment(0xDB, Data(count: 65)),
    ImageSamples.segment(0xFE, Data()) + ImageSamples.segment(0xCC, Data([1])),
    // Markers without a segment, with fill bytes.
    Data([0xFF, 0x01, 0xFF, 0xD0, 0xFF, 0xD7, 0xFF, 0xFF, 0xFF]) + ImageSamples.jfif.dropFirst(),
  ])
  func `segments before the frame are skipped`(segments: Data) throws {
    let info = try ImageInfo(ImageSamples.jpeg(segments))
    #expect((info.width, info.height) == (92, 138))
  }

  @Test func `a slice of data is parsed at any offset`() throws {
    for sample in [ImageSamples.png(), ImageSamples.jpeg()] {
      let slice = (Data([1, 2, 3]) + sample).dropFirst(3)
      #expect(slice.startIndex == 3)
      #expect(try ImageInfo(slice) == ImageInfo(sample))
    }
  }

  @Test(arguments: [
    ImageSamples.png(), ImageSamples.jpeg(frame: 0xC2),
    ImageSamples.jpeg(ImageSamples.segment(0xE1, ImageSamples.jpeg(width: 8))),
  ])
  func `a truncated header is unreadable`(header: Data) {
    for length in 0..<(header.starts(with: [0xFF]) ? header.count - 1 : header.count) {
      #expect(throws: ImageInfo.Unreadable.self) { try ImageInfo(header.prefix(length)) }
    }
  }

  @Test(arguments: [
    Data("GIF89a".utf8), Data("RIFF\0\0\0\0WEBP".utf8), Data("<html>".utf8), Data([0]), Data(),
    Data([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A]), Data([0xFF, 0xD8, 0x00]),
    ImageSamples.png(width: 0), ImageSamples.png().dropLast(12) + Data("IDAT".utf8),
    ImageSamples.jpeg(height: 0), ImageSamples.jpeg(Data([0xFF, 0xDA, 0, 2])).dropLast(9),
    Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1]), Data([0xFF, 0xD8, 0xFF, 0xFE, 0, 2, 0]),
  ])
  func `another file, or a damaged header, is unreadable`(file: Data) {
    #expect(throws: ImageInfo.Unreadable.self) { try ImageInfo(file) }
    #expect(throws: ImageInfo.Unreadable.self) { try Poster(file) }
  }

  @Test func `no random bytes trap the parser`() {
    var chance = SeededChance(1)
    let samples = [ImageSamples.png(), ImageSamples.jpeg(), Data([0xFF, 0xD8, 0xFF]), Data()]
    var read = 0
    for round in 0..<20_000 {
      var file = samples[round % samples.count]
      for index in file.indices where Int.random(in: 0..<12, using: &chance) == 0 {
        file[index] = UInt8.random(in: .min ... .max, using: &chance)
      }
      let length = Int.random(in: 0..<64, using: &chance)
      file += Data((0..<length).map { _ in [0xFF, 0xC0, 0, 8].randomElement(using: &chance) ?? 0 })
      file = file.prefix(Int.random(in: 0...file.count, using: &chance))
      guard let info = try? ImageInfo(file) else { continue }
      #expect(info.width > 0 && info.height > 0)
      read += 1
    }
    #expect(read > 1000)
  }
}
