import Foundation
import ReactiveLoadable

/// What can go wrong with a request: each is a failed state with a sentence, and a retry heals it.
struct FaultsScene: Scene {
  typealias State = Loadable<[Podcast], APIError>

  let name = "faults"
  let title = "Faults and retry"
  let shows = """
    A server that is not there, status 500 and broken JSON: each is a failed state with a \
    sentence for the screen, and a retry that succeeds.
    """

  func run(in context: SceneContext) async -> SceneResult {
    var result = SceneResult.reached
    for fault in Fault.allCases {
      if fault != Fault.allCases.first { context.console.line() }
      result = result.and(await play(fault, context))
    }
    return result
  }

  @MainActor
  private func play(_ fault: Fault, _ context: SceneContext) async -> SceneResult {
    let detour = Detour(first: fault, then: context.api)
    let model = PodcastsModel(fetch: detour.podcasts)
    let shown = StateTimeline(model.states, clock: context.clock)
    let error = await context.console.working(fault.rawValue) {
      model.load()
      await shown.reaches(3)
      let error = model.states.value.error
      guard error != nil else { return error }
      model.retry()
      await shown.reaches(5)
      return error
    }
    context.console.line(fault.rawValue, style: .bold)
    context.console.line("  " + (error?.description ?? "There was no error."))
    shown.write(
      to: context.console,
      heading: "What the screen showed",
      frame: .milliseconds(1),
      PodcastsScene.mark
    )
    return check(fault, shown)
  }

  @MainActor
  private func check(_ fault: Fault, _ shown: StateTimeline<State>) -> SceneResult {
    let rows = shown.states.last?.value ?? []
    return shown.result(
      of: fault.rawValue,
      expecting: [
        .notRequested, .loading, .failed(fault.error), .loading(Loading(cause: .retry)),
        .loaded(rows),
      ]
    ) { state in
      state.error.map { StateMark("f", "failed: \($0)") } ?? PodcastsScene.mark(state)
    }
  }
}

/// A way for a request to fail.
enum Fault: String, CaseIterable {
  case noServer = "A server that is not there"
  case status = "HTTP 500"
  case brokenJSON = "Broken JSON"

  /// What the screen is told.
  var error: APIError {
    switch self {
    case .noServer: .noConnection(host: "127.0.0.1:1")
    case .status: .status(500)
    case .brokenJSON: .malformed("it is not valid JSON.")
    }
  }

  /// Asks for podcasts where they are not to be had.
  func podcasts(_ api: API) async throws(APIError) -> [Podcast] {
    switch self {
    case .noServer:
      // Nothing listens at the first port; a program would need special rights to.
      guard let nowhere = URL(string: "http://127.0.0.1:1") else { return [] }
      return try await API(baseURL: nowhere).podcasts()
    case .status: return try await api.get("status/500")
    case .brokenJSON: return try await api.get("broken")
    }
  }
}

/// An API whose first request fails.
actor Detour {
  private var fault: Fault?
  private let api: API

  init(first fault: Fault, then api: API) {
    (self.fault, self.api) = (fault, api)
  }

  func podcasts() async throws(APIError) -> [Podcast] {
    guard let fault else { return try await api.podcasts() }
    self.fault = nil
    return try await fault.podcasts(api)
  }
}
