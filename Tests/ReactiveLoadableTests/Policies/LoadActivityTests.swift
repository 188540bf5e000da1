import LoadableTesting
import ReactiveLoadable
import Testing

/// The count of running loads, also while loads overlap (FIELD.md, T12).
@Suite struct `The count of running loads` {
  private func loader(
    _ m: Marbles,
    _ activity: LoadActivity,
    _ work: String,
    retry: RetryPolicy = .never
  ) -> Loader<String, String, SampleError> {
    let answer = m.cold(work, failure: SampleError.first)
    let policy = LoadPolicy(retry: retry, activity: activity, clock: m.clock) {
      $0 as? SampleError == .second
    }
    return m.keep(
      Loader(policy: policy) { _ async throws(SampleError) -> String in
        try await answer(orCancelled: .second)
      }
    )
  }

  @Test func `when the first of two loads ends one is left`() {
    marbles { m in
      let activity = LoadActivity()
      let account = loader(m, activity, "---A|")
      let podcasts = loader(m, activity, "---A|")
      m.at(.milliseconds(10)) { account.load("a") }
      m.at(.milliseconds(30)) { podcasts.load("a") }
      m.expect(activity.counts, "01-21-0")
    }
  }

  @Test func `a load that is replaced or joined counts as one`() {
    marbles { m in
      let activity = LoadActivity()
      let loader = loader(m, activity, "---A|")
      m.hot("-aabb") { loader.load($0) }
      m.expect(activity.counts, "01----0")
    }
  }

  @Test func `a load counts until it is settled, however it ends`() {
    marbles { m in
      let activity = LoadActivity()
      let failing = loader(m, activity, "-#", retry: .constant(.milliseconds(20), limit: 1))
      m.hot("-a-------a-a") { failing.load($0) }
      m.hot("----------c-r") { $0 == "c" ? failing.cancel() : failing.reset() }
      m.expect(activity.counts, "01---0---1010")
    }
  }

  @Test func `a dropped loader subtracts its load from the count`() {
    marbles { m in
      let activity = m.keep(LoadActivity())
      let box = m.keep(BehaviorRelay<Loader<String, String, SampleError>?>(nil))
      let answer = m.cold("---A|", failure: SampleError.first)
      box.accept(
        Loader(policy: LoadPolicy(activity: activity)) { _ async throws(SampleError) -> String in
          try await answer(orCancelled: .second)
        }
      )
      m.at(.milliseconds(10)) { box.value?.load("a") }
      m.at(.milliseconds(20)) { box.accept(nil) }
      m.expect(activity.counts, "010")
    }
  }

  @Test func `a load that an observer ends immediately is not counted`() {
    marbles { m in
      let activity = LoadActivity()
      let loader = loader(m, activity, "---A|")
      m.keep(loader.states.sink { if $0.isLoading { loader.cancel() } })
      m.hot("-a-a") { loader.load($0) }
      m.expect(activity.counts, "0(10)-(10)")
    }
  }

  @Test func `other work counts while it runs`() async {
    let activity = LoadActivity()
    let during = await activity.track { activity.count }
    #expect((during, activity.count) == (1, 0))
    await #expect(throws: SampleError.first) {
      try await activity.track { () throws(SampleError) in throw .first }
    }
    #expect(activity.count == 0)
  }
}
