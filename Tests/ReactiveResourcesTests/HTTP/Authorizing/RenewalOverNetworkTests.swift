import FlyingFox
import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

/// Real sockets: a token expires under five requests, one of them a write.
@Suite struct `A renewal over a network (A3, A4)` {
  @Test func `five requests are one renewal`() async throws {
    let refused = Gate()
    try await TestServer.run { request in
      if request.path == "/token" { return .answer(.ok, [:], Data("B".utf8)) }
      guard request.headers[HTTPHeader("Authorization")] == "Bearer B" else {
        // All five are in flight with the old token.
        Task { await refused.wait() }
        await refused.waiterArrived(5)
        return .answer(.unauthorized, ["WWW-Authenticate": "Bearer"], Data("expired".utf8))
      }
      return .answer(.ok, [:], try await request.bodyData)
    } _: { server in
      let plain = ResourceFetcher(transport: URLSessionTransport())
      let tokens = Loader {
        let token = try await plain.fetch(ResourceRequest(server.url("token"), method: .post)).text
        return ["Authorization": "Bearer \(token)"] as HTTPFields
      }
      tokens.set(["Authorization": "Bearer A"])
      let transport = AuthorizedTransport(
        URLSessionTransport(),
        origins: [server.baseURL],
        credentials: tokens
      )
      let api = ResourceFetcher(transport: transport)
      var texts: [String] = []
      try await withThrowingTaskGroup(of: String.self) { group in
        for number in 1...4 {
          group.addTask { try await api.fetch(ResourceRequest(server.url("\(number)"))).text }
        }
        group.addTask {
          let body = Data("new".utf8)
          return try await api.fetch(ResourceRequest(server.url("w"), method: .post, body: body))
            .text
        }
        for try await text in group { texts.append(text) }
      }
      refused.open()
      #expect(texts.sorted() == ["", "", "", "", "new"])
      let paths = server.requests.map(\.path)
      #expect(paths.count == 11 && paths.filter { $0 == "/token" }.count == 1)
    }
  }
}
