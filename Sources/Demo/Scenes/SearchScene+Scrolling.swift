import ReactiveLoadable
import ReactiveTimeline

/// The second part of the search: a thousand results, page by page, with disturbances.
@MainActor
final class ScrollingRun {
  typealias List = SearchModel.Results.List

  private struct Snapshot {
    var event: String
    var answers: Int
    var list: List?
  }

  private static let text = "an"
  private static let other = "germ"
  private static let pageSize = 200
  private static let height = 12
  private let context: SceneContext
  private var earlier = 0
  private let log: PageLog
  private let model: SearchModel
  private let showRow: (Int) -> Void
  private let retryPage: () -> Void
  private let refreshList: () -> Void
  private let shown: StateTimeline<SearchModel.State>
  private var snapshots: [Snapshot] = []

  init(_ context: SceneContext) {
    self.context = context
    log = PageLog(context.api, limit: Self.pageSize)
    let recording = context.recording("scrolling", of: SearchModel.recorded)
    let model = SearchModel(
      clock: context.clock,
      search: recording.recording(log.callAsFunction, as: "search", orCancelled: .cancelled)
    )
    recording.record(model.query, as: "query")
    recording.record(model.states, as: "states")
    showRow = recording.recordingInput({ model.shows(row: $0) }, as: "shows(row:)")
    retryPage = recording.recordingInput({ model.retry() }, as: "retry")
    refreshList = recording.recordingInput({ model.refresh() }, as: "refresh")
    self.model = model
    shown = context.timeline(model.states)
  }

  func run() async -> [Block] {
    earlier = await context.server.requests.count
    await type(Self.text)
    if model.states.value.value != nil { await scrollToTheEnd() }
    return [
      .table(
        ["Event", .right("Requests"), "Rows", .right("Dropped"), "The list"],
        zip([0] + snapshots.map(\.answers), snapshots).map(row)
      ), .blank,
    ] + shown.blocks("Screen states", mark) + (await checks())
  }

  private func scrollToTheEnd() async {
    await context.server.add(.addition(foundAs: Self.text))
    await scroll("a new entry shifts page 2")
    await disturb(.blank)
    await scroll("a blank page, then the next")
    await scrollSlowly()
    await disturb(.status(500))
    await scroll("a page that fails")
    await scroll("scrolling further")
    await context.rest()
    retryPage()
    await settles()
    await note("a retry")
    while let list = model.states.value.value, case .idle = list.append {
      await scroll("scrolling further")
    }
    await refresh()
    await type(Self.other)
    await type(Self.text)
  }

  private func type(_ text: String) async {
    await context.rest()
    model.query.accept(text)
    await shown.shows { $0.value?.key == text || $0.error != nil }
    await note("“\(text)” is typed")
  }

  private func scroll(_ event: String) async {
    showLastRow()
    await settles()
    await note(event)
  }

  private func scrollSlowly() async {
    let gate = Gate()
    await disturb(.hold(gate))
    showLastRow()
    await context.pause()
    showLastRow()
    gate.open()
    await settles()
    await note("a slow page")
  }

  private func refresh() async {
    let gate = Gate()
    await disturb(.hold(gate))
    await context.rest()
    showRow(Self.height - 1)
    refreshList()
    await shown.catchesUp(with: model.states)
    await note("a refresh starts")
    gate.open()
    await shown.shows { !$0.isLoading }
    await note("the refresh ends")
  }

  private func showLastRow() {
    guard let list = model.states.value.latest else { return }
    showRow(list.count - 1)
  }

  private func settles() async {
    await shown.catchesUp(with: model.states)
    await shown.shows { !($0.latest?.append.isLoading ?? false) }
  }

  private func disturb(_ disturbance: Disturbance) async {
    let server = context.server
    await server.disturb(disturbance, path: "/search", queryPrefix: Self.text, times: 1)
  }

  private func note(_ event: String) async {
    let list = model.states.value.latest
    snapshots.append(Snapshot(event: event, answers: log.arrivals.count, list: list))
    await context.pause()
  }

  private func row(_ before: Int, _ snapshot: Snapshot) -> [String] {
    let answers = log.arrivals[before..<snapshot.answers].map(\.amount)
    return [
      snapshot.event, String(answers.count),
      answers.isEmpty ? "–" : answers.joined(separator: ", "),
      snapshot.list.map { String($0.duplicateCount) } ?? "–", snapshot.list?.summary ?? "none",
    ]
  }

  private func mark(_ state: SearchModel.State) -> StateMark {
    state.mark { $0.mark(pagesOf: Self.pageSize) }
  }
}

extension PageLog.Arrival {
  fileprivate var amount: String {
    switch result {
    case .success(let page): "\(page.items.count)"
    case .failure(.status(let code)): "status \(code)"
    case .failure: "an error"
    }
  }
}

extension SearchModel.Results.List {
  fileprivate var summary: String {
    switch append {
    case .idle, .loading: amount
    case .failed: "\(amount), failed"
    case .complete: "\(amount), complete"
    }
  }
}

extension ScrollingRun {
  private func checks() async -> [Block] {
    let requests = await context.server.requests.dropFirst(earlier).map {
      "\($0.query ?? "") \($0.cursor ?? "")"
    }
    let repeated = Dictionary(grouping: requests) { $0 }.filter { $0.value.count > 1 }.keys
    let expected = [requests.first, requests.dropFirst(5).first].compactMap(\.self)
    let symbols = shown.symbols(mark).joined()
    return [
      expect("Repeated requests", Set(repeated), is: Set(expected))
        .proves("Each page is requested once; only the first one, and the failed one, again."),
      checkWhole().proves("The list ends with every entry once; the shifted duplicate is dropped."),
      expect("First states", symbols.hasPrefix("nl1a2a3a4aea5a"), is: true)
        .and(expect("Last states", symbols.hasSuffix("acr1lc1"), is: true))
        .proves("Pages in flight, a failure, a refresh and a recent text are states."),
    ]
  }

  private func checkWhole() -> SceneResult {
    let entries = SearchIndex.world.hits(Self.text)
    let whole = snapshots.last { $0.list?.append.isComplete == true && $0.list?.key == Self.text }
    let first = snapshots.suffix(3).map { $0.list?.first?.code }
    let others = SearchIndex.world.hits(Self.other)
    return expect("All entries", whole?.list.map(Array.init) == entries, is: true)
      .and(expect("Duplicates", whole?.list?.duplicateCount, is: 1))
      .and(expect("The total", whole?.list?.total, is: entries.count + 1))
      .and(expect("The first row in the end", first, is: ["+1", others.first?.code, "+1"]))
  }
}
