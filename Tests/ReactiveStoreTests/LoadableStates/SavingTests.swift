import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

@Suite struct `Coding of loaded values (S17)` {
  private typealias Texts = LoadableState<String, String>
  private typealias Maybe = LoadableState<String, String?>

  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `a child is decoded with its request`() throws {
    #expect(try coded(Texts("A", of: "a")) == Texts("A", of: "a"))
    #expect(try coded(Texts("A")) == Texts("A"))
    #expect(try coded(Texts()) == Texts())
    let one = LoadableState<NoRequest, String>("A")
    #expect(try coded(one) == one)
  }

  @Test func `a child that is encoded as null is decoded, too`() throws {
    #expect(try coded(Maybe(nil, of: "a")) == Maybe(nil, of: "a"))
    #expect(try coded(Maybe()) == Maybe())
  }

  @Test func `a running load is encoded as its settled state`() throws {
    var first = Texts()
    first.perform(.load("a"))
    #expect(try coded(first) == Texts())
    var refreshed = Texts("A", of: "a")
    refreshed.perform(.refresh)
    #expect(try coded(refreshed) == Texts("A", of: "a"))
    var other = Texts("A", of: "a")
    other.perform(.load("b"))
    #expect(other.latest == nil)
    #expect(try coded(other) == Texts("A", of: "a"))
  }

  @Test func `a failure is not encoded, only its previous child`() throws {
    #expect(try coded(Texts(failure: Broken(), of: "a")) == Texts())
    let failed = Texts(failure: Broken(), of: "a", previous: "A", cause: .refresh)
    #expect(try coded(failed) == Texts("A", of: "a"))
  }

  @Test func `a decoded child is visible, and reloaded by loadIfNeeded`() throws {
    let saved = try coded(Texts("A", of: "sea"))
    marbles { m in
      let answer = m.cold("--B|")
      let store = m.keep(
        Store(saved) {
          EmptyReducer<Texts, LoadingAction<String, String, Never>>()
            .loadable(state: \.self, action: .itself) { _, _ in try await answer() }
        }
      )
      m.hot("-n---n") { store.send(.loadIfNeeded("sea")) }
      m.expect(
        store.states.map { $0.isLoading ? "l" : $0.latest ?? "n" }.removeDuplicates(),
        "Al-B"
      )
      m.expect(store.states.map { $0.latest ?? "n" }.removeDuplicates(), "A--B")
    }
  }

  @Test func `of values by key only the loaded ones are decoded`() throws {
    var states = LoadableStates<Int, String>()
    states[1].perform(.set("A"))
    states[2].perform(.load)
    states[3].perform(.load)
    states[3].perform(.cancel)
    states[4].perform(.set("D"))
    states[4].perform(.load)
    let decoded = try coded(states)
    #expect(Set(decoded.keys) == [1, 4])
    #expect(decoded[1].loadable == .loaded("A"))
    #expect(decoded[4].loadable == .loaded("D"))
    #expect(decoded[2] == LoadableState())
  }

  @Test func `decoded values are reloaded by loadIfNeeded`() throws {
    var states = LoadableStates<String, String>()
    states["a"].perform(.set("A"))
    let saved = try coded(states)
    marbles { m in
      let answer = m.cold("--B|")
      let store = m.keep(
        Store(Movies.State(details: saved)) { Movies { _, _ in try await answer() } }
      )
      m.hot("-o--o") { store.send(.open(["a"])) }
      m.expect(store.states.map { $0.details["a"].latest ?? "" }.removeDuplicates(), "A--B")
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `an invalid state is an error`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Texts.self, from: Data(#"{"child": 7}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Texts.self, from: Data(#"{"child": "A", "request": 7}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Texts.self, from: Data("[]".utf8))
    }
  }
}
