import CombineShim
import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

// The code of the article on observing loads, unchanged.

@Suite struct ObservingLoadsArticleTests {
  private let lines = Log<String>()

  private func print(_ line: String) { lines.note(line) }

  private func report(_ error: any Error, from name: String) {}

  @Test func `the code of the article is here`() throws {
    #expect(
      try ArticleCode("ObservingLoads").lines(missingIn: #filePath) == []
    )
  }

  @Test func `a logger writes a line for each event`() {
    marbles { m in
      let api = API(m)
      let podcasts = m.keep(podcasts(api, m))
      m.hot("-aa") { _ in podcasts.load() }
      m.expect(podcasts.states.map(\.isLoading), "ft-t 1170ms f", ["f": false, "t": true])
      m.at(.seconds(3)) {
        #expect(
          lines.entries == [
            "podcasts: load started", "podcasts: load joined",
            "podcasts: attempt failed, retry 1 follows: The server is busy.",
            "podcasts: retry 1 started", "podcasts: load succeeded after 1.2 s",
          ]
        )
      }
    }
  }

  private func podcasts(_ api: API, _ m: Marbles) -> ValueLoader<[String]> {
    var policy = policy
    policy.clock = m.clock
    let podcasts = Loader(policy: policy) { try await api.podcasts() }
    return podcasts
  }

  private var policy: LoadPolicy {
    let policy = LoadPolicy(
      retry: .constant(.seconds(1), limit: 2),
      name: "podcasts",
      observer: .logger { print($0) }
    )
    return policy
  }

  @Test func `a toast shows each failure, and a banner the last one`() {
    marbles(on: MainActor.shared) { m in
      let (api, toast) = (API(m), Toast())
      let failures = LoadFailures()
      let policy = LoadPolicy(name: "podcasts", observer: failures.observer)
      let podcasts = Loader(policy: policy) { try await api.podcasts() }

      let toasts = failures.events.sinkOnMainActor { failure in
        toast.show("\(failure.name): \(failure.error.localizedDescription)")
      }
      let banner = failures.latest.sinkOnMainActor { failure in
        toast.isBannerHidden = failure == nil
      }
      m.keep((podcasts, toasts, banner))
      m.hot("-l----d") { $0 == "l" ? podcasts.load().ignored : failures.dismiss() }
      m.expect(podcasts.states.map(\.letter), "nl-f------")
      m.expect(toast.texts.map { _ in "t" }, "---t")
      m.expect(failures.latest.map { $0 == nil ? "n" : "F" }, "n--F--n")
      m.expect(toast.bannerIsHidden, "t--f--t", ["t": true, "f": false])
      m.at(.milliseconds(100)) { #expect(toast.shown == ["podcasts: The server is busy."]) }
    }
  }

  @Test func `the duration of a load includes its attempts and the delays between them`() {
    marbles { m in
      let answer = m.cold("--#", failure: Busy())
      let retry = RetryPolicy.constant(.milliseconds(10), limit: 1)
      let logger = LoadObserver.logger { print($0) }
      let policy = LoadPolicy(retry: retry, clock: m.clock, name: "podcasts", observer: logger)
      let podcasts = m.keep(Loader(policy: policy) { try await answer() })
      m.at(.milliseconds(10)) { podcasts.load() }
      m.expect(podcasts.states.map(\.letter), "nl-l--f")
      m.at(.milliseconds(100)) {
        #expect(
          lines.entries.last == "podcasts: load failed after 50 ms: The server is busy."
        )
      }
    }
  }

  @Test func `a logger shows requests on demand`() async {
    let observer = LoadObserver.logger(requests: .shown) { print($0) }
    let policy = LoadPolicy(name: "podcasts", observer: observer)
    await Loader(policy: policy) { (text: String) async throws in text }.load("swift").outcome()
    #expect(lines.entries.first == #"podcasts("swift"): load started"#)
  }

  @Test func `an app observes failures`() {
    let observation = LoadObserver { event in
      if case .failed(let error) = event.kind { report(error, from: event.name) }
    }.observeAll()
    observation.cancel()
  }
}

private struct Busy: LocalizedError, CustomStringConvertible {
  let description = "The server is busy."
  var errorDescription: String? { description }
}

private final class Toast: Sendable {
  let texts = PublishRelay<String>()
  let bannerIsHidden = BehaviorRelay(true)
  private let log = Log<String>()

  var shown: [String] { log.entries }

  var isBannerHidden: Bool {
    get { bannerIsHidden.value }
    set { bannerIsHidden.accept(newValue) }
  }

  func show(_ text: String) {
    log.note(text)
    texts.accept(text)
  }
}

extension Loadable {
  /// The first letter of the state: `n`, `l`, `d` for loaded, `f`.
  fileprivate var letter: String {
    switch self {
    case .notRequested: "n"
    case .loading: "l"
    case .loaded: "d"
    case .failed: "f"
    }
  }
}

extension LoadTask {
  /// Nothing; for a closure whose branches return nothing.
  fileprivate var ignored: Void { () }
}

/// A server that is busy once.
private struct API: Sendable {
  private let answer: MarbleCold<String, Busy>

  init(_ m: Marbles) { answer = m.cold("--#", failure: Busy(), then: [" 180ms x|"]) }

  func podcasts() async throws -> [String] {
    [try await answer()]
  }
}
