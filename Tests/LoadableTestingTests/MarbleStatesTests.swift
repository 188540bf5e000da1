import CombineShim
import Foundation
import LoadableTesting
import TestSupport
import Testing

@Suite struct MarbleStatesTests {
  private typealias State = LoadState<[String]>

  private static let table = MarbleStates<[String], LoadError>(
    loaded: ["d": ["Swift"], "e": ["Swift", "Rust"]],
    failed: ["f": LoadError(Offline()), "g": LoadError(Refused())]
  )

  @Test(
    arguments: [
      ("n", .notRequested),
      ("l", .loading),
      ("d", .loaded(["Swift"])),
      ("nl", .loading),
      ("dl", .loading(previous: ["Swift"], cause: .load)),
      ("dr", .loading(previous: ["Swift"], cause: .refresh)),
      ("dL", .loading),
      ("lf", .failed(LoadError(Offline()))),
      ("drf", .failed(LoadError(Offline()), previous: ["Swift"], cause: .refresh)),
      (
        "drft",
        .loading(
          Loading(previous: ["Swift"], cause: .retry, lastError: LoadError(Offline()))
        )
      ),
      ("lfl", .loading),
      ("drftf", .failed(LoadError(Offline()), previous: ["Swift"], cause: .retry)),
      ("drftc", .failed(LoadError(Offline()), previous: ["Swift"], cause: .refresh)),
      ("lc", .notRequested),
      ("drc", .loaded(["Swift"])),
      ("dr1", .loading(Loading(previous: ["Swift"], cause: .refresh, attempt: 1))),
      ("l'50%'", .loading(Loading(progress: 0.5))),
      ("l'12.5%'", .loading(Loading(progress: 0.125))),
      ("l'0%'", .loading(Loading(progress: 0.0))),
      ("l'100%'", .loading(Loading(progress: 1.0))),
      ("l1'29%'", .loading(Loading(attempt: 1, progress: 0.29))),
      ("l'29%'1", .loading(Loading(attempt: 1))),
      ("'l d'", .loading(previous: ["Swift"], cause: .load)),
      ("dr'r e'", .loading(previous: ["Swift", "Rust"], cause: .refresh)),
      ("'t d'", .loading(previous: ["Swift"], cause: .retry)),
      ("'r d' 'g e'", .failed(LoadError(Refused()), previous: ["Swift", "Rust"], cause: .refresh)),
    ] as [(String, LoadState<[String]>)]
  )
  func `a symbol is a state that follows from those before it`(
    _ life: String,
    _ state: LoadState<[String]>
  ) throws {
    let events = try MarbleDiagram(life).events
    let states = events.reduce(into: [State]()) { states, event in
      guard case .value(let name) = event.signal else { return }
      states += [Self.table.marbleValue(named: name, after: states)].compactMap { $0 }
    }
    #expect(states.count == events.count)
    #expect(states.last == state)
  }

  @Test(
    arguments: [
      "", "x", "1", "'50%'", "'n d'", "'l x'", "'c d'", "'l d e'", "0", "l0", "d1", "l'0x10%'",
      "l'inf%'", "l'nan%'", "l'1e1%'", "l'101%'", "l'-5%'", "l'+5%'", "l'%'", "l'5.%'", "l'.5%'",
    ]
  )
  func `an unknown symbol is reported with its column`(_ life: String) {
    let name = life.isEmpty ? "''" : life
    let failures = failures { marbles { m in m.expect(Just(State.loading), name, Self.table) } }
    #expect(failures.first?.text.contains(": column") == true)
  }

  @Test func `a name of a restored value is the running load over that value`() {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let table = MarbleStates<[String], LoadError>(
      loaded: ["d": ["Rust"]],
      failed: ["f": LoadError(Offline())],
      restored: ["S": ["Swift"]],
      savedAt: date
    )
    let restored = State.loading(Loading(previous: ["Swift"], savedAt: date))
    #expect(table.marbleNames.contains("S"))
    #expect(table.marbleValue(named: "S", after: [.notRequested, .loading]) == restored)
    #expect(table.marbleValue(named: "S", after: []) == restored)
    let second = State.loading(Loading(cause: .refresh, attempt: 1))
    #expect(
      table.marbleValue(named: "S", after: [second])
        == .loading(Loading(previous: ["Swift"], cause: .refresh, attempt: 1, savedAt: date))
    )
    let failed = Failed(error: LoadError(Offline()), previous: ["Swift"], savedAt: date)
    #expect(table.marbleValue(named: "f", after: [restored]) == .failed(failed))
  }

  @Test func `names of the caller override the symbols`() {
    #expect(
      MarbleStates<Int, LoadError>(loaded: ["n": 1]).marbleValue(named: "n", after: [])
        == .loaded(1)
    )
  }

  @Test func `the states of a loader fit on one line`() {
    marbles { m in
      let load = m.cold(
        "--d|",
        ["d": ["Swift"], "e": ["Swift", "Rust"]],
        failure: Offline(),
        then: ["---e|", "-#", "--d|", "-"]
      )
      let loader = m.keep(Loader { () async throws in try await load() })
      m.hot("-l") { _ in loader.load() }
      m.hot("------r-----r----r") { _ in loader.refresh() }
      m.hot("--------------t") { _ in loader.retry() }
      m.at(.milliseconds(180)) { loader.cancel() }
      m.expect(
        loader.states,
        "nl-d--r--e--rft-drc",
        .states(
          loaded: ["d": ["Swift"], "e": ["Swift", "Rust"]],
          failed: ["f": LoadError(Offline())]
        )
      )
    }
  }

  @Test func `an unexpected state is printed by its symbol`() {
    let failures = failures {
      marbles { m in
        let states = m.hot("n-l-d--rf-tceL1'50%'", Self.table)
        m.expect(states, "n", Self.table)
      }
    }
    let line = failures.first?.text.split(separator: "\n").last
    #expect(line == " If this is right, the diagram is \"n-l-d--rf-tceL1'50%'\".")
  }

  @Test func `a name is free if the table has no state for it`() {
    let failures = failures {
      marbles { m in
        let states = [LoadState<String>.loaded("new"), .loading(previous: "new", cause: .refresh)]
        m.expect(states.publisher, "n", .states(loaded: ["x": "old", "y": "older", "z": "oldest"]))
      }
    }
    let text = #" If this is right, the diagram is "(ar|)", with "a" in the table: .loaded("new")"#
    #expect(failures.first?.text.hasSuffix("\n\(text)") == true)
  }

  @Test func `a state without a symbol is printed in full`() {
    let failures = failures {
      marbles { m in
        let odd = State.loading(Loading(previous: ["?"], cause: .retry))
        m.expect(Just(odd), "(n|)", Self.table)
      }
    }
    #expect(
      failures.first?.text.contains(
        "expected n = .notRequested; .loading(previous: [\"?\"], cause: .retry) arrived"
      ) == true
    )
  }
}

private struct Refused: Error, Equatable {}
