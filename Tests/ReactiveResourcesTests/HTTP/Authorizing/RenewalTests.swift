import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

/// The diagrams of the article, and the rules around them.
@Suite struct `Credentials (A1 to A5)` {
  struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  @Test func `a request waits for the first credentials (A1)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---A|")
      let scene = RenewalScene(m, accepting: "A") { try await renewal() }
      scene.send(m, "a", at: 1)
      m.expect(scene.sent, "----A")
      m.expect(scene.states, "nl--A")
      m.expect(scene.answers, "-------a")
    }
  }

  @Test func `stale credentials are loaded before a request (A1)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let policy = LoadPolicy(freshness: .lasting(.seconds(5)), clock: m.clock)
      let scene = RenewalScene(m, policy: policy) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", "c", at: 6)
      m.expect(scene.sent, "---------(BB)")
      m.expect(scene.states, "A-----l--B")
      m.expectSubscriptions(renewal, ["------^--!"])
    }
  }

  @Test func `a 401 renews once for all requests (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", "c", "a", at: 1)
      m.expect(scene.sent, "-(AAA)-----(BBB)")
      m.expect(scene.states, "A---l--B")
      m.expect(scene.answers.map { $0 == "x" ? "x" : "a" }, "----------(aaa)")
    }
  }

  @Test func `a late 401 is repeated with the newer credentials (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      scene.send(m, "b", at: 3)
      m.expect(scene.sent, "-A-A---B---B")
      m.expect(scene.states, "A---l--B")
      m.expect(scene.answers, "----------a--------b")
    }
  }

  @Test func `a new request during a renewal waits for it (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      scene.send(m, "c", at: 5)
      m.expect(scene.sent, "-A-----(BB)")
      m.expect(scene.states, "A---l--B")
    }
  }

  @Test func `credentials that the app sets during a renewal are newer, too (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let scene = RenewalScene(m) { throw Refused() }
      scene.tokens.set("A")
      scene.send(m, "b", at: 1)
      m.at(.seconds(2)) { scene.tokens.set("B") }
      m.expect(scene.sent, "-A-------B")
      m.expect(scene.states, "A-B")
    }
  }

  @Test func `a 401 does not shorten the delay before a retry of the renewal (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("-#", ["B": "B"], failure: Refused(), then: ["-B|"])
      let policy = LoadPolicy(retry: .constant(.seconds(5), limit: 1), clock: m.clock)
      let scene = RenewalScene(m, policy: policy) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      scene.send(m, "c", at: 3)  // its 401 arrives during the delay
      scene.send(m, "a", at: 7)
      m.expectSubscriptions(renewal, ["----^!", "----------^!"])
      m.expect(scene.sent, "-A-A-------(BBB)")
    }
  }

  @Test func `1,000 requests are one renewal (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      for _ in 1...1000 { scene.send(m, "a", at: 1) }
      m.expectSubscriptions(renewal, ["----^--!"])
      m.at(.seconds(11)) {
        #expect(scene.ends.entries == Array(repeating: "200", count: 1000))
        #expect(scene.server.requests.count == 2000)
      }
    }
  }

  @Test func `a write is repeated with its body, once (A4)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1, method: .post, body: Data("new".utf8))
      m.expect(scene.sent, "-A-----B")
      m.at(.seconds(11)) {
        #expect(scene.server.requests.map(\.body) == [Data("new".utf8), Data("new".utf8)])
        #expect(scene.ends.entries == ["200"])
      }
    }
  }

  @Test func `a second 401 is the answer (A4)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m, accepting: "C") { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.expect(scene.sent, "-A-----B")
      m.expect(scene.states, "A---l--B")
      m.expect(scene.answers, "----------x")
      m.at(.seconds(11)) { #expect(scene.ends.entries == ["401"]) }
    }
  }

  @Test func `a renewal that fails is the failure of all (A5)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---#", [String: String](), failure: Refused())
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", "c", "a", at: 1)
      m.expect(scene.sent, "-(AAA)")
      m.expect(scene.states, "A---l--f")
      m.expect(scene.answers, "-------(xxx)")
      m.at(.seconds(11)) {
        #expect(scene.ends.entries == Array(repeating: "unauthorized refused", count: 3))
      }
    }
  }

  @Test func `a 401 after a failed renewal fails with it, and the next request loads again (A5)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---#", ["B": "B"], failure: Refused(), then: ["---B|"])
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      scene.send(m, "b", at: 2)  // its 401 arrives at 10 s
      scene.send(m, "c", at: 11)
      m.expectSubscriptions(renewal, ["----^--!", "-----------^--!"])
      m.expect(scene.sent, "-AA-----------B")
      m.expect(scene.answers, "-------x--x------c")
    }
  }

  @Test func `two transports of one loader share a renewal (A3)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      let other = AuthorizedTransport(
        scene.server,
        origins: [RenewalScene.url("c")],
        credentials: scene.tokens
      ) { $0.headers["authorization"] = $1 }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.at(.seconds(1)) {
        m.keep(Task { try await other.send(ResourceRequest(RenewalScene.url("c"))) })
      }
      m.expect(scene.sent, "-(AA)-----(BB)")
      m.expectSubscriptions(renewal, ["----^--!"])
    }
  }
}
