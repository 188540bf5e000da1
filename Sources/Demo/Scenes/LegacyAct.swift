import ReactiveLoadable

/// The part of the podcast scene with three flags, and what a collapse makes of them.
@MainActor
struct LegacyAct {
  private let context: SceneContext
  private let model: LegacyPodcastsModel
  private let flags: RawFlags<[Podcast], APIError>
  private let collapse: FlagCollapse<[Podcast], APIError>
  private let raw: StateTimeline<LoadFlags<[Podcast], APIError>>
  private let collapsed: StateTimeline<PodcastsScene.State>

  init(_ context: SceneContext) {
    self.context = context
    model = LegacyPodcastsModel(fetch: context.api.podcasts)
    flags = RawFlags(value: model.podcasts, isLoading: model.isLoading, error: model.error)
    collapse = FlagCollapse(value: model.podcasts, isLoading: model.isLoading, error: model.error)
    raw = StateTimeline(flags.combinations, clock: context.clock)
    collapsed = StateTimeline(collapse.states, clock: context.clock)
  }

  /// Plays the taps; reached if the collapse shows the real states, in order, and nothing else.
  func play() async -> SceneResult {
    let script = TapScript(server: context.server, shown: collapsed) { model.load() }
    await script.play(joins: false)
    let rows = model.podcasts.value ?? []
    let states = collapsed.result(
      of: "The collapse",
      expecting: PodcastsScene.expected(rows: rows, cause: .refresh, answers: 2),
      PodcastsScene.mark
    )
    let census = FlagCensus(raw.states)
    let requests = await context.server.requestCount("/podcasts")
    return
      states
      .and(.check("Combinations of the flags", census.numbers, is: Array(1...8)))
      .and(.check("Requests for the taps", requests, is: TapScript.taps))
  }

  /// Writes what was seen, and how many requests that took.
  func report(requests: Int) {
    let console = context.console
    let census = FlagCensus(raw.states)
    console.line("With three flags", style: .bold)
    console.table(census.table)
    console.line("\(TapScript.taps) taps made \(requests) requests.")
    console.line()
    raw.write(to: console, heading: "The flags", census.mark)
    console.line()
    collapsed.write(to: console, heading: "The same flags, collapsed", PodcastsScene.mark)
    console.line()
  }
}
