import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import Testing

/// One diagram for each cell of the interruption matrix with a visible effect.
///
/// `n` not requested, `l` loading, `L` loading over A, `r` refreshing A, `A` and `B` loaded, `f`
/// failed, `g` after a retry, `F` failed over A, `w` loading over a set W. A load takes 30 ms
/// unless its diagram says otherwise.
@Suite struct `A loader in time (L1, L2, L5)` {
  typealias State = Loadable<String, SampleError>
  typealias Work = MarbleCold<String, SampleError>

  static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "L": .loading(previous: "A", cause: .load),
    "r": .loading(previous: "A"), "A": .loaded("A"), "B": .loaded("B"), "W": .loaded("W"),
    "w": .loading(previous: "W", cause: .load),
    "t": .loading(Loading(cause: .retry, lastError: .first)),
    "f": .failed(.first), "g": .failed(.first, cause: .retry),
    "F": .failed(.first, previous: "A", cause: .refresh),
  ]

  /// A loader whose work is a diagram for each request.
  private func loader(
    _ m: Marbles,
    _ work: [String: Work],
    in queue: LoadQueue? = nil
  ) -> Loader<String, String, SampleError> {
    m.keep(
      Loader(policy: LoadPolicy(queue: queue) { $0 as? SampleError == .second }) {
        request async throws(SampleError) -> String in
        guard let work = work[request] else { throw .first }
        return try await work(orCancelled: .second)
      }
    )
  }

  private func work(
    _ m: Marbles,
    _ diagram: String,
    _ cancellation: MarbleCancellation = .honored
  ) -> Work {
    m.cold(diagram, failure: SampleError.first, cancellation: cancellation)
  }

  // MARK: While settled

  @Test func `a load goes from not requested over loading to loaded`() {
    marbles { m in
      let a = work(m, "---A|")
      let loader = loader(m, ["a": a])
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nl--A", Self.states)
      m.expectSubscriptions(a, ["-^--!"])
    }
  }

  @Test func `a load that fails shows the error`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "---#")])
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nl--f", Self.states)
    }
  }

  @Test func `work that does not suspend is loaded within the call`() {
    marbles { m in
      let loader = m.keep(Loader { (request: String) in request.uppercased() })
      m.hot("-a") { loader.load($0) }
      m.expect(
        loader.states,
        "n(lA)",
        ["n": .notRequested, "l": .loading, "A": .loaded("A")]
      )
    }
  }

  @Test func `a refresh keeps the value shown`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "---A|")])
      m.hot("-a") { loader.load($0) }
      m.hot("------r") { _ in loader.refresh() }
      m.expect(loader.states, "nl--A-r--A", Self.states)
    }
  }

  @Test func `a refresh that fails keeps the value next to the error`() {
    marbles { m in
      let first = work(m, "-A|")
      let second = work(m, "--#")
      let calls = Log<Void>()
      let loader = m.keep(
        Loader { () async throws(SampleError) -> String in
          calls.note(())
          let work = calls.entries.count == 1 ? first : second
          return try await work(orCancelled: .second)
        }
      )
      m.hot("-a") { _ in loader.load() }
      m.hot("----r") { _ in loader.refresh() }
      m.expect(loader.states, "nlA-r-F", Self.states)
    }
  }

  @Test func `a retry runs the failed request again, from failed only`() {
    marbles { m in
      let a = work(m, "--#")
      let loader = loader(m, ["a": a])
      m.hot("r----r-r-") { _ in loader.retry() }
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nl-f-t-g", Self.states)
      m.expectSubscriptions(a, ["-^-!", "-----^-!"])
    }
  }

  // MARK: While loading

  @Test func `a second load of the same request joins the first`() {
    marbles { m in
      let a = work(m, "---A|")
      let loader = loader(m, ["a": a])
      m.hot("-aaa") { loader.load($0) }
      m.hot("-r-r") { _ in loader.refresh() }
      m.expect(loader.states, "nl--A", Self.states)
      m.expectSubscriptions(a, ["-^--!"])
    }
  }

  @Test func `a load of another request replaces the first and cancels its work`() {
    marbles { m in
      let (a, b) = (work(m, "---A|"), work(m, "---B|"))
      let loader = loader(m, ["a": a, "b": b])
      m.hot("-a-b") { loader.load($0) }
      m.expect(loader.states, "nl-l--B", Self.states)
      m.expectSubscriptions(a, ["-^-!"])
      m.expectSubscriptions(b, ["---^--!"])
    }
  }

  @Test func `a late value of a replaced load is dropped`() {
    marbles { m in
      let a = work(m, "--------A|", .ignored)
      let loader = loader(m, ["a": a, "b": work(m, "--B|")])
      m.hot("-ab") { loader.load($0) }
      m.expect(loader.states, "nll-B", Self.states)
      m.expectSubscriptions(a, ["-^-------!"])
    }
  }

  @Test func `cancelling a first load restores not requested`() {
    marbles { m in
      let a = work(m, "---A|")
      let loader = loader(m, ["a": a])
      m.hot("-a") { loader.load($0) }
      m.hot("--c-c") { _ in loader.cancel() }
      m.expect(loader.states, "nln", Self.states)
      m.expectSubscriptions(a, ["-^!"])
    }
  }

  @Test func `cancelling restores the last settled state, after any number of replaced loads`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "-A|"), "b": work(m, "---B|"), "c": work(m, "---C|")])
      m.hot("-a--bcbc") { loader.load($0) }
      m.hot("--------c") { _ in loader.cancel() }
      m.expect(loader.states, "nlA-llllA", Self.states)
    }
  }

  @Test func `a late result after cancel or reset does not surface`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "---A|", .ignored), "b": work(m, "---B|", .ignored)])
      m.hot("-a---b") { loader.load($0) }
      m.hot("--c") { _ in loader.cancel() }
      m.hot("------r") { _ in loader.reset() }
      m.expect(loader.states, "nln--ln", Self.states)
    }
  }

  @Test func `a set value is visible, the load continues, and its result replaces it`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "----A|")])
      m.hot("-a") { loader.load($0) }
      m.hot("--W") { loader.set($0) }
      m.expect(loader.states, "nlw--A", Self.states)
    }
  }

  @Test func `cancel keeps a value that was set during the load`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "-A|"), "b": work(m, "----B|")])
      m.hot("-a-b") { loader.load($0) }
      m.hot("----W") { loader.set($0) }
      m.hot("-----c") { _ in loader.cancel() }
      m.expect(loader.states, "nlAlwW", Self.states)
    }
  }

  @Test func `work that throws a cancellation by itself restores the previous state`() {
    marbles { m in
      let loader = loader(m, ["a": work(m, "-A|"), "b": work(m, "--|")])
      m.hot("-a-b") { loader.load($0) }
      m.expect(loader.states, "nlAl-A", Self.states)
    }
  }

  @Test func `a load that never returns ends by cancel`() {
    marbles { m in
      let a = work(m, "-")
      let loader = loader(m, ["a": a])
      m.hot("-a") { loader.load($0) }
      m.hot("- 10s c") { _ in loader.cancel() }
      m.expect(loader.states, "nl 9990ms n", Self.states)
    }
  }

  // MARK: Overlap

  @Test(arguments: [nil, 1])
  func `a replaced load that ignores its cancellation overlaps with the next one`(_ limit: Int?) {
    marbles { m in
      let (a, b) = (work(m, "------A|", .ignored), work(m, "--B|"))
      let loader = loader(m, ["a": a, "b": b], in: limit.map { LoadQueue(limit: $0) })
      m.hot("-ab") { loader.load($0) }
      m.expect(loader.states, "nll-B", Self.states)
      m.expectSubscriptions(a, ["-^-----!"])
      m.expectSubscriptions(b, ["--^-!"])
    }
  }

  // MARK: Streams

  @Test func `search as you type: debounced, and the newest result wins`() {
    marbles { m in
      let query = BehaviorRelay("")
      let (slow, fast) = (work(m, "---------A|", .ignored), work(m, "--B|"))
      let loader = loader(m, ["sw": slow, "swift": fast])
      loader.load(
        on: query.elements.filter { !$0.isEmpty }
          .debounce(for: .milliseconds(30), clock: m.clock).removeDuplicates()
      )
      m.hot("-ab-----c", ["a": "s", "b": "sw", "c": "swift"]) { query.accept($0) }
      m.expect(loader.states, "n----l-----l-B", Self.states)
      m.expectSubscriptions(slow, ["-----^--------!"])
      m.keep(query)
    }
  }
}
