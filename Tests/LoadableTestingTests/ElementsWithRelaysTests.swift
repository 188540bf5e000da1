import LoadableTesting
import Testing

/// `elements` of inputs where the relays, whose `elements` are those of any publisher, are imported.
@Suite struct ElementsWithRelaysTests {
  @Test func `an input's own elements are used`() {
    marbles { m in
      let hot = m.hot("-a|").elements
      let cold = m.cold("-a|").elements
      #expect(type(of: hot) == MarbleElements<String, Never>.self)
      #expect(type(of: cold) == MarbleElements<String, Never>.self)
      m.expect(hot, "-a|")
      m.expect(cold, "-a|")
    }
  }

  @Test(arguments: [0, 20, 50])
  func `both kinds of elements have the same diagram and the same subscriptions`(_ start: Int) {
    marbles { m in
      let own = m.cold("-a-(bc)---#", failure: Offline())
      let general = m.cold("-a-(bc)---#", failure: Offline())
      m.at(.milliseconds(start)) {
        m.keep(Task { for try await _ in own.elements {} })
        m.keep(Task { for try await _ in general.elements(buffering: .unbounded) {} })
      }
      let frames = String(repeating: "-", count: start / 10)
      m.expectSubscriptions(own, [frames + "^------!"])
      m.expectSubscriptions(general, [frames + "^------!"])
    }
  }

  @Test func `both kinds of elements have the same diagram in other orders`() {
    marbles(exploring: 50) { m in
      let words = m.hot("-a-(bc)-|")
      m.expect(words.elements, "-a-(bc)-|")
      m.expect(words.elements(buffering: .unbounded), "-a-(bc)-|")
    }
  }

  @Test func `a relay, a loader and an input share one test`() {
    marbles { m in
      let query = PublishRelay<String>()
      m.hot("-a-b") { query.accept($0) }
      m.expect(query.elements, "-a-b")
      let load = m.cold("-x|")
      let loader = m.keep(Loader { try await load() })
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states, "nlx", .states(loaded: ["x": "x"]))
    }
  }
}
