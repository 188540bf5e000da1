import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import Testing

@testable import Demo

@Suite struct `The record of actions` {
  @Test func `each action is noted with its time, those of loads and effects, too`() {
    marbles { m in
      let page = m.moviePage("--A|")
      let recorder = m.keep(ActionRecorder(clock: m.clock))
      let store = m.movieApp(.stub { _, _ in try await page() }, [recorder.middleware])
      m.hot("-s") { store.send(.lists(.show(.top))) }
      m.hot("-----r") { store.send(.saved(.restore)) }
      m.at(.milliseconds(90)) {
        #expect(
          recorder.entries.map(\.name) == [
            "lists: show top", "lists: page of 1", "saved: restore", "saved: restored",
          ]
        )
        let times = recorder.entries.map { Int($0.offset / .milliseconds(10)) }
        #expect(times == [1, 3, 5, 5])
      }
    }
  }

  @Test(arguments: [
    (MovieApp.Action.open(3), "open 3"),
    (.search(.typed("sea")), "search: typed “sea”"), (.search(.rested), "search: rested"),
    (.search(.results(.next)), "search: next"),
    (.detail(3, .retry), "details of 3: retry"),
    (.detail(3, .finished(.failure(APIError.timedOut))), "details of 3: failed"),
    (.saved(.restored(nil)), "saved: nothing"),
    (.saved(.edit(.adults(true))), "saved: with adult movies"),
    (.setGenres(Genre.all), "genres: 6 set"),
  ])
  func `an action is described in a few words`(action: MovieApp.Action, name: String) {
    #expect(action.name == name)
  }
}
