import LoadableTesting
import ReactiveLoadable
import Testing

/// A character is 10 ms; a load takes 10 ms and the interval is 50 ms.
@Suite struct `Polling (W3-W7)` {
  typealias State = Loadable<String, SampleError>

  static let states = MarbleStates(
    loaded: ["A": "A", "B": "B", "D": "D"],
    failed: ["f": SampleError.first]
  )

  /// A loader that plays one diagram after another, and repeats the last one.
  private func loader(_ m: Marbles, _ works: String...) -> Loader<String, String, SampleError> {
    let calls = Log<Void>()
    let works = works.map { m.cold($0, failure: SampleError.first) }
    return m.keep(
      Loader(policy: LoadPolicy { $0 as? SampleError == .second }) {
        _ async throws(SampleError) -> String in
        calls.note(())
        return try await works[min(calls.entries.count, works.count) - 1](orCancelled: .second)
      }
    )
  }

  @Test func `a loaded state is refreshed after each interval`() {
    marbles(until: .milliseconds(150)) { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nlA----rA----rA", Self.states)
    }
  }

  @Test func `a failed state is loaded again after the interval`() {
    marbles(until: .milliseconds(90)) { m in
      let loader = loader(m, "-#")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-x") { loader.load($0) }
      m.expect(loader.states, "nlf----tf", Self.states)
    }
  }

  @Test func `a refresh that fails is repeated after the interval`() {
    marbles(until: .milliseconds(200)) { m in
      let loader = loader(m, "-A|", "-#", "-B|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.expect(
        loader.states,
        "nlA----rf----rB----",
        Self.states,
        checking: .from(.zero, to: .milliseconds(180))
      )
    }
  }

  @Test func `a load by any caller restarts the interval`() {
    marbles(until: .milliseconds(150)) { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a---a") { loader.load($0) }
      m.expect(loader.states, "nlA--lA----rA", Self.states)
    }
  }

  @Test func `a cancel restarts the interval`() {
    marbles(until: .milliseconds(150)) { m in
      let loader = loader(m, "--A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.hot("-----y") { _ in loader.refresh() }
      m.hot("------y") { _ in loader.cancel() }
      m.expect(loader.states, "nl-A-rA----r-A", Self.states)
    }
  }

  @Test func `a set value restarts the interval`() {
    marbles(until: .milliseconds(150)) { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.hot("-----y") { _ in loader.set("A") }
      m.expect(loader.states, "nlA--A----rA", Self.states)
    }
  }

  @Test func `nothing is polled before the first load and after a reset`() {
    marbles(until: .milliseconds(190)) { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a-------a") { loader.load($0) }
      m.hot("----y") { _ in loader.reset() }
      m.expect(loader.states, "nlA-n----lA----rA", Self.states)
    }
  }

  @Test func `a first load that was cancelled is not polled`() {
    marbles { m in
      let loader = loader(m, "--A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.hot("--y") { _ in loader.cancel() }
      m.expect(loader.states, "nln", Self.states)
    }
  }

  @Test func `in any order of tasks the interval starts at the end of the last load`() {
    marbles(exploring: 100, until: .milliseconds(150)) { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a---a") { loader.load($0) }
      m.expect(loader.states, "nlA--lA----rA", Self.states)
    }
  }

  @Test func `a clock that refuses to wait is reported, and nothing is polled`() {
    withKnownIssue {
      marbles { m in
        let loader = loader(m, "-A|")
        loader.poll(every: .milliseconds(50), clock: BrokenClock())
        m.hot("-a") { loader.load($0) }
        m.expect(loader.states, "nlA", Self.states)
      }
    } matching: {
      "\($0)".contains("instead of sleeping")
    }
  }

  @Test func `a set value without a request is not polled`() {
    marbles { m in
      let loader = loader(m, "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-D") { loader.set($0) }
      m.expect(loader.states, "nD", Self.states)
    }
  }

  @Test func `a slow load is not polled`() {
    marbles(until: .milliseconds(200)) { m in
      let loader = loader(m, "----------A|")
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nl---------A----r", Self.states)
    }
  }

  @Test func `polling stops behind a closed gate, and resumes by itself`() {
    marbles(until: .milliseconds(250)) { m in
      let loader = loader(m, "-A|", "-D|", "-A|")
      loader.poll(every: .milliseconds(50), clock: m.clock, until: { $0.value == "D" })
      m.hot("-a---------------b") { loader.load($0) }
      m.expect(loader.states, "nlA----rD--------LA----rA", Self.states)
    }
  }

  @Test func `polling pauses while the loader is not in use, and resumes by its age (W6)`() {
    marbles(on: MainActor.shared, until: .milliseconds(250)) { m in
      let answer = m.cold("-A|")
      let loader = Loader { () async throws -> String in try await answer() }
      let model = m.keep(LoaderModel(loader))
      loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("v--------d------v-d-v") { $0 == "v" ? model.appear() : model.disappear() }
      m.expect(
        reading: { model.state },
        "(nl)A----rA--------rA----rA",
        .states(loaded: ["A": "A"])
      )
    }
  }

  @Test func `an unused loader is polled only on request (W6)`() {
    marbles(until: .milliseconds(200)) { m in
      let answer = m.cold("-A|")
      let loaders = (0..<2).map { _ in
        m.keep(Loader { () async throws -> String in try await answer() })
      }
      loaders[0].poll(every: .milliseconds(50), clock: m.clock)
      loaders[1].poll(every: .milliseconds(50), whileUnused: true, clock: m.clock)
      m.hot("-a----b") { _ = loaders[$0 == "a" ? 0 : 1].load() }
      m.expectSubscriptions(answer, ["-^!", "------^!", "------------^!", "------------------^!"])
    }
  }

  @Test func `a state that is done is asked about once, also after a pause`() {
    marbles(until: .milliseconds(200)) { m in
      let loader = loader(m, "-D|")
      let asked = m.keep(PublishRelay<String>())
      loader.poll(every: .milliseconds(50), clock: m.clock) {
        asked.accept(Task.isCancelled ? "cancelled" : $0.value ?? "-")
        return true
      }
      let observer = m.keep(Observer(loader))
      m.hot("oa--------zo") { sign in
        switch sign {
        case "a": loader.load("a")
        case "o": observer.observe()
        default: observer.end()
        }
      }
      m.expect(asked, "-------D")
    }
  }

  @Test func `polling ends with its connection`() {
    marbles { m in
      let loader = loader(m, "-A|")
      let polling = loader.poll(every: .milliseconds(50), clock: m.clock)
      m.hot("-a") { loader.load($0) }
      m.hot("---------c") { _ in polling.cancel() }
      m.expect(loader.states, "nlA----rA", Self.states)
    }
  }

  @Test func `polling ends when its loader is released`() {
    marbles { m in
      let answer = m.cold("-A|")
      let owned = Owned(Loader { () async throws -> String in try await answer() })
      owned.object?.poll(every: .milliseconds(50), whileUnused: true, clock: m.clock)
      m.at(.milliseconds(10)) { owned.object?.load() }
      m.at(.milliseconds(100)) { owned.object = nil }
      m.expectSubscriptions(answer, ["-^!", "-------^!"])
    }
  }

  @Test func `polling does not retain its loader`() {
    weak var kept: Loader<NoRequest, Int, Never>?
    do {
      let loader = Loader { 1 }
      kept = loader
      loader.poll(every: .seconds(30), clock: HandClock())
      loader.load()
    }
    #expect(kept == nil)
  }

  @Test(arguments: [Duration.zero, .milliseconds(-50)])
  func `an interval that is not positive is reported, and nothing is polled`(_ interval: Duration) {
    marbles { m in
      let loader = loader(m, "-A|")
      withKnownIssue {
        loader.poll(every: interval, clock: m.clock)
      } matching: {
        "\($0)".contains("must be positive")
      }
      m.hot("-a") { loader.load($0) }
      m.expect(loader.states, "nlA", Self.states)
    }
  }
}

/// An observer that subscribes to the states of a loader more than once.
private final class Observer: Sendable {
  private let loader: Loader<String, String, SampleError>
  private let bag = CancellableBag()
  private let subscription = BehaviorRelay<StreamConnection?>(nil)

  init(_ loader: Loader<String, String, SampleError>) { self.loader = loader }

  func observe() { subscription.accept(bag.own(loader.states) { _ in }) }

  func end() { subscription.value?.cancel() }
}
