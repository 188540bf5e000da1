import LoadableTesting
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The labels that a caller gives (K11).
@Suite struct TimelineLabelTests {
  struct Account: Hashable, Sendable { var revision = 1 }

  private let revisions = TimelineLabels(of: Account.self) { account in
    TimelineLabel("\(account.revision)", "revision \(account.revision)", tone: .update)
  }

  private func timeline<Value: Sendable>(_ values: [Value]) -> Timeline {
    let timeline = Timeline()
    let relay = PublishRelay<Value>()
    timeline.record(relay, as: "v")
    for value in values { relay.accept(value) }
    timeline.stop()
    return timeline
  }

  private func timeline(_ states: [LoadState<Account>]) -> Timeline {
    let timeline = Timeline()
    let relay = PublishRelay<LoadState<Account>>()
    timeline.record(relay.readOnly, as: "v")
    for state in states { relay.accept(state) }
    timeline.stop()
    return timeline
  }

  private func text(_ states: [LoadState<Account>], _ labels: [TimelineLabels]) -> String {
    timeline(states).text(frame: .seconds(60), labels: labels)
  }

  private func text<Value: Sendable>(_ values: [Value], _ labels: [TimelineLabels]) -> String {
    timeline(values).text(frame: .seconds(60), labels: labels)
  }

  @Test func `a mapping gives the letter of a value and of its loaded state, and their meanings`() {
    let states: [LoadState<Account>] = [
      .loading, .loaded(Account()), .loading(previous: Account()), .loaded(Account(revision: 2)),
    ]
    #expect(
      text(states, [revisions]) == """
        v  (l1r2)
           l loading · r loading, refresh, previous revision 1 · 1 loaded(revision 1)
           2 loaded(revision 2)
        """
    )
    #expect(
      text([Account(), Account(revision: 2)], [revisions]) == """
        v  (12)
           1 revision 1 · 2 revision 2
        """
    )
  }

  @Test func `a mapping of states has the whole text, and the first mapping applies`() {
    let states = TimelineLabels(of: LoadState<Account>.self) { state in
      state.isLoading ? TimelineLabel("e", "saved value shown") : nil
    }
    #expect(
      text([LoadState.loading(previous: Account()), .loaded(Account())], [states, revisions]) == """
        v  (e1)
           e saved value shown · 1 loaded(revision 1)
        """
    )
  }

  @Test func `the meaning is that of the value by default, and so is an empty letter`() {
    let letters = TimelineLabels(of: Int.self) { $0 == 1 ? TimelineLabel("x") : TimelineLabel("") }
    #expect(text([1, 2], [letters]) == "v  (x2)\n   x 1 · 2 2")
  }

  @Test func `two values with one letter have two letters, and labels come before other letters`() {
    let same = TimelineLabels(of: Account.self) { TimelineLabel("a", "revision \($0.revision)") }
    let first: [any Sendable] = ["a", Account(), Account(revision: 2), Account(revision: 3)]
    #expect(
      text(first, [same]) == """
        v  (bare)
           b "a" · a revision 1 · r revision 2 · e revision 3
        """
    )
  }

  @Test func `values with one meaning are one entry, with the letter of the first`() {
    let kinds = TimelineLabels(of: Int.self) { $0 > 9 ? TimelineLabel("\($0)", "many") : nil }
    #expect(text([1, 10, 11], [kinds]) == "v  (1'10' '10')\n   1 1 · 10 many")
  }

  @Test(arguments: ["|", "-", "#", "(", ")", "'", "10ms", "two words", "¼", "\n", "👍", "a'b", "^!"])
  func `any label parses to the recording`(letter: String) throws {
    let timeline = timeline([1, 2])
    let labels = [TimelineLabels(of: Int.self) { TimelineLabel($0 == 1 ? letter : "") }]
    let lane = try #require(timeline.diagrams(frame: .seconds(60), labels: labels).first)
    #expect(try MarbleDiagram("\(lane.diagram)", frame: .seconds(60)) == lane.diagram)
    #expect(lane.diagram.events.count == 2)
  }

  @Test func `pictures have the labels, their meanings and their colors`() {
    let picture = timeline([LoadState.loaded(Account())])
      .picture("An account", frame: .seconds(60), labels: [revisions])
    #expect(picture.lanes[0].words == ["1": .init("loaded(revision 1)", .update)])
    #expect(picture.svg().contains("loaded(revision 1)"))
  }

  @Test func `a printed test has no labels, because its letters have values`() {
    let test = timeline([LoadState.loaded(Account())]).swiftTest(of: "Model()")
    #expect(test.contains(#"["D": .loaded(TimelineLabelTests.Account(revision: 1))]"#))
  }
}
