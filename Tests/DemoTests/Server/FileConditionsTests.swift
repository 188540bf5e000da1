import Testing

@testable import Demo

@Suite struct FileConditionsTests {
  private let file: PosterFile

  init() throws {
    let movie = try #require(Catalogue.bundled().movies.first)
    file = try PosterFile(of: movie, .w92)
  }

  @Test func `a request without conditions gets everything`() {
    #expect(FileConditions().verdict(on: file) == .whole)
  }

  @Test func `a tag that is known is unchanged, in a list, weak, or as a star`() {
    for tags in [file.tag, "\"x\", \(file.tag)", "W/\(file.tag)", "*"] {
      #expect(FileConditions(ifNoneMatch: tags).verdict(on: file) == .unchanged)
    }
    for tags in ["\"x\"", "x", "", String(file.tag.dropFirst().dropLast())] {
      #expect(FileConditions(ifNoneMatch: tags).verdict(on: file) == .whole)
    }
  }

  @Test(arguments: [
    ("Fri, 01 Mar 2024 08:00:00 GMT", FileConditions.Verdict.unchanged),
    ("Friday, 01-Mar-24 08:00:01 GMT", .unchanged),
    ("Fri, 01 Mar 2024 07:59:59 GMT", .whole), ("yesterday", .whole),
  ])
  func `a date is compared with that of the file`(
    date: String,
    verdict: FileConditions.Verdict
  ) {
    #expect(file.lastModified == "Fri, 01 Mar 2024 08:00:00 GMT")
    #expect(FileConditions(ifModifiedSince: date).verdict(on: file) == verdict)
  }

  @Test func `a tag decides before a date, and what is unchanged before a part`() {
    let since = file.lastModified
    let changed = FileConditions(ifNoneMatch: "\"x\"", ifModifiedSince: since)
    #expect(changed.verdict(on: file) == .whole)
    let known = FileConditions(ifNoneMatch: file.tag, range: "bytes=0-4")
    #expect(known.verdict(on: file) == .unchanged)
  }

  @Test func `a part is sent if it is one of what the client has`() {
    let range = "bytes=5-9"
    for ifRange in [nil, file.tag, file.lastModified] {
      #expect(FileConditions(range: range, ifRange: ifRange).verdict(on: file) == .part(5..<10))
    }
    for ifRange in ["\"x\"", "W/\(file.tag)", "Fri, 01 Mar 2024 08:00:01 GMT"] {
      #expect(FileConditions(range: range, ifRange: ifRange).verdict(on: file) == .whole)
    }
  }

  @Test func `a part that is not there is outside, and no range is everything`() {
    let end = file.data.count
    #expect(FileConditions(range: "bytes=\(end)-").verdict(on: file) == .outside)
    #expect(FileConditions(range: "pages=1-2").verdict(on: file) == .whole)
  }
}
