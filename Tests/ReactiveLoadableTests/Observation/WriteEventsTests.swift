import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The lines of writes, and of calls that load nothing.
@Suite struct `The lines of writes and of skipped calls` {
  @Test func `the wait of a write for its turn counts, and each line says write`() {
    marbles { m in
      let log = EventLog()
      let policy = MutationPolicy(clock: m.clock, name: "save", observer: log.observer)
      let write = m.cold("---x|", failure: SampleError.first, then: ["--#"])
      let save = m.keep(Mutation(policy: policy) { (_: String) in _ = try await write() })
      m.hot("-ab") { save.run($0) }
      m.expect(log.letters, "-ss-d-f")
      m.at(.milliseconds(200)) {
        #expect(
          log.lines == [
            #"save("a"): write started"#, #"save("b"): write started"#,
            #"save("a"): write succeeded after 30 ms"#,
            #"save("b"): write failed after 40 ms: first"#,
          ]
        )
        #expect(log.events.map(\.isWrite) == [true, true, true, true])
      }
    }
  }

  @Test func `a refresh before the first load says what is missing`() {
    let log = EventLog()
    let podcasts = Loader(policy: LoadPolicy(name: "podcasts", observer: log.observer)) {
      () async throws(Never) in 1
    }
    podcasts.refresh()
    podcasts.retry()
    #expect(
      log.lines == [
        "podcasts: skipped: nothing was requested yet, call load()",
        "podcasts: skipped, noFailure",
      ]
    )
    #expect(log.events.map(\.isWrite) == [false, false])
  }
}
