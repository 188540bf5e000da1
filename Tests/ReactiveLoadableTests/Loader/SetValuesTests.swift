import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// L19: a value that is set belongs to a request, and has an age.
///
/// A character is 10 ms, and a load takes 20 ms.
@Suite struct `Values that are set (L19)` {
  private static let states: [String: Loadable<String, SampleError>] = [
    "n": .notRequested, "l": .loading, "B": .loaded("B"), "S": .loaded("S"), "f": .failed(.first),
    "s": .loading(previous: "S", cause: .refresh), "p": .loading(previous: "S", cause: .load),
    "v": .loading(previous: "V", cause: .load),
  ]

  private func loader(
    _ m: Marbles,
    _ policy: LoadPolicy = LoadPolicy(),
    _ work: String = "--B|"
  ) -> Loader<String, String, SampleError> {
    let work = m.cold(work, failure: SampleError.first)
    var policy = policy
    policy.clock = m.clock
    policy.isCancellation = { $0 as? SampleError == .second }
    return m.keep(
      Loader(policy: policy) { _ async throws(SampleError) in try await work(orCancelled: .second) }
    )
  }

  @Test func `a value that was set before any request answers none`() {
    marbles { m in
      let loader = loader(m)
      loader.set("S")
      m.hot("--b") { loader.loadIfNeeded($0) }
      m.expect(loader.states, "S-l-B", Self.states)
    }
  }

  @Test func `it is shown as the previous value under the policy always`() {
    marbles { m in
      let loader = loader(m, LoadPolicy(previous: .always))
      loader.set("S")
      m.hot("--b") { loader.loadIfNeeded($0) }
      m.expect(loader.states, "S-p-B", Self.states)
    }
  }

  @Test func `it is the value of a loader without requests, which has nothing to refresh`() async {
    let calls = Log<Int>()
    let loader = Loader {
      calls.note(1)
      return "B"
    }
    loader.set("S")
    #expect(await loader.loadIfNeeded().outcome() == .skipped(.fresh))
    #expect(await loader.refresh().outcome() == .skipped(.noRequest))
    #expect(calls.entries == [])
  }

  @Test func `a value of a request answers it, and is the value to refresh`() {
    marbles { m in
      let loader = loader(m)
      loader.set("S", for: "b")
      #expect(loader.request == "b")
      m.hot("--b-r") { sign in
        if sign == "r" { loader.refresh() } else { loader.loadIfNeeded(sign) }
      }
      m.expect(loader.states, "S---s-B", Self.states)
    }
  }

  @Test func `a value of the running request is shown, and the result replaces it`() {
    marbles { m in
      let loader = loader(m, LoadPolicy(), "---B|")
      m.hot("-b") { loader.load($0) }
      m.hot("--S") { loader.set($0, for: "b") }
      m.expect(loader.states, "nlp-B", Self.states)
    }
  }

  @Test func `a value of another request than the running one is not shown until a cancel`() {
    marbles { m in
      let loader = loader(m, LoadPolicy(), "---B|")
      m.hot("-a") { loader.load($0) }
      m.hot("--S") { loader.set($0, for: "b") }
      m.hot("---c") { _ in loader.cancel() }
      m.expect(loader.states, "nl-S", Self.states)
      m.at(.milliseconds(50)) { #expect(loader.request == "b") }
    }
  }

  @Test func `a value of another request does not replace a partial value`() {
    marbles { m in
      let work = m.cold("-V--B|")
      let loader = m.keep(
        Loader(policy: LoadPolicy(previous: .always)) {
          (_: String, report: LoadReporter<String>) async throws -> String in
          var last = ""
          for await value in work.elements {
            last = value
            if value == "V" { report.value(value) }
          }
          return last
        }
      )
      m.hot("-a") { loader.load($0) }
      m.hot("---S") { loader.set($0, for: "b") }
      m.expect(
        loader.states.map { $0.isLoading ? $0.latest?.lowercased() ?? "l" : $0.value ?? "n" },
        "nlv---B"
      )
    }
  }

  @Test(arguments: [
    ("S--s-B", Freshness.lasting(.milliseconds(60)), Duration.milliseconds(40)),
    ("Ss-B", .lasting(.milliseconds(60)), .milliseconds(60)),
    ("Ss-B", .lasting(.milliseconds(60)), .milliseconds(-10)),
    ("Ss-B", .forever, .zero),
    ("Ss-B", .never, .zero),
  ])
  func `a value with an age is fresh only for the rest of a time`(
    _ states: String,
    _ freshness: Freshness,
    _ age: Duration
  ) {
    marbles { m in
      let loader = loader(m, LoadPolicy(freshness: freshness))
      loader.perform(.set("S", for: "b", age: age))
      m.hot("-b-b") { loader.loadIfNeeded($0) }
      m.expect(loader.states, states, Self.states)
    }
  }

  @Test func `a value of a request that is set after a failure removes the failure`() {
    marbles { m in
      let loader = loader(m, LoadPolicy(), "-#")
      m.hot("-a") { loader.load($0) }
      m.hot("---S") { loader.set($0, for: "b") }
      m.expect(loader.states, "nlfS", Self.states)
    }
  }

  @Test func `a state with a LoadError can be saved: a decoded error is its text`() throws {
    let states: [Loadable<Int, LoadError>] = [
      .failed(Failed(error: LoadError(SampleError.first), previous: 1, savedAt: .distantPast)),
      .failed(LoadError(CancellationError())),
    ]
    let data = try JSONEncoder().encode(states)
    let decoded = try JSONDecoder().decode([Loadable<Int, LoadError>].self, from: data)
    let again = try JSONDecoder().decode([Loadable<Int, LoadError>].self, from: data)
    #expect(decoded == again)
    #expect("\(decoded)" == "\(states)")
    guard case .failed(let failed) = decoded[0], case .failed(let cancelled) = decoded[1] else {
      Issue.record("Failed states are expected, but found \(decoded).")
      return
    }
    #expect(failed.savedAt == .distantPast)
    #expect(failed.error != LoadError(SampleError.first))
    #expect(!failed.error.countsAsCancellation && cancelled.error.countsAsCancellation)
    let error = try JSONEncoder().encode(LoadError(SampleError.first))
    let text = String(decoding: error, as: UTF8.self)
    #expect(text.contains(#""text":"first""#) && text.contains(#""isCancellation":false"#))
  }
}
