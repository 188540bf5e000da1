import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

/// Requests of two users on many threads, while the first one signs out.
@Suite struct `Credentials on many threads (A3, A7)` {
  @Test func `no request has the credentials of another user`() async throws {
    for round in 0..<200 {
      let pairs = Log<String>()
      let renewals = Log<Int>()
      let tokens = Loader<NoRequest, String, LoadError> {
        renewals.note(0)
        await Self.changeThread()
        return "renewed"
      }
      let transport = ClosureTransport { request in
        let (user, token) = (request.headers["x-user"] ?? "", request.headers["x-token"] ?? "")
        pairs.note("\(user) \(token)")
        await Self.changeThread()
        return ResourceResponse(status: token == "Ann" ? 401 : 200)
      }
      let api = AuthorizedTransport(transport, origins: [Bench.url], credentials: tokens) {
        $0.headers["x-token"] = $1
      }
      // A task runs at once until it waits, so each request belongs to its user.
      func send(as user: String) -> [Task<ResourceResponse, any Error>] {
        (0..<20).map { _ in
          Task.startedImmediately {
            try await api.send(ResourceRequest(Bench.url, headers: ["x-user": user]))
          }
        }
      }
      tokens.set("Ann")
      let first = send(as: "Ann")
      if round.isMultiple(of: 3) { _ = await first.first?.result }
      tokens.reset()
      tokens.set("Bob")
      for request in first + send(as: "Bob") { _ = await request.result }
      let seen = Set(pairs.entries)
      #expect(seen.isSubset(of: ["Ann Ann", "Ann renewed", "Bob Bob"]), "\(seen)")
      #expect(renewals.entries.count <= 1)
    }
  }

  private static func changeThread() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume() }
    }
  }
}
