import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// Each diagram of flags is drawn with the numbers of the scene's table: 1 nothing, 2 value,
/// 3 loading, 4 value and loading, 5 error, 6 value and error, 7 loading and error, 8 all three.
@Suite @MainActor struct `The legacy podcast list in time` {
  @Test func `a first load shows an empty screen between the spinner and the rows`() {
    check(taps: "-t", answers: ["--a|"], flags: "13-(12)", collapsed: "n-l-a")
  }

  @Test func `a first load that fails shows an empty screen before the error`() {
    check(taps: "-t", answers: ["--#"], flags: "13-(15)", collapsed: "n-l-f")
  }

  @Test func `a reload after a failure shows a spinner over the error, then both error and rows`() {
    check(
      taps: "     -t---t",
      answers: ["--#", "--a|"],
      flags: "    13-(15)-7-(562)",
      collapsed: "n-l-f-l-a"
    )
  }

  @Test func `a reload that fails looks loaded for an instant`() {
    check(
      taps: "     -t---t",
      answers: ["--a|", "--#"],
      flags: "    13-(12)-4-(26)",
      collapsed: "n-l-a-r-F"
    )
  }

  @Test func `a reload after that shows everything together, then an error next to fresh rows`() {
    check(
      taps: "     -t---t---t",
      answers: ["--a|", "--#", "--b|"],
      flags: "    13-(12)-4-(26)-8-(662)",
      collapsed: "n-l-a-r-F-r-b"
    )
  }

  @Test func `a double tap requests twice, stops the spinner early, and the older response wins`() {
    check(
      taps: "     -t-t",
      answers: ["------b|", "-a|"],
      flags: "    13--(12)--2",
      collapsed: "n-l--a--b"
    )
  }

  private func check(
    taps: String,
    answers diagrams: [String],
    flags: String,
    collapsed: String,
    line: UInt = #line
  ) {
    marbles { m in
      let model = LegacyPodcastsModel(fetch: answers(diagrams.map { m.podcasts($0) }))
      let raw = m.keep(
        RawFlags(value: model.podcasts, isLoading: model.isLoading, error: model.error)
      )
      let collapse = m.keep(
        FlagCollapse(
          value: model.podcasts,
          isLoading: model.isLoading,
          error: model.error,
          clock: m.clock
        )
      )
      m.hot(taps.trimmed) { _ in model.load() }
      m.expect(raw.combinations, flags.trimmed, line: line) { $0 == String($1.number) }
      m.expect(collapse.states, collapsed, podcastStates, line: line)
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
