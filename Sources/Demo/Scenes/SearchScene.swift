import ReactiveLoadable
import ReactiveTimeline

extension Scene {
  static let search = Scene(
    name: "search",
    title: "Search as you type, in an infinite list",
    shows: """
      Countries, languages, currencies and time zones, by their names in fifteen languages. The \
      answer to “ge” is held until the one to “germ” is shown; then it arrives, too late. Clearing \
      the box clears the list. Then a thousand results are scrolled through: pages that shift, an \
      empty one, a slow one and one that fails; a refresh, and a recent text again.
      """
  ) { context in
    [
      Step("Searching") { await TypingRun(context).run() },
      Step("Scrolling") { await ScrollingRun(context).run() },
    ]
  }
}

/// A record of the answers to a search that ignores cancellation, as some clients do.
struct PageLog: Sendable {
  typealias Request = SearchModel.Results.Request
  typealias Answer = Page<String, SearchHit>

  struct Arrival: Sendable {
    var request: Request
    var result: Result<Answer, APIError>
  }

  let api: API
  let limit: Int
  private let answered = BehaviorRelay<[Arrival]>([])

  init(_ api: API, limit: Int) { (self.api, self.limit) = (api, limit) }

  var arrivals: [Arrival] { answered.value }

  func callAsFunction(_ request: Request) async throws(APIError) -> Answer {
    let result = await Task { () async -> Result<Answer, APIError> in
      do throws(APIError) { return .success(try await api.search(request, limit: limit)) } catch {
        return .failure(error)
      }
    }.value
    answered.update { $0.append(Arrival(request: request, result: result)) }
    return try result.get()
  }

  func arrived(_ query: String) async {
    _ = await answered.elements.first { $0.contains { $0.request.key == query } }
  }
}

/// The first part: the text is searched for after a pause in typing; the newest result wins.
@MainActor
private final class TypingRun {
  private static let words = ["ge", "germ", "日本"]
  private let context: SceneContext
  private let log: PageLog
  private let model: SearchModel
  private let shown: StateTimeline<SearchModel.State>

  init(_ context: SceneContext) {
    self.context = context
    log = PageLog(context.api, limit: 5)
    let recording = context.recording("typing", of: SearchModel.recorded)
    model = SearchModel(
      clock: context.clock,
      search: recording.recording(log.callAsFunction, as: "search", orCancelled: .cancelled)
    )
    recording.record(model.query, as: "query")
    recording.record(model.states, as: "states")
    shown = context.timeline(model.states)
  }

  func run() async -> [Block] {
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: "/search", queryPrefix: "ge", times: 1)
    await type("ge")
    await context.server.arrived(at: "/search", query: "ge")
    await type("rm")
    await answered("germ")
    gate.open()
    await log.arrived("ge")
    await clear()
    await type("日本")
    await answered("日本")
    await clear()
    return await report()
  }

  private func answered(_ query: String) async {
    await shown.shows { $0.value?.key == query || $0.error != nil }
  }

  private func type(_ letters: String) async {
    await context.rest()
    for letter in letters {
      model.query.update { $0.append(letter) }
      await context.pause(.milliseconds(40))
    }
  }

  private func clear() async {
    await context.rest()
    model.query.accept("")
    await shown.shows(\.isNotRequested)
  }

  private func report() async -> [Block] {
    let requests = await context.server.requests.compactMap(\.query)
    let answers = log.arrivals.map(\.request.key)
    let lists = shown.states.compactMap(\.value)
    let texts = lists.map(\.key)
    let late = "The answer to “ge” arrived after the one to “germ”, and was dropped."
    let isLate = answers.filter(Self.words.contains).prefix(2) == ["germ", "ge"]
    return lists.flatMap(table) + [
      .line("Requested, in this order: \(requests.joined(separator: ", "))"),
      .line("Answered, in this order:  \(answers.joined(separator: ", "))"),
    ] + (isLate ? [.line(late)] : []) + [.blank]
      + shown.blocks("Screen states", frame: .milliseconds(20)) { state in
        state.mark { list in
          // A slow machine requests more texts, such as “ger”, so the first letter is ambiguous.
          let number = texts.firstIndex(of: list.key).map { $0 + 1 } ?? 0
          return StateMark(String(number), "answer to “\(list.key)”")
        }
      } + [.blank] + checks(requests, answers)
  }

  private func table(_ list: SearchModel.Results.List) -> [Block] {
    [
      .line("“\(list.key)”: \(list.total ?? list.count) found", .bold),
      .table(
        ["Name", "Found as", "Language", "Kind", "Code"],
        list.map { [$0.name, $0.matched ?? "–", $0.language, $0.kind.rawValue, $0.code] }
      ), .blank,
    ]
  }

  // A slow machine requests more texts while it types; only the three words are checked.
  private func checks(_ requests: [String], _ answers: [String]) -> [Block] {
    let words = { (texts: [String]) in texts.filter(Self.words.contains) }
    let lists = shown.states.compactMap(\.value?.key)
    return [
      expect("Requests", words(requests), is: Self.words)
        .and(expect("Answers", words(answers), is: ["germ", "ge", "日本"]))
        .and(expect("Shown", words(lists), is: ["germ", "日本"]))
        .and(expect("Failures", shown.states.compactMap(\.error), is: []))
        .proves("“ge” is requested first and answered last, and never shown."),
      expect("The end", shown.states.last?.isNotRequested, is: true)
        .proves("Clearing the box clears the list."),
    ]
  }
}
