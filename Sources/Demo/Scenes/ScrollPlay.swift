import ReactiveLoadable

/// A thousand results, scrolled through page by page while the server does what servers do.
@MainActor
final class ScrollPlay {
  typealias State = SearchScene.State
  typealias List = SearchModel.Results.List

  /// What there was after something had happened.
  struct Moment {
    var event: String
    /// How many answers had come.
    var answers: Int
    var list: List?
  }

  nonisolated static let text = "an"
  nonisolated static let other = "germ"
  nonisolated static let pageSize = 200
  /// How many rows are in view at once.
  private static let height = 12

  let context: SceneContext
  /// How many requests the server had before.
  let earlier: Int
  let log: PageLog
  let shown: StateTimeline<State>
  private(set) var moments: [Moment] = []
  private let model: SearchModel

  init(_ context: SceneContext, earlier: Int) {
    (self.context, self.earlier) = (context, earlier)
    let log = PageLog { request throws(APIError) in
      try await context.api.search(request, limit: Self.pageSize)
    }
    self.log = log
    model = SearchModel(clock: context.clock, search: log.callAsFunction)
    shown = StateTimeline(model.states, clock: context.clock)
  }

  /// Scrolls to the end, refreshes at the top, and goes to another text and back.
  func run() async {
    await type(Self.text)
    guard model.states.value.value != nil else { return }
    await context.server.add(.addition(foundAs: Self.text))
    await scroll("a new entry shifts page 2")
    await disturb(.blank)
    await scroll("a blank page, then the next")
    await scrollSlowly()
    await scrollIntoFailure()
    while let list = model.states.value.value, case .idle = list.append {
      await scroll("scrolling on")
    }
    await refresh()
    await type(Self.other)
    await type(Self.text)
  }
}

extension ScrollPlay {
  private func type(_ text: String) async {
    model.query.accept(text)
    await shown.shows { $0.value?.key == text || $0.error != nil }
    await note("“\(text)” is typed")
  }

  /// Shows the last row and waits until the end does nothing more.
  private func scroll(_ event: String) async {
    showLastRow()
    await settles()
    await note(event)
  }

  /// Rows that come into view while a page is on its way join it.
  private func scrollSlowly() async {
    let gate = Gate()
    await disturb(.hold(gate))
    showLastRow()
    await pause()
    showLastRow()
    gate.open()
    await settles()
    await note("a slow page")
  }

  private func scrollIntoFailure() async {
    await disturb(.status(500))
    await scroll("a page that fails")
    await scroll("scrolling on")
    model.retry()
    await settles()
    await note("a retry")
  }

  private func refresh() async {
    let gate = Gate()
    await disturb(.hold(gate))
    model.shows(row: Self.height - 1)
    model.refresh()
    await shown.catchesUp(with: model.states)
    await note("a refresh begins")
    gate.open()
    await shown.shows { !$0.isLoading }
    await note("the refresh is over")
  }
}

extension ScrollPlay {
  private func showLastRow() {
    guard let list = model.states.value.latest else { return }
    model.shows(row: list.count - 1)
  }

  /// Waits until nothing is on its way at the end of the list, or there is no list.
  private func settles() async {
    await shown.catchesUp(with: model.states)
    await shown.shows { !($0.latest?.append.isLoading ?? false) }
  }

  private func disturb(_ disturbance: Disturbance) async {
    await context.server.disturb(
      disturbance,
      path: "/search",
      queryPrefix: Self.text,
      times: 1
    )
  }

  private func note(_ event: String) async {
    let list = model.states.value.latest
    moments.append(Moment(event: event, answers: log.arrivals.count, list: list))
    await pause()
  }

  /// Time to look at it.
  private func pause() async { try? await context.clock.sleep(for: .milliseconds(20)) }
}
