import CombineShim
import Foundation
import LoadableTesting
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline
import TestSupport
import Testing

/// The contract of the article on timelines.
@Suite struct TimelineTests {
  private struct Offline: Error, CustomStringConvertible { let description = "offline" }

  @Test func `a recorded loader and a recorded list are not in use because of it`() {
    let timeline = Timeline()
    let loader = Loader { 1 }
    let list = PagedLoader { (_: PageRequest<NoRequest, Int>) in
      Page([RecordedRow(id: 1)], next: nil)
    }
    timeline.record(loader, as: "loader")
    timeline.record(list, as: "list")
    #expect(loader.states.subscriberCount == 1 && !loader.isInUse)
    #expect(list.states.subscriberCount == 1 && !list.isInUse)
  }

  @Test func `a search prints as marble lines with a legend`() {
    var text = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      let query = BehaviorRelay("")
      let answer = m.cold("---A|", ["A": ["Swift"]])
      let loader = m.keep(
        Loader(policy: LoadPolicy(clock: m.clock, name: "search")) { (_: String) in
          try await answer()
        }
      )
      timeline.record(query, as: "query")
      timeline.record(loader, as: "podcasts")
      loader.load(on: query.dropFirst())
      m.hot("-sw") { query.accept($0) }
      m.at(.milliseconds(60)) { text = timeline.text() }
    }
    #expect(
      text == """
        query            asw
        podcasts         nll   --S
        podcasts events  -b(xb)--d
                         n not requested · l loading · a "" · s "s" · w "w" · S loaded(["Swift"])
                         b started · x replaced · d succeeded
        """
    )
  }

  @Test func `ends, failures and retries are drawn`() {
    var text = ""
    marbles { m in
      m.expectCleanRun()
      let timeline = Timeline(clock: m.clock)
      timeline.record(m.hot("-a-b-|"), as: "ended")
      timeline.record(m.hot("-a-#", failure: Offline()), as: "failed")
      let load = m.cold("-#", failure: Offline(), then: ["-x|"])
      let policy = LoadPolicy(retry: .constant(.milliseconds(20), limit: 1), clock: m.clock)
      let loader = m.keep(Loader(policy: policy) { try await load() })
      timeline.record(loader, as: "load")
      m.at(.milliseconds(10)) { loader.load() }
      m.at(.milliseconds(80)) { text = timeline.text() }
    }
    #expect(
      text == """
        ended        -a-b -|
        failed       -a-#o
        load         nl1- -X
        load events  -se- td
                     n not requested · l loading · 1 loading, retry 1 · a "a" · b "b" · o offline
                     X loaded("x") · s started · e attempt failed · t retried · d succeeded
        """
    )
  }

  @Test func `a timeline without lanes says so`() {
    let timeline = Timeline()
    #expect("\(timeline)" == "Timeline: no lanes")
    timeline.record(PublishRelay<Int>(), as: "numbers")
    #expect("\(timeline)" == "numbers  |")
  }

  @Test func `K2: the oldest entries are dropped and counted`() {
    let timeline = Timeline(limit: 3)
    let relay = PublishRelay<Int>()
    timeline.record(relay, as: "numbers")
    for number in 1...10 { relay.accept(number) }
    #expect(timeline.droppedCount == 7)
    #expect(timeline.text(frame: .seconds(60)).hasPrefix("numbers  (891)  (7 dropped before)"))
  }

  @Test func `K3: a stopped timeline records nothing, and keeps its entries`() {
    let timeline = Timeline()
    let relay = PublishRelay<Int>()
    timeline.record(relay, as: "numbers")
    relay.accept(1)
    timeline.stop()
    relay.accept(2)
    timeline.record(relay, as: "late")
    relay.accept(3)
    #expect(timeline.text(frame: .seconds(60)).hasPrefix("numbers  1\nlate     \n"))
  }

  @Test func `K3: a stopped timeline records no current value, no call and no element`()
    async throws
  {
    let timeline = Timeline()
    let load = timeline.recording({ () async throws in 1 }, as: "load")
    let finished = AsyncStream<Int> { $0.finish() }
    let numbers = timeline.recording(finished, as: "numbers")
    timeline.stop()
    timeline.record(BehaviorRelay(1), as: "relay")
    _ = try await load()
    for await _ in numbers {}
    #expect(timeline.diagrams().map(\.diagram.events.count) == [0, 0, 0, 0])
  }

  @Test func `K3: a timeline retains no loader`() {
    let timeline = Timeline()
    var loader: Loader<NoRequest, Int, Never>? = Loader { () async throws(Never) in 1 }
    if let loader { timeline.record(loader, as: "loader") }
    let weak = Weak(loader)
    loader = nil
    #expect(weak.object == nil)
  }

  @Test func `K3: a timeline is released while it records`() {
    let relay = PublishRelay<Int>()
    var timeline: Timeline? = Timeline()
    timeline?.record(relay, as: "numbers")
    let weak = Weak(timeline)
    timeline = nil
    #expect(weak.object == nil)
    relay.accept(1)
  }

  @Test(arguments: [50, 200]) func `K4: a letter never has two meanings`(count: Int) {
    let timeline = Timeline()
    let relay = PublishRelay<String>()
    timeline.record(relay, as: "words")
    for number in 0..<count { relay.accept("same \(number)") }
    let names = timeline.diagrams(frame: .seconds(60))[0].diagram.events.map(\.signal)
    #expect(Set(names).count == count)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `K5: the text parses to the rounded recording`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let values = (0..<20).map { _ in
      ["", "a", "|", "'", "(b)", "emoji 👍", "10ms", "\n", "e\u{301}"].randomElement(using: &random)
        ?? ""
    }
    let times = (0..<20).map { _ in Int.random(in: 1...900, using: &random) }
    var timeline: Timeline?
    let relay = PublishRelay<String>()
    marbles { m in
      m.expectCleanRun()
      timeline = Timeline(clock: m.clock)
      timeline?.record(relay, as: "values")
      for (value, time) in zip(values, times) { m.at(.milliseconds(time)) { relay.accept(value) } }
    }
    let lane = try #require(timeline?.diagrams(frame: .milliseconds(10)).first)
    #expect(try MarbleDiagram("\(lane.diagram)", frame: .milliseconds(10)) == lane.diagram)
    let frames = times.sorted().map { Duration.milliseconds($0 / 10 * 10) }
    #expect(lane.diagram.events.map(\.time) == frames)
  }

  @Test func `K6: threads record concurrently, and nothing is lost`() {
    let timeline = Timeline(limit: 100_000)
    let relays = (0..<8).map { _ in PublishRelay<Int>() }
    for (index, relay) in relays.enumerated() { timeline.record(relay, as: "\(index)") }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<1000 { relays[thread].accept(number) }
    }
    let lanes = timeline.diagrams(frame: .seconds(600))
    #expect(lanes.map(\.diagram.events.count) == Array(repeating: 1000, count: 8))
  }

  @Test func `values with long descriptions have short meanings`() {
    let timeline = Timeline()
    let relay = PublishRelay<String>()
    timeline.record(relay, as: "long")
    relay.accept(String(repeating: "x\n", count: 500_000))
    #expect(timeline.text().count < 200)
  }

  @Test func `a long description is made once for each value`() {
    struct Long: CustomStringConvertible {
      let number: Int
      let made: Log<Int>
      var description: String {
        made.note(number)
        return "\(number)" + String(repeating: "x\n", count: 1000)
      }
    }
    let (timeline, made, relay) = (Timeline(limit: 2), Log<Int>(), PublishRelay<Long>())
    timeline.record(relay, as: "long")
    for number in 1...3 { relay.accept(Long(number: number, made: made)) }
    let text = timeline.text(frame: .seconds(60))
    #expect(text.hasPrefix("long  (xa)  (1 dropped before)\n      x 2x x x"))
    #expect(timeline.text(frame: .seconds(60)) == text)
    #expect(timeline.picture("long").svg().contains("2x x x"))
    #expect(made.entries == [2, 3])
  }

  @Test func `long strings that differ have different letters`() {
    let (timeline, relay) = (Timeline(), PublishRelay<String>())
    timeline.record(relay, as: "long")
    let text = String(repeating: "x", count: 2000)
    for end in ["a", "b", "a"] { relay.accept(text + end) }
    #expect(timeline.text(frame: .seconds(60)).hasPrefix("long  (xax)\n      x \"xxx"))
  }

  @Test func `caches and mutations are recorded`() async throws {
    let timeline = Timeline()
    let cache = LoaderCache { (_: Int) async throws(Never) in "value" }
    let save = Mutation { (_: Int) async throws(Never) in 1 }
    timeline.record(cache, as: "cache")
    timeline.record(save, as: "save")
    _ = try await cache.load(1)
    _ = try await cache.load(1)
    _ = await save.run(1).outcome()
    #expect(
      timeline.text(frame: .seconds(60)) == """
        cache        (sdh)
        save         (nlD)
        save events  (sd)
                     n not requested · l loading · D loaded(1) · s started · d succeeded · h hit
        """
    )
  }

  @Test func `calls of a load function, and the elements of a sequence are recorded`() {
    var text = ""
    marbles { m in
      let timeline = m.keep(Timeline(clock: m.clock))
      let answer = m.cold("-x|", failure: Offline(), then: ["-#"])
      let search = timeline.recording({ (_: String) in try await answer() }, as: "search")
      let words = timeline.recording(m.hot("-a-b|").elements, as: "words")
      let loader = m.keep(Loader { (text: String) in try await search(text) })
      m.keep(Task { for await word in words { loader.load(word) } }.cancellable)
      m.expect(loader.states.map(\.isLoading), "ftftf-", ["t": true, "f": false])
      m.at(.milliseconds(60)) { text = timeline.text() }
    }
    #expect(
      text == """
        search requests  -a-b
        search           --x-f
        words            -a-b|
                         f failed(offline) · a "a" · x "x" · b "b"
        """
    )
  }
}

extension Task {
  fileprivate var cancellable: AnyCancellable { AnyCancellable(cancel) }
}

private struct RecordedRow: Identifiable, Sendable {
  let id: Int
}
