import ReactiveLoadable

/// A podcast list whose second load meets a fault.
@MainActor
struct FaultyScreen {
  typealias State = FaultsScene.State

  /// How long an answer may take.
  private static let limit = Duration.seconds(10)

  private let context: SceneContext
  private let clock = MovableClock()
  private let model: PodcastsModel
  /// How many answers never come.
  private let silences: Int

  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - times: How many requests it lasts for.
  ///   - retry: How the screen gets over it.
  ///   - context: Where the requests go.
  init(_ fault: Fault, times: Int, retry: RetryPolicy, _ context: SceneContext) {
    self.context = context
    let api = FaultyAPI(fault, times: times, on: context.api)
    let policy = LoadPolicy.api(within: Self.limit, retry: retry, clock: clock)
    model = PodcastsModel(policy: policy) { () throws(APIError) in try await api.podcasts() }
    silences = fault == .silence ? times : 0
  }

  /// Loads twice, unless the first load fails, and returns what was shown.
  func play() async -> StateTimeline<State> {
    let shown = StateTimeline(model.states, clock: context.clock)
    if await model.load().outcome().value != nil {
      try? await context.clock.sleep(for: .milliseconds(30))
      let earlier = (await context.server.requestCount("/silent"), clock.sleeps)
      let passing = Task { await passSilences(after: earlier) }
      await model.load().outcome()
      passing.cancel()
    }
    await shown.catchesUp(with: model.states)
    return shown
  }

  /// Lets the limit pass at once, whenever the server has a request that it does not answer.
  ///
  /// By then somebody has to count the time: each attempt is one wait on the clock, and another one
  /// is the delay before the next.
  private func passSilences(after earlier: (requests: Int, sleeps: Int)) async {
    for silence in 0..<silences {
      await context.server.arrived(earlier.requests + silence + 1, at: "/silent")
      await clock.begins(earlier.sleeps + 2 * silence + 1)
      guard !Task.isCancelled else { return }
      clock.putForward(by: Self.limit)
    }
  }
}
