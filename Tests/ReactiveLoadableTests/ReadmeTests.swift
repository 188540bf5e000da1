import AsyncAlgorithms
import Foundation
import MarbleTesting
import Observation
import ReactiveLoadable
import Testing

// The code of the README, as it stands there.

final class SearchModel: Sendable {
  let query = BehaviorRelay("")
  let results: Loader<String, [String], LoadError>

  init(
    clock: some Clock<Duration> = ContinuousClock(),
    search: @escaping @Sendable (String) async throws -> [String]
  ) {
    results = Loader(search)
    let typed = query.elements.debounce(for: .milliseconds(300), clock: clock)
    results.perform(on: typed.removeDuplicates().map { $0.isEmpty ? .reset : .load($0) })
  }
}

func draw(_ results: Loadable<[String], LoadError>) -> String {
  switch results {
  case .notRequested: "Type to search."
  case .loading: "Searching…"
  case .loaded(let rows): rows.isEmpty ? "Nothing found." : rows.joined(separator: "\n")
  case .failed(let failed): "\(failed.error.localizedDescription) Try again?"
  }
}

@MainActor @Observable
final class AccountScreen {
  private(set) var account: Loadable<[String], LoadError> = .notRequested
  private let loader: Loader<NoRequest, [String], LoadError>

  init(fetch: @escaping @Sendable () async throws -> [String]) {
    loader = Loader(fetch)
  }

  func appear() async {
    loader.loadIfNeeded()
    for await state in loader.states.elements { account = state }
  }

  func pullToRefresh() async { await loader.refresh().outcome() }
}

enum WeatherError: Error { case noSignal }

private func rows(_ city: String) async throws(WeatherError) -> [String] {
  guard !city.isEmpty else { throw .noSignal }
  return ["sunny in \(city)"]
}

@Suite struct `The code of the README` {
  @Test func `a load function with typed throws keeps its type`() async {
    let forecast = Loader { city throws(WeatherError) in try await rows(city) }
    #expect(await forecast.load("Oslo").outcome() == .loaded(["sunny in Oslo"]))
    #expect(await forecast.load("").outcome() == .failed(.noSignal))
  }

  @Test func `the newest answer wins`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("--x|", ["x": ["Swift by Sundell"]])
      let model = m.keep(SearchModel(clock: m.clock) { _ in try await answer() })
      m.hot("-a-b") { model.query.accept($0) }
      m.expect(
        model.results.states,
        "n-----l-d",
        ["n": .notRequested, "l": .loading, "d": .loaded(["Swift by Sundell"])]
      )
      m.expectSubscriptions(answer, ["------^-!"])
    }
  }

  @Test func `the account is loaded once, and refreshed on request`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--x|", ["x": ["a row"]])
      let screen = m.keep(AccountScreen { try await answer() })
      let visits = (0..<2).map { _ in Task { await screen.appear() } }
      m.at(.milliseconds(50)) { Task { await screen.pullToRefresh() } }
      m.at(.milliseconds(100)) {
        #expect(screen.account == .loaded(["a row"]))
        for visit in visits { visit.cancel() }
      }
      m.expectSubscriptions(answer, ["^-!", "-----^-!"])
    }
  }

  @Test func `a screen draws what the state says`() {
    #expect(draw(.loaded([])) == "Nothing found.")
    #expect(draw(.loaded(["a", "b"])) == "a\nb")
    #expect(draw(.loading) == "Searching…")
    #expect(draw(.notRequested) == "Type to search.")
    #expect(draw(.failed(LoadError(SampleError.first))).hasSuffix("Try again?"))
  }

  @Test func `every line of Swift in the README is compiled here`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let here = Set(lines(of: try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
    let elsewhere = [".package(url:", "let collapse = FlagCollapse("]
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 7)
    for block in blocks {
      for line in lines(of: block.components(separatedBy: "```")[0]) {
        let isKnown = here.contains(line) || elsewhere.contains { line.hasPrefix($0) }
        #expect(isKnown, "the README has a line that no test compiles: \(line)")
      }
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
