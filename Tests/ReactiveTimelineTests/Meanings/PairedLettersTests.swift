import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The letters of a value and of its loaded state (K4).
@Suite struct PairedLettersTests {
  struct Account: Hashable, Sendable { var name = "Ada" }

  private func text<Value: Sendable>(
    _ values: [Value],
    _ states: [LoadState<Value>],
    events: Bool = false,
    labels: [TimelineLabels] = []
  ) -> String {
    let timeline = Timeline()
    let (relay, loaded) = (PublishRelay<Value>(), PublishRelay<LoadState<Value>>())
    timeline.record(relay, as: "v")
    timeline.record(loaded.readOnly, as: "s")
    for value in values { relay.accept(value) }
    for state in states { loaded.accept(state) }
    timeline.stop()
    return timeline.text(frame: .seconds(60), labels: labels)
  }

  @Test func `a value and its loaded state have one letter, in lower case and as a capital`() {
    #expect(
      text([["Swift"], []], [.loading, .loaded(["Swift"]), .loaded([])]) == """
        v  (sd)
        s  (lSD)
           l loading · s ["Swift"] · d [] · S loaded(["Swift"]) · D loaded([])
        """
    )
    #expect(
      text([Account(name: "Alan")], [.loaded(Account()), .loaded(Account(name: "Alan"))]) == """
        v  a
        s  (DA)
           a Account(name: "Alan") · D loaded(Account(name: "Ada"))
           A loaded(Account(name: "Alan"))
        """
    )
  }

  @Test func `a digit is a retry, and numbers have digits in texts without retries only`() {
    let retry = LoadState<Int>.loading(Loading(attempt: 1))
    #expect(text([7, 8], []).hasPrefix("v  (78)\n"))
    #expect(text([7, 8], [retry]).hasPrefix("v  (ab)\ns  1\n"))
    #expect(text([7], [.loaded(7), .loaded(8)]).hasPrefix("v  d\ns  (DA)\n"))
    #expect(text(["0x", "1"], [LoadState<String>.loading]).hasPrefix("v  (x1)\n"))
  }

  @Test func `events take no letter of a value or of a state`() async {
    let timeline = Timeline()
    let search = timeline.recording({ (_: String) async throws in ["Swift"] }, as: "search")
    let loader = Loader { (text: String) in try await search(text) }
    timeline.record(loader, as: "podcasts")
    _ = await loader.load("s").outcome()
    #expect(
      timeline.text(frame: .seconds(60)) == """
        search requests  s
        search           w
        podcasts         (nlW)
        podcasts events  (ad)
                         n not requested · l loading · s "s" · w ["Swift"] · W loaded(["Swift"])
                         a started · d succeeded
        """
    )
  }

  @Test func `a label is that of the value, and its capital that of the loaded state`() {
    let letters = TimelineLabels(of: Account.self) { TimelineLabel(String($0.name.prefix(1))) }
    let lower = TimelineLabels(of: Account.self) { _ in TimelineLabel("x") }
    let digits = TimelineLabels(of: Account.self) { _ in TimelineLabel("1") }
    let states: [LoadState<Account>] = [.loaded(Account())]
    #expect(text([], states, labels: [lower]).hasPrefix("v  \ns  x\n"))
    #expect(text([Account()], states, labels: [lower]).hasPrefix("v  x\ns  X\n"))
    #expect(text([Account()], states, labels: [digits]).hasPrefix("v  1\ns  A\n"))
    #expect(text([Account()], states, labels: [letters]).hasPrefix("v  A\ns  D\n"))
  }
}
