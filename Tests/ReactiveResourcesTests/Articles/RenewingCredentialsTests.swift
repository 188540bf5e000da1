import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

// The code of the article on renewing credentials, unchanged.

func needsSignIn(_ error: LoadError) -> Bool {
  switch error.underlying as? ResourceError {
  case .unauthorized, .status(401, _, _): true
  case _: false
  }
}

private struct Account: Sendable {
  func signature(of request: ResourceRequest) -> String { "signed \(request.url.path)" }
}

private struct SignIn: Sendable {
  func newToken() async throws -> String { "new" }
}

@Suite struct `The code of the article on renewing credentials` {
  private let url = URL(filePath: "/page")
  private let page = Data("page".utf8)

  @Test func `credentials of a loader`() async throws {
    enum URLSessionTransport { static let shared = MemoryTransport() }
    let (server, signIn, token) = (url, SignIn(), "old")
    let page = page
    URLSessionTransport.shared.serve(at: url) { request in
      MemoryResource(page, status: request.headers["Authorization"] == "Bearer new" ? 200 : 401)
    }
    let tokens = Loader { () async throws -> HTTPFields in
      ["Authorization": "Bearer \(try await signIn.newToken())"]
    }
    let transport = AuthorizedTransport(
      URLSessionTransport.shared,
      origins: [server],
      credentials: tokens
    )
    let api = ResourceFetcher(transport: transport)
    tokens.set(["Authorization": "Bearer \(token)"])  // after a sign-in
    #expect(try await api.fetch(ResourceRequest(url)).body == page)
    #expect(URLSessionTransport.shared.exchanges.map(\.status) == [401, 200])
    tokens.reset()  // sign-out
    #expect(tokens.state == .notRequested)
  }

  @Test func `a policy, a signature and an error`() async throws {
    let policy =
      LoadPolicy(
        freshness: .lasting(.seconds(3300)),
        retry: .exponential(from: .seconds(1), limit: 2),
        timeout: LoadTimeout(load: .seconds(20)),
        name: "tokens"
      )
    let (server, transport) = (url, MemoryTransport())
    let accounts = Loader<NoRequest, Account, LoadError>(policy: policy) { Account() }
    let api =
      AuthorizedTransport(transport, origins: [server], credentials: accounts) { request, account in
        request.headers["Authorization"] = account.signature(of: request)
      }
    _ = try await api.send(ResourceRequest(url))
    #expect(transport.requests.map { $0.headers["authorization"] } == ["signed /page"])
    #expect(needsSignIn(LoadError(ResourceError.status(401))))
    #expect(needsSignIn(LoadError(ResourceError.unauthorized(LoadError(URLError(.timedOut))))))
    #expect(!needsSignIn(LoadError(ResourceError.status(403))))
  }

  @Test func `a renewal is tested in virtual time`() {
    marbles(frame: .seconds(1)) { m in
      let page = page
      let server = MemoryTransport(clock: m.clock)
      server.serve(at: url) { request in
        MemoryResource(page, status: request.headers["Authorization"] == "B" ? 200 : 401)
      }
      server.plan(.wait(.seconds(3)), at: url)
      let renewal = m.cold("---B|")
      let tokens = m.keep(Loader { ["Authorization": try await renewal()] as HTTPFields })
      tokens.set(["Authorization": "A"])
      let api = AuthorizedTransport(server, origins: [url], credentials: tokens)
      for _ in 1...5 { m.keep(Task { try await api.send(ResourceRequest(url)) }) }
      m.expectSubscriptions(renewal, ["---^--!"])  // one renewal
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("RenewingCredentials", of: "ReactiveResources")
    #expect((article.blocks.count, article.others, article.diagrams.count) == (5, 0, 17))
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = ["RenewalTests", "RenewalEndsTests"].map { "../HTTP/Authorizing/\($0).swift" }
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}
