import ReactiveLoadable

/// The part of the fault scene with one fault: a screen that shows it, and one that gets over it.
@MainActor
struct FaultAct {
  typealias State = FaultsScene.State

  /// How many requests the fault lasts for.
  private static let lasting = 2

  private let fault: Fault
  private let console: Console
  private let clock: any Clock<Duration>
  private let alone: (model: PodcastsModel, shown: StateTimeline<State>)
  private let retrying: (model: PodcastsModel, shown: StateTimeline<State>)

  init(_ fault: Fault, limit: Duration, _ context: SceneContext) {
    self.fault = fault
    (console, clock) = (context.console, context.clock)
    let backoff = RetryPolicy.exponential(
      from: .milliseconds(30),
      atMost: .milliseconds(120),
      limit: 4
    )
    .jittered(by: 0.5, using: SeededChance(7))
    alone = Self.screen(fault, .api(within: limit, clock: context.clock), context)
    let patient = LoadPolicy.api(within: limit, retry: backoff, clock: context.clock)
    retrying = Self.screen(fault, patient, context)
  }

  /// Loads the list and then loads it again, into the fault, on both screens at the same time.
  func play() async -> SceneResult {
    async let failing: Void = play(alone)
    await play(retrying)
    await failing
    return checkAlone().and(checkRetrying())
  }

  /// What both screens showed.
  var timelines: [StateTimeline<State>] { [alone.shown, retrying.shown] }

  /// Writes the sentence for the screen and both timelines.
  func report() {
    let failed = alone.shown.states.last
    let rows = failed?.latest?.count ?? 0
    console.line(fault.rawValue, style: .bold)
    console.line("  \(failed?.error?.description ?? "There was no error.") \(rows) rows stay.")
    for (name, shown) in [("alone", alone.shown), ("with retry", retrying.shown)] {
      let line = shown.line(frame: .milliseconds(10), FaultsScene.mark)
      console.line("  " + name.padded(toColumns: 12) + line)
    }
  }
}

extension FaultAct {
  private static func screen(
    _ fault: Fault,
    _ policy: LoadPolicy,
    _ context: SceneContext
  ) -> (model: PodcastsModel, shown: StateTimeline<State>) {
    let api = FaultyAPI(fault, times: lasting, on: context.api)
    let model = PodcastsModel(policy: policy) { () throws(APIError) in try await api.podcasts() }
    return (model, StateTimeline(model.states, clock: context.clock))
  }

  private func play(_ screen: (model: PodcastsModel, shown: StateTimeline<State>)) async {
    let (model, shown) = screen
    if await model.load().outcome().value != nil {
      try? await clock.sleep(for: .milliseconds(30))
      await model.load().outcome()
    }
    await shown.catchesUp(with: model.states)
  }

  /// Reached if the fault was shown with its error, and the rows stayed.
  private func checkAlone() -> SceneResult {
    let rows = alone.shown.states.compactMap(\.value).first ?? []
    return alone.shown.result(
      of: fault.rawValue,
      expecting: [
        .notRequested, .loading, .loaded(rows), .loading(previous: rows, cause: .load),
        .failed(fault.error, previous: rows),
      ]
    ) { state in
      state.error.map { StateMark("F", "failed: \($0)") } ?? FaultsScene.mark(state)
    }
  }

  /// Reached if the retries were shown over the rows, and no failure.
  ///
  /// A machine that stalls may need more attempts than the fault lasts for.
  private func checkRetrying() -> SceneResult {
    let states = retrying.shown.states
    let rows = states.compactMap(\.value).first ?? []
    let retries = states.drop { $0.value == nil }.map(\.attempt).filter { $0 > 0 }
    let name = "\(fault.rawValue) with retry"
    return SceneResult.compare(
      name,
      states.filter { $0.attempt == 0 },
      with: [
        .notRequested, .loading, .loaded(rows), .loading(previous: rows, cause: .load),
        .loaded(rows),
      ],
      FaultsScene.mark
    )
    .and(.check("\(name): the retries", Array(retries.prefix(Self.lasting)), is: [1, 2]))
  }
}

extension Loadable {
  /// The number of the retry that is under way; 0 for any other state.
  fileprivate var attempt: Int {
    if case .loading(let loading) = self { loading.attempt } else { 0 }
  }
}
