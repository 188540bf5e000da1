import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The table of "Knowing what is in use".
///
/// A character is 10 ms, and a load takes 20 ms.
@Suite struct `Revalidating (U4)` {
  private static let states = MarbleStates(
    loaded: ["A": "A", "B": "B"],
    failed: ["f": SampleError.first]
  )

  /// A loader that plays one diagram after another, with a freshness of 50 ms.
  private func loader(
    _ m: Marbles,
    _ works: String...,
    retry: RetryPolicy = .never
  ) -> Loader<String, String, SampleError> {
    let work = m.cold(works[0], failure: SampleError.first, then: Array(works.dropFirst()))
    let policy = LoadPolicy(
      freshness: .lasting(.milliseconds(50)),
      retry: retry,
      clock: m.clock,
      isCancellation: { $0 as? SampleError == .second }
    )
    return m.keep(
      Loader(policy: policy) { _ async throws(SampleError) in try await work(orCancelled: .second) }
    )
  }

  @Test func `not requested: nothing`() {
    marbles { m in
      let loader = loader(m, "--A|")
      m.hot("va-cv") { sign in
        switch sign {
        case "a": loader.load(sign)
        case "c": loader.cancel()
        default: loader.revalidate()
        }
      }
      m.expect(loader.states, "nl-n", Self.states)
    }
  }

  @Test func `loaded and fresh: nothing; loaded and stale: a refresh`() {
    marbles { m in
      let loader = loader(m, "--A|", "--B|")
      m.hot("-a") { loader.load($0) }
      m.hot("-----v---v") { _ in loader.revalidate() }
      m.expect(loader.states, "nl-A-----r-B", Self.states)
    }
  }

  @Test func `loaded and invalidated: a refresh`() {
    marbles { m in
      let loader = loader(m, "--A|", "--B|")
      m.hot("-a") { loader.load($0) }
      m.hot("----iv") { sign in
        if sign == "i" { loader.invalidate() } else { loader.revalidate() }
      }
      m.expect(loader.states, "nl-A-r-B", Self.states)
    }
  }

  @Test func `failed: a retry, over the value that is visible`() {
    marbles { m in
      let loader = loader(m, "--#", "--A|", "--#", "--B|")
      m.hot("-a") { loader.load($0) }
      m.hot("----v-----v") { _ in loader.revalidate() }
      m.hot("-------r") { _ in loader.refresh() }
      m.expect(loader.states, "nl-ft-Ar-ft-B", Self.states)
    }
  }

  @Test func `loading: joins; invalidated since: restarts once`() {
    marbles { m in
      let loader = loader(m, "--A|", "--B|")
      m.hot("-a") { loader.load($0) }
      m.hot("--v") { _ in loader.revalidate() }
      m.expect(loader.states, "nl-A", Self.states)
    }
    marbles { m in
      let loader = loader(m, "---A|", "--B|", "--A|")
      m.hot("-a") { loader.load($0) }
      m.hot("--i") { _ in loader.invalidate() }
      m.hot("---v") { _ in
        loader.revalidate()
        loader.revalidate()
      }
      m.expect(loader.states, "nl-l-B", Self.states)
    }
  }

  @Test func `waiting for a retry: joins, and the delay continues`() {
    marbles { m in
      let loader = loader(m, "-#", "-A|", retry: .constant(.milliseconds(50), limit: 1))
      m.hot("-a") { loader.load($0) }
      m.hot("----v") { _ in m.keep(loader.revalidate()) }
      m.expect(loader.states, "nl1-----A", Self.states)
    }
  }

  @Test func `the outcome of a call that loads nothing has its reason`() async {
    let loader = Loader { 1 }
    #expect(await loader.revalidate().outcome() == .skipped(.noRequest))
    loader.load()
    #expect(await loader.revalidate().outcome() == .skipped(.fresh))
  }

  @Test func `a set value without a request: nothing`() {
    marbles { m in
      let loader = loader(m, "--A|")
      m.hot("-s-iv") { sign in
        switch sign {
        case "s": loader.set("A")
        case "i": loader.invalidate()
        default: loader.revalidate()
        }
      }
      m.expect(loader.states, "nA", Self.states)
    }
  }

  @Test func `a held request is not superseded`() {
    marbles { m in
      let answers = m.responses(to: ["a": "-A|", "b": "-B|"])
      let loader = m.keep(Loader { try await answers($0) })
      loader.search(on: m.hot("-a-----b"), debounce: .milliseconds(40), clock: m.clock)
      m.hot("--------iv") { sign in
        if sign == "i" { loader.invalidate() } else { loader.revalidate() }
      }
      m.expect(loader.states, "n----lA--rALB", .states(loaded: ["A": "A", "B": "B"]))
    }
  }

  @Test func `an interest revalidates its key`() {
    marbles { m in
      let work = m.cold("--A|", then: ["--B|"])
      let cache = m.keep(LoaderCache { (_: String) in try await work() })
      let interest = m.keep(cache.interest(in: "a"))
      m.hot("----viv") { $0 == "i" ? interest.invalidate() : interest.revalidate() }
      m.expect(interest.states, "l-A---r-B", .states(loaded: ["A": "A", "B": "B"]))
    }
  }
}
