import ReactiveLoadable

/// The part of the podcast scene with one loader.
@MainActor
struct LoaderAct {
  private let context: SceneContext
  private let model: PodcastsModel
  private let shown: StateTimeline<PodcastsScene.State>

  init(_ context: SceneContext) {
    self.context = context
    model = PodcastsModel(fetch: context.api.podcasts)
    shown = StateTimeline(model.states, clock: context.clock)
  }

  /// Plays the taps; reached if the screen shows the real states and asks once for a double tap.
  func play() async -> SceneResult {
    let before = await context.server.requestCount("/podcasts")
    let script = TapScript(server: context.server, shown: shown) { model.load() }
    await script.play(joins: true)
    let requests = await context.server.requestCount("/podcasts") - before
    let rows = model.states.value.value ?? []
    return shown.result(
      of: "The loader",
      expecting: PodcastsScene.expected(rows: rows, cause: .load, answers: 1),
      PodcastsScene.mark
    )
    .and(.check("Requests for the taps", requests, is: TapScript.taps - 1))
    .and(.check("Podcasts are shown", !rows.isEmpty, is: true))
  }

  /// Writes what was seen, how many requests that took, and the list.
  func report(requests: Int) {
    let console = context.console
    console.line("With one loader", style: .bold)
    console.line(
      "\(TapScript.taps) taps made \(requests) requests: a tap while it loads joins."
    )
    console.line()
    shown.write(to: console, heading: "The same taps", PodcastsScene.mark)
    console.line()
    let rows = model.states.value.value ?? []
    let columns: [TextTable.Column] = [.init("Podcast"), .init("Publisher"), .init("Genre")]
    console.table(
      TextTable(columns, rows: rows.prefix(6).map { [$0.title, $0.publisher, $0.genre] })
    )
    console.line("… and \(max(0, rows.count - 6)) more, \(rows.count) in all", style: .faint)
  }
}
