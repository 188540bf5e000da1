import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import StoreTesting
import Testing

@testable import Demo

@Suite struct `The welcome in time` {
  @Test func `the app requests it, the message for another language, and the old one stays`() {
    marbles { m in
      let answers = m.responses(to: ["en": "--W|", "de": "---K|"])
      let store = store(m) { try await answers($0.language) }
      m.hot("-a") { store.send(.logIn("Ada")) }
      m.hot("-----d") { store.send(.welcome(.loaded(.speak(language: "de")))) }
      m.expect(store.states.map(\.line).removeDuplicates(), "na-W-b--K", Self.lines)
    }
  }

  @Test func `a refresh keeps the message, a failure, too, and a retry repeats the request`() {
    marbles { m in
      let answer = m.cold("-W|", failure: APIError.status(500), then: ["--#", "-K|"])
      let store = store(m) { _ in try await answer() }
      m.hot("-a") { store.send(.logIn("Ada")) }
      m.hot("---r") { store.send(.welcome(.refresh)) }
      m.hot("-------t") { store.send(.welcome(.retry)) }
      m.expect(store.states.map(\.line).removeDuplicates(), "naWr-f-cK", Self.lines)
    }
  }

  @Test func `a second login loads its welcome, and the late first one is dropped`() {
    marbles { m in
      let slow = m.cold("------W|", cancellation: .ignored)
      let answers = ["Ada": slow, "Bo": m.cold("-K|")]
      let store = store(m) { try await answers[$0.name]?() ?? "" }
      m.hot("-ab", ["a": "Ada", "b": "Bo"]) { store.send(.logIn($0)) }
      m.expect(store.states.map(\.line).removeDuplicates(), "naBK", Self.lines)
    }
  }

  @Test func `step by step, a child that changes its request is a load`() {
    marbles { m in
      let answer = m.cold("-W|", then: ["-K|"])
      let store = m.testStore(WelcomeApp.State()) { WelcomeApp { _ in try await answer() } }
      let (english, german) = (Welcome.Request.ada("en"), Welcome.Request.ada("de"))
      store.send(.logIn("Ada")) {
        $0.name = "Ada"
        $0.welcome.perform(.load(english))
      }
      m.advance(by: .milliseconds(10))
      let message = Welcome.State(text: "W", request: english)
      store.receive(.welcome(.finished(.success(message)))) {
        $0.welcome = LoadableState(message, of: english)
      }
      store.send(.welcome(.loaded(.speak(language: "de")))) {
        $0.welcome.change { $0.request = german }
        $0.welcome.perform(.load(german))
      }
      m.advance(by: .milliseconds(10))
      let other = Welcome.State(text: "K", request: german)
      store.receive(.welcome(.finished(.success(other)))) {
        $0.welcome = LoadableState(other, of: german)
      }
    }
  }

  private static let lines = [
    "n": "Not logged in.", "a": "Loading for Ada in “en” …", "B": "Loading for Bo in “en” …",
    "W": "W", "K": "K", "r": "W …",
    "b": "Loading for Ada in “de” … Still: W", "c": "Loading for Ada in “en” … Still: W",
    "f": "No “en”: The server answered with status 500. Still: W",
  ]

  private func store(
    _ m: Marbles,
    _ fetch: @escaping @Sendable (Welcome.Request) async throws -> String
  ) -> Store<WelcomeApp.State, WelcomeApp.Action> {
    m.keep(Store(WelcomeApp.State()) { WelcomeApp(fetch: fetch) })
  }
}

extension Welcome.Request {
  fileprivate static func ada(_ language: String) -> Self { Self(name: "Ada", language: language) }
}
