import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import ReactiveRelays
import Testing

/// The first examples of the articles on streams of states, unchanged.
@Suite struct `Articles on streams of states` {
  private struct Account: Sendable { let id: Int }

  private struct API: Sendable {
    func account() async throws -> Account { Account(id: 7) }
    func podcasts(of id: Int) async throws -> [String] { ["of \(id)"] }
  }

  @Test func `two loads, one of which depends on the other, drawn as one state`() async {
    let api = API()
    let account = Loader { try await api.account() }
    let podcasts = Loader { (id: Int) in try await api.podcasts(of: id) }

    podcasts.loadIfNeeded(for: account.states) { $0.id }
    let screen = Loadable.zip(account.states, podcasts.states)

    let states = screen.elements
    account.load()
    for await state in states {
      guard let (account, podcasts) = state.value else { continue }
      #expect(account.id == 7)
      #expect(podcasts == ["of 7"])
      break
    }
  }

  @Test func `a request that waits for the network, and a board that polls`() {
    marbles(until: .seconds(70)) { m in
      let (chosen, isOnline) = (m.keep(BehaviorRelay(7)), m.keep(BehaviorRelay(false)))
      let isVisible = m.keep(BehaviorRelay(true))
      let (found, news) = (m.cold("-r|"), m.cold("-n|"))
      let episode = m.keep(Loader { (_: Int) async throws in try await found() })
      let board = m.keep(Loader { () async throws -> String in try await news() })
      let ticks = AsyncTimerSequence(interval: .seconds(20), clock: m.clock)

      episode.load(on: chosen.elements.gated(by: isOnline.elements))
      board.poll(every: .seconds(30), clock: m.clock)
      m.keep(CancellableBag()).own(board.states) { _ in }
      board.perform(.refresh, on: ticks.gated(by: isVisible.elements))

      m.at(.zero) { board.load() }
      m.at(.seconds(5)) { isOnline.accept(true) }
      m.at(.seconds(21)) { isVisible.accept(false) }
      m.expectSubscriptions(found, [" 5s ^!"])
      m.expectSubscriptions(news, ["^!", " 20s ^!", " 50010ms ^!"])
    }
  }

  @Test func `a screen draws a steady spinner`() {
    marbles(frame: .milliseconds(100)) { m in
      let answer = m.cold("---A|")
      let loader = m.keep(
        Loader { () async throws(SampleError) -> String in
          do { return try await answer() } catch { throw .first }
        }
      )
      let drawn = m.keep(PublishRelay<Loadable<String, SampleError>>())
      m.at(.zero) {
        m.keep(
          loader.states
            .steadied(
              showingAfter: .milliseconds(200),
              forAtLeast: .milliseconds(500),
              clock: m.clock
            )
            .sink { drawn.accept($0) }
        )
      }
      m.at(.milliseconds(100)) { loader.load() }
      m.expect(drawn, "n--l----A", ["n": .notRequested, "l": .loading, "A": .loaded("A")])
    }
  }
}
