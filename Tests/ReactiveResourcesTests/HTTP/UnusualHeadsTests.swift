import Foundation
import ReactiveResources
import Testing

/// Response heads that no library would send, over real sockets.
@Suite struct `An unusual response head` {
  private func fetch(_ answer: Data) async throws -> Result<FetchedResource, ResourceError> {
    let results = Log<Result<FetchedResource, ResourceError>>()
    try await RawServer.run({ _ in answer }) { server in
      let fetcher = ResourceFetcher(transport: URLSessionTransport())
      do throws(ResourceError) {
        results.note(.success(try await fetcher.fetch(ResourceRequest(server.url("a")))))
      } catch {
        results.note(.failure(error))
      }
    }
    return try #require(results.entries.first)
  }

  @Test(arguments: ["100 Continue", "103 Early Hints"])
  func `an interim response is not the final response`(status: String) async throws {
    let interim = Data("HTTP/1.1 \(status)\r\nLink: </x>\r\n\r\n".utf8)
    let answer = Data.answer("200 OK", ["Content-Length: 5"], "hello")
    let fetched = try await fetch(interim + interim + answer).get()
    #expect(fetched.text == "hello" && fetched.headers["link"] == nil)
  }

  @Test(arguments: [[], ["Location: "], ["Location: http://["]])
  func `a redirect without a usable Location has its status or names it`(
    lines: [String]
  )
    async throws
  {
    let result = try await fetch(.answer("301 Moved", lines + ["Content-Length: 5"], "moved"))
    guard case .failure(let error) = result else {
      Issue.record("\(result)")
      return
    }
    switch error {
    case .status(301, _, _): #expect(lines == [])
    case .redirect(.unusable): #expect(lines != [])
    case _: Issue.record("\(error)")
    }
  }

  @Test func `a length of twenty digits is over every limit`() async throws {
    let answer = Data.answer("200 OK", ["Content-Length: 99999999999999999999"], "hello")
    #expect(try await fetch(answer) == .failure(.tooLarge(limit: 67_108_864)))
  }

  @Test func `two fields of one name keep their order`() async throws {
    let lines = ["Age: 7200", "Age: 0", "Cache-Control: max-age=3600", "Content-Length: 5"]
    let fetched = try await fetch(.answer("200 OK", lines, "hello")).get()
    #expect(fetched.headers["age"] == "7200, 0")
    #expect(fetched.lifetime.freshness == .lasting(.zero))
  }

  #if !canImport(Darwin)
  @Test(arguments: [300, 1])
  func `a response that Foundation cannot parse is an error of the transport`(
    kilobytes: Int
  ) async throws {
    let lines = (0..<kilobytes).map { "X-\($0): " + String(repeating: "a", count: 1100) }
    var answer = Data.answer("200 OK", lines + ["X: %", "Content-Length: 5"], "hello")
    // A single byte of Latin-1 in a header field.
    if kilobytes == 1, let index = answer.firstIndex(of: UInt8(ascii: "%")) { answer[index] = 0xE9 }
    guard case .failure(.transport) = try await fetch(answer) else {
      Issue.record("read it")
      return
    }
  }
  #endif
}
