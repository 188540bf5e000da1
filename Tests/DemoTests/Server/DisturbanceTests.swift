import Foundation
import Testing

@testable import Demo

@Suite struct DisturbanceTests {
  @Test func `the latencies of the plan and of a rule delay the response`() async throws {
    let clock = NotingClock()
    try await withServer(clock: clock) { server, api in
      _ = try await api.podcasts()
      await server.setLatency(.milliseconds(5))
      await server.disturb(.delay(.milliseconds(7)), path: "/podcasts")
      _ = try await api.podcasts()
    }
    let milliseconds = await clock.sleeps.map { Int($0 / .milliseconds(1)) }
    #expect(milliseconds == [5, 7])
  }

  @Test func `a delayed old response arrives after the new one`() async throws {
    try await withServer { server, api in
      let gate = Gate()
      await server.disturb(.hold(gate), path: "/search", queryPrefix: "GÉ", times: 1)
      let old = Task { try await api.search("ge") }
      await server.arrived(1, at: "/search")
      let new = try await api.search("germ")
      gate.open()
      #expect(new.query == "germ")
      #expect(try await old.value.query == "ge")
    }
  }

  @Test func `a rule for one request is used up`() async throws {
    try await withServer { server, api in
      await server.disturb(.status(503), path: "/podcasts", times: 1)
      await #expect(throws: APIError.status(503)) { try await api.podcasts() }
      let podcasts = try await api.podcasts()
      #expect(!podcasts.isEmpty)
    }
  }

  @Test func `a request is delayed before it gets a status, in any order of rules`() async throws {
    let clock = NotingClock()
    try await withServer(clock: clock) { server, api in
      await server.disturb(.status(503), path: "/podcasts")
      await server.disturb(.delay(.milliseconds(7)), path: "/podcasts")
      await #expect(throws: APIError.status(503)) { try await api.podcasts() }
    }
    #expect(await clock.sleeps.count == 1)
  }

  @Test func `a broken connection is an error, and the server knows the sent bytes`()
    async throws
  {
    try await withServer { server, api in
      await #expect(throws: APIError.connectionLost) {
        let _: [Podcast] = try await api.get("dropped")
      }
      let ended = try #require(await server.ended())
      #expect(ended.path == "/dropped")
      #expect(ended.sent == ended.total / 2)
      #expect(!ended.isComplete)
    }
  }

  @Test func `a response that never arrives ends with the client's timeout`() async throws {
    try await withServer { server, api in
      let waiting = Task { () -> [Podcast] in try await api.get("silent") }
      await server.arrived(at: "/silent")
      waiting.cancel()
      await #expect(throws: APIError.cancelled) { try await waiting.value }
    }
  }

  @Test func `a test can await one text among the requests of a path`() async throws {
    try await withServer { server, api in
      _ = try await api.search("a")
      let waiting = Task {
        await server.arrived(at: "/search", query: "b")
        return await server.requestCount("/search")
      }
      _ = try await api.search("b")
      #expect(await waiting.value == 2)
    }
  }

  @Test func `a rule leaves other paths and other queries alone`() {
    var plan = ResponsePlan()
    plan.add(.status(500), path: "/search", queryPrefix: "ge")
    #expect(plan.disturbances(path: "/podcasts", query: "ge").isEmpty)
    #expect(plan.disturbances(path: "/search", query: nil).isEmpty)
    #expect(plan.disturbances(path: "/search", query: "fr").isEmpty)
    #expect(plan.disturbances(path: "/search", query: "Germany").count == 1)
    #expect(plan.disturbances(path: "/search", query: "ge").count == 1)
  }
}
