import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

@Suite @MainActor struct StateTimelineTests {
  typealias State = Loadable<Int, APIError>

  @Test func `states are recorded with their times and drawn in order`() throws {
    let relay = BehaviorRelay(State.notRequested)
    var recording: StateTimeline<State>?
    marbles { m in
      m.expectCleanRun()
      recording = StateTimeline(relay.readOnly, clock: m.clock)
      m.hot("--l---f--r-d", Self.named) { relay.accept($0) }
    }
    let shown = try #require(recording)
    let frame = Duration.milliseconds(10)
    let history = shown.history { $0.mark() }
    #expect(history.line(frame: frame) == "n-l---f--r-d")
    #expect(history.line(frame: .milliseconds(50)) == "(nl)(fr)d")
    #expect(
      history.marks.map(\.mark).legend(columns: 45).map(\.text) == [
        "n not requested · l loading · f failed",
        "r loading, previous value kept · d loaded",
      ]
    )
  }

  @Test func `retries are drawn as numbers, and progress as quarters`() throws {
    let relay = BehaviorRelay(State.notRequested)
    var recording: StateTimeline<State>?
    marbles { m in
      m.expectCleanRun()
      recording = StateTimeline(relay.readOnly, clock: m.clock)
      m.hot("-l12---d", ["l": 0, "1": 1, "2": 2, "d": 9]) { attempt in
        relay.accept(attempt == 9 ? .loaded(1) : .loading(Loading(attempt: attempt)))
      }
      m.hot("---abcde", ["a": 0, "b": 26, "c": 49, "d": 50, "e": 99]) { percent in
        guard !relay.value.isNotRequested, relay.value.value == nil else { return }
        let progress = LoadProgress(completed: Int64(percent), of: 100)
        relay.accept(.loading(Loading(attempt: 2, progress: progress)))
      }
    }
    let shown = try #require(recording)
    #expect(shown.states.count == 9)
    let history = shown.history { $0.mark() }
    #expect(history.line(frame: .milliseconds(10)) == "nl12¼-½d")
    #expect(
      history.marks.map(\.mark).legend().map(\.text) == [
        "n not requested · l loading · 1 retry 1 · 2 retry 2 · ¼ a quarter done",
        "½ half done · d loaded",
      ]
    )
  }

  @Test func `a repeated state is drawn again, unless it is progress`() throws {
    let relay = BehaviorRelay(State.loaded(1))
    var recording: StateTimeline<State>?
    marbles { m in
      m.expectCleanRun()
      recording = StateTimeline(relay.readOnly, clock: m.clock)
      m.hot("-d-d") { _ in relay.accept(.loaded(1)) }
      m.hot("----d-d") { _ in relay.accept(.loading(Loading(previous: 1, progress: 0.1))) }
    }
    let shown = try #require(recording)
    #expect(shown.history { $0.mark() }.line(frame: .milliseconds(10)) == "dd-dr")
  }

  @Test func `the drawn letters are compared, and both are in the text of a miss`() {
    let relay = BehaviorRelay(State.notRequested)
    let shown = StateTimeline(relay.readOnly, clock: ContinuousClock())
    relay.accept(.failed(.timedOut))
    #expect(shown.draws("nf") { $0.mark() } == .reached)
    #expect(shown.draws("nl") { $0.mark() } == .missed("States: expected nl, found nf."))
  }

  @Test func `waiting for a state ends with it, or with the task`() async {
    let relay = BehaviorRelay(State.notRequested)
    let shown = StateTimeline(relay.readOnly, clock: ContinuousClock())
    let waiting = Task {
      await shown.shows(\.isLoading)
      return shown.states
    }
    Task { relay.accept(.loading) }
    #expect(await waiting.value == [.notRequested, .loading])
    await shown.reaches(2)
    let hopeless = Task { await shown.reaches(3) }
    hopeless.cancel()
    await hopeless.value
    #expect(shown.states == [.notRequested, .loading])
  }

  @Test func `a recording catches up with a relay that is ahead of it`() async {
    let (relay, ahead) = (BehaviorRelay<State>(.notRequested), BehaviorRelay<State>(.loading))
    let shown = StateTimeline(relay.readOnly, clock: ContinuousClock())
    let waiting = Task {
      await shown.catchesUp(with: ahead.readOnly)
      return shown.states
    }
    Task { relay.accept(.loading) }
    #expect(await waiting.value == [.notRequested, .loading])
  }

  @Test func `results are joined, and list every missed one`() {
    let (one, two) = (SceneResult.missed("One."), SceneResult.missed("Two."))
    #expect(SceneResult.reached.and(.reached) == .reached)
    #expect(one.and(.reached) == one)
    #expect(SceneResult.reached.and(two) == two)
    #expect(one.and(two) == .missed("One. Two."))
    #expect(expect("Rows", 1, is: 2) == .missed("Rows: expected 2, found 1."))
  }

  nonisolated static let named: [String: State] = [
    "l": .loading, "f": .failed(.timedOut), "r": .loading(previous: 1), "d": .loaded(2),
  ]
}
