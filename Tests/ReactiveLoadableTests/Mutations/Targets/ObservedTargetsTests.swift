import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The events of all targets of a write, for observers (L21, O1).
@Suite struct `Observed targets of a mutation (L21)` {
  /// Plays two writes, of which the second fails, and expects the events of loader and cache.
  private func events(confirms: Bool, _ badge: String, _ detail: String) {
    marbles { m in
      let (badgeLog, detailLog) = (EventLog(), EventLog())
      let answer = m.text("--A|")
      let targets = TwoTargets(
        m.keep(
          Loader(policy: LoadPolicy(clock: m.clock, observer: badgeLog.observer)) {
            () async throws(SampleError) in try await answer(orCancelled: .second)
          }
        ),
        m.cache(["k": m.text("--A|")], .sample(LoadPolicy(observer: detailLog.observer)))
      )
      let write = m.appending(to: targets, ["x": "--v|", "y": "--#"], confirms: confirms)
      m.at(.milliseconds(10)) { targets.badge.load() }
      m.hot("----x---y") { write.run($0) }
      m.expect(badgeLog.letters, badge)
      m.expect(detailLog.letters, detail)
      m.keep(targets.details.interest(in: "k"))
    }
  }

  @Test func `an edit and its rollback are events of each target`() {
    events(confirms: false, "-s-de---e-b", "s-d-e---e-b")
  }

  @Test func `a confirm that changes the value is an event of each target`() {
    events(confirms: true, "-s-de-e-e-b", "s-d-e-e-e-b")
  }

  @Test func `an edit of a key that is not cached is no event before its value arrives`() {
    marbles { m in
      let log = EventLog()
      let details = m.cache(["k": m.text("--A|")], .sample(LoadPolicy(observer: log.observer)))
      let targets = TwoTargets(m.textLoader(m.text("--A|")), details)
      let write = m.appending(to: targets, ["x": "-----#"])
      m.hot("-x") { write.run($0) }
      m.expect(m.row("--s", "k", in: details), "--l-X-A", editedStates)
      m.expect(log.letters, "--s-d-b")
    }
  }
}
