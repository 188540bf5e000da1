import ReactiveLoadable

/// One run of the scene of stale values.
@MainActor
final class StalePlay {
  typealias State = StaleScene.State

  /// One appearance of the screen: what it showed at once, and how many requests there were then.
  struct Visit: Hashable {
    var occasion: String
    var atOnce: State
    var afterwards: State
    var requests: Int
  }

  private let context: SceneContext
  private let clock = MovableClock()
  private let saved = BehaviorRelay<ListeningQueue?>(nil)
  private var models: [QueueModel] = []
  private var timelines: [StateTimeline<State>] = []
  private var visits: [Visit] = []

  init(_ context: SceneContext) { self.context = context }

  /// Appears five times; a line for each is in the table of the report.
  func run() async {
    let first = launch()
    await appear(first, "for the first time")
    await appear(first, "again, a moment later")
    _ = try? await context.api.put(.init(id: "by-tablet", title: "Added on the tablet"))
    clock.putForward(by: .seconds(301))
    await appear(first, "after five minutes")
    await first.add(.init(id: "by-phone", title: "Added here")).outcome()
    await appear(first, "after a write")
    _ = try? await context.api.put(.init(id: "by-watch", title: "Added on the watch"))
    await appear(launch(), "after a new launch")
  }

  private func launch() -> QueueModel {
    let api = context.api
    let model = QueueModel(
      policy: .api(fresh: .lasting(.seconds(300)), clock: clock),
      saved: saved,
      fetch: api.queue,
      put: api.put
    )
    models.append(model)
    timelines.append(StateTimeline(model.states, clock: context.clock))
    return model
  }

  private func appear(_ model: QueueModel, _ occasion: String) async {
    let load = model.appear()
    let atOnce = model.states.value
    await load.outcome()
    visits.append(
      Visit(
        occasion: occasion,
        atOnce: atOnce,
        afterwards: model.states.value,
        requests: await context.server.requestCount("/queue")
      )
    )
    for (model, shown) in zip(models, timelines) { await shown.catchesUp(with: model.states) }
    try? await context.clock.sleep(for: .milliseconds(60))
  }
}

extension StalePlay {
  /// Reached if each visit showed at once what there was, and asked only when it had to.
  func check() -> SceneResult {
    let queues = visits.compactMap(\.afterwards.value)
    guard queues.map(\.revision) == [1, 1, 2, 3, 4] else {
      return .missed(
        "The revisions: expected [1, 1, 2, 3, 4]; there were \(queues.map(\.revision))."
      )
    }
    let expected: [State] = [
      .loading, .loaded(queues[0]), .loading(previous: queues[1]), .loading(previous: queues[2]),
      .loading(previous: queues[3], cause: .load),
    ]
    return SceneResult.check("Requests", visits.map(\.requests), is: [1, 1, 2, 3, 4])
      .and(.compare("At once", visits.map(\.atOnce), with: expected, StaleScene.mark))
      .and(checkTimelines(queues))
  }

  private func checkTimelines(_ queues: [ListeningQueue]) -> SceneResult {
    timelines[0].result(
      of: "The first launch",
      expecting: [
        .notRequested, .loading, .loaded(queues[0]), .loading(previous: queues[0]),
        .loaded(queues[2]), .loading(previous: queues[2]), .loaded(queues[3]),
      ],
      StaleScene.mark
    )
    .and(
      timelines[1].result(
        of: "The second launch",
        expecting: [
          .notRequested, .loading, .loading(previous: queues[3], cause: .load), .loaded(queues[4]),
        ],
        StaleScene.mark
      )
    )
  }

  /// Writes the visits and both timelines.
  func report() {
    let console = context.console
    let columns: [TextTable.Column] = [
      .init("The screen appears"), .init("Shown at once"), .init("Afterwards"),
      .init("Requests", isTrailing: true),
    ]
    console.table(
      TextTable(
        columns,
        rows: visits.map { visit in
          [
            visit.occasion, Self.text(visit.atOnce), Self.text(visit.afterwards),
            String(visit.requests),
          ]
        }
      )
    )
    console.line()
    for (launch, shown) in zip(["The first launch", "The next launch"], timelines) {
      shown.write(to: console, heading: launch, StaleScene.mark)
    }
  }

  private static func text(_ state: State) -> String {
    switch (state.latest, state.isLoading) {
    case (let queue?, true): "revision \(queue.revision), and a spinner"
    case (let queue?, false): "revision \(queue.revision)"
    case (nil, true): "a spinner"
    case (nil, false): "nothing"
    }
  }
}
