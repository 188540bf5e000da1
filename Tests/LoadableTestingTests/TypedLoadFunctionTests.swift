import LoadableTesting
import Testing

@Suite struct TypedLoadFunctionTests {
  @Test func `a load function with typed throws accepts an input that cannot fail`() {
    marbles { m in
      let load = m.cold("-x|")
      let loader = m.keep(
        Loader { () async throws(Offline) in try await load(orCancelled: Offline()) }
      )
      m.at(.zero) { loader.load() }
      m.expect(loader.states, "(nl)x", .states(loaded: ["x": "x"]))
    }
  }

  @Test func `a load function with typed throws accepts responses that cannot fail`() {
    marbles { m in
      let load = m.responses(to: ["a": "--x|", "b": "|"])
      let loader = m.keep(
        Loader { (request: String) async throws(Offline) in
          try await load(request, orCancelled: Offline())
        }
      )
      m.expect(load.requests, "-a---b")
      m.hot("-a---b") { loader.load($0) }
      m.expect(loader.states, "nl-x-(Lf)", .states(loaded: ["x": "x"], failed: ["f": Offline()]))
      m.expectSubscriptions(load["a"], ["-^-!"])
    }
  }
}
