import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

/// Cancelled requests and renewals, sign-out, and requests of the load function.
@Suite struct `A renewal without new credentials (A6 to A8)` {
  private typealias Refused = `Credentials (A1 to A5)`.Refused

  @Test func `a cancel of a request leaves the renewal to the others (A6)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      let first = scene.send(m, "c", at: 1)
      scene.send(m, "a", at: 1)
      m.at(.seconds(5)) { first.entries.forEach { $0.cancel() } }
      m.expect(scene.sent, "-(AA)-----B")
      m.expect(scene.states, "A---l--B")
      m.expect(scene.answers, "-----x----a")
      m.at(.seconds(11)) { #expect(scene.ends.entries == ["cancelled", "200"]) }
    }
  }

  @Test func `without newer credentials after a cancelled renewal, the 401 is the answer (A6)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.at(.seconds(5)) { scene.tokens.cancel() }
      m.expect(scene.states, "A---lA")
      m.expect(scene.answers, "-----x")
      m.at(.seconds(6)) { #expect(scene.ends.entries == ["401"]) }
    }
  }

  @Test func `a cancellation error of the load function is no failure (A6)`() {
    marbles(frame: .seconds(1)) { m in
      let scene = RenewalScene(m) { throw CancellationError() }
      scene.send(m, "a", at: 1)
      m.at(.seconds(2)) { scene.tokens.set("A") }
      scene.send(m, "c", at: 3)
      m.at(.seconds(9)) { #expect(scene.ends.entries == ["cancelled", "401"]) }
      m.expect(scene.sent, "---A")
    }
  }

  @Test func `a renewal that hangs ends with its timeout (A6)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("-")
      let timeout = LoadTimeout(load: .seconds(5), failure: Refused())
      let policy = LoadPolicy(timeout: timeout, clock: m.clock)
      let scene = RenewalScene(m, policy: policy) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.expect(scene.states, "A---l----f")
      m.expect(scene.answers, "---------x")
      m.at(.seconds(10)) { #expect(scene.ends.entries == ["unauthorized refused"]) }
    }
  }

  @Test func `a sign-out during a renewal ends all requests (A7)`() {
    marbles(frame: .seconds(1)) { m in
      let renewal = m.cold("---B|")
      let scene = RenewalScene(m) { try await renewal() }
      scene.tokens.set("A")
      scene.send(m, "a", "c", at: 1)
      m.at(.seconds(5)) { scene.tokens.reset() }
      m.at(.seconds(7)) { scene.tokens.set("C") }
      m.expect(scene.sent, "-(AA)")
      m.expect(scene.states, "A---ln-C")
      m.expect(scene.answers, "-----(xx)")
      m.at(.seconds(8)) { #expect(scene.ends.entries == ["cancelled", "cancelled"]) }
    }
  }

  @Test(arguments: ["A", "C"])
  func `a response after the next user has signed in is dropped (A7)`(accepted: String) {
    marbles(frame: .seconds(1)) { m in
      let scene = RenewalScene(m, accepting: accepted) { "D" }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.at(.seconds(2)) { scene.tokens.reset() }
      m.at(.seconds(3)) { scene.tokens.set("C") }
      m.expect(scene.sent, "-A")
      m.expect(scene.states, "A-nC")
      m.expect(scene.answers, "----x")
      m.at(.seconds(5)) { #expect(scene.ends.entries == ["cancelled"]) }
    }
  }

  @Test func `a 401 while the next user signs in neither joins nor renews that load (A7)`() {
    marbles(frame: .seconds(1)) { m in
      let signIn = m.cold("-----C|")
      let scene = RenewalScene(m, accepting: "C") { try await signIn() }
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.at(.seconds(2)) {
        scene.tokens.reset()
        scene.tokens.load()
      }
      scene.send(m, "c", at: 3)  // a request of the next user
      m.expect(scene.sent, "-A-----C")
      m.expect(scene.answers, "----x-----c")
      m.expectSubscriptions(signIn, ["--^----!"])
    }
  }

  @Test func `a request that waits to be sent is cancelled by a sign-out (A7)`() {
    marbles(frame: .seconds(1)) { m in
      let signIn = m.cold("-----A|")
      let scene = RenewalScene(m, accepting: "C") { try await signIn() }
      scene.send(m, "a", at: 1)
      m.at(.seconds(2)) {
        scene.tokens.reset()
        scene.tokens.set("C")
      }
      scene.send(m, "c", at: 3)
      m.expect(scene.sent, "---C")
      m.at(.seconds(7)) { #expect(scene.ends.entries == ["cancelled", "200"]) }
    }
  }

  @Test func `requests of the load function are sent unchanged, and lead to no other renewal (A8)`()
  {
    marbles(frame: .seconds(1)) { m in
      let own = SettableTransport()
      let scene = RenewalScene(m) {
        let response = try await own.transport().send(ResourceRequest(RenewalScene.url("c")))
        throw ResourceError.status(response.status)
      }
      own.set(scene.api)
      scene.tokens.set("A")
      scene.send(m, "a", at: 1)
      m.expect(scene.sent, "-A--o", ["A": "A", "o": "-"])
      m.expect(scene.states, "A---l--f")
      m.at(.seconds(8)) {
        #expect(scene.ends.entries == ["unauthorized \(ResourceError.status(401))"])
      }
    }
  }
}

/// A transport that exists only after the loader that uses it.
final class SettableTransport: Sendable {
  private let current = Log<AuthorizedTransport>()

  func set(_ transport: AuthorizedTransport) { current.note(transport) }

  func transport() throws -> AuthorizedTransport { try #require(current.entries.last) }
}
