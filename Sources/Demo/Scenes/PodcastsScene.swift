import ReactiveLoadable
import ReactiveTimeline

/// The podcast list with three flags: an example of the problem, not for use.
@MainActor
final class LegacyPodcastsModel {
  let podcasts = BehaviorRelay<[Podcast]?>(nil)
  let isLoading = BehaviorRelay(false)
  let error = BehaviorRelay<APIError?>(nil)
  private let fetch: @Sendable () async throws(APIError) -> [Podcast]

  init(fetch: @escaping @Sendable () async throws(APIError) -> [Podcast]) { self.fetch = fetch }

  func load() {
    isLoading.accept(true)
    Task {
      do throws(APIError) {
        let podcasts = try await fetch()
        isLoading.accept(false)
        self.podcasts.accept(podcasts)
        error.accept(nil)
      } catch {
        isLoading.accept(false)
        self.error.accept(error)
      }
    }
  }
}

typealias PodcastList = Loadable<[Podcast], APIError>

extension PodcastList {
  static func mark(_ state: PodcastList) -> StateMark {
    state.mark { StateMark("d", "loaded, \($0.count) podcasts") }
  }
}

extension Scene {
  static let podcasts = Scene(
    name: "podcasts",
    title: "The podcast list: three flags, then one state",
    shows: """
      A load that fails, one that succeeds, one that fails, and a double tap. Three flags pass \
      through impossible combinations. A collapse turns the same flags into one state; a loader \
      has only that state.
      """
  ) { context in
    await context.server.disturb(.delay(.milliseconds(60)), path: "/podcasts")
    return [
      Step("Loading with three flags") { await tapFlags(context) },
      Step("Loading with one state") { await tapLoader(context) },
    ]
  }
}

private let path = "/podcasts"
private let taps = 5

/// Plays the same five taps on either screen.
///
/// The first load fails, the second succeeds, the third fails, and the fourth is a double tap
/// with a slow first request. The server holds each answer until the screen shows the load, so
/// the order of the states does not depend on the speed of the machine.
@MainActor
private func play(
  _ context: SceneContext,
  on shown: StateTimeline<PodcastList>,
  joins: Bool,
  tap: () -> Void
) async {
  let server = context.server
  for isFailing in [true, false, true] {
    let gate = Gate()
    await server.disturb(.hold(gate), path: path, times: 1)
    if isFailing { await server.disturb(.status(500), path: path, times: 1) }
    await context.rest()
    tap()
    await shown.shows(\.isLoading)
    gate.open()
    await shown.shows { !$0.isLoading }
  }
  let gate = Gate()
  await server.disturb(.hold(gate), path: path, times: 1)
  await context.rest()
  tap()
  await shown.shows(\.isLoading)
  tap()
  // Two requests have two answers: the newer one, then the held one.
  if !joins { await shown.shows { !$0.isLoading } }
  let count = shown.entries.count
  gate.open()
  await shown.reaches(count + 1)
}

@MainActor
private func tapFlags(_ context: SceneContext) async -> [Block] {
  let recording = context.recording("three flags", of: "LegacyPodcastsModel(fetch: fetch)")
  let model = LegacyPodcastsModel(
    fetch: recording.recording(context.api.podcasts, as: "fetch", orCancelled: .cancelled)
  )
  let load = recording.recordingInput({ model.load() }, as: "load")
  recording.record(model.podcasts.readOnly, as: "podcasts")
  recording.record(model.isLoading.readOnly, as: "isLoading")
  recording.record(model.error.readOnly, as: "error")
  let flags = RawFlags(value: model.podcasts, isLoading: model.isLoading, error: model.error)
  let collapse = FlagCollapse(value: model.podcasts, isLoading: model.isLoading, error: model.error)
  let (raw, collapsed) = (context.timeline(flags.combinations), context.timeline(collapse.states))
  await play(context, on: collapsed, joins: false, tap: load)
  let requests = await context.server.requestCount(path)
  let census = FlagCensus(raw.states)
  return [
    .line("With three flags", .bold), .table(census.table),
    .line("\(taps) taps made \(requests) requests."), .blank,
  ] + raw.blocks("The flags", census.mark) + [.blank]
    + collapsed.blocks("The same flags, collapsed", PodcastList.mark) + [
      .blank,
      expect("Combinations", census.numbers, is: Array(1...8))
        .and(expect("Requests of the flags", requests, is: taps))
        .proves("The flags pass through all eight combinations; five taps make five requests."),
      collapsed.draws("nlfldrFrdd", PodcastList.mark)
        .proves("The collapse publishes the real states, in order, and no others."),
    ]
}

@MainActor
private func tapLoader(_ context: SceneContext) async -> [Block] {
  let recording = context.recording("one state", of: "Loader(policy: .api, fetch)")
  let model = Loader(
    policy: .api,
    recording.recording(context.api.podcasts, as: "fetch", orCancelled: .cancelled)
  )
  let load = recording.recordingInput({ model.load() }, as: "load")
  recording.record(model.states, as: "states")
  let shown = context.timeline(model.states)
  let before = await context.server.requestCount(path)
  await play(context, on: shown, joins: true) { _ = load() }
  let requests = await context.server.requestCount(path) - before
  let rows = model.states.value.value ?? []
  return [
    .line("With one loader", .bold),
    .line("\(taps) taps made \(requests) requests: a tap during a load joins it."), .blank,
  ] + shown.blocks("The same taps", PodcastList.mark) + [
    .blank,
    .table(
      ["Podcast", "Publisher", "Genre"],
      rows.prefix(6).map { [$0.title, $0.publisher, $0.genre] }
    ),
    .line("… and \(max(0, rows.count - 6)) more, \(rows.count) in all", .faint),
    shown.draws("nlfldrFrd", PodcastList.mark)
      .and(expect("Requests of the loader", requests, is: taps - 1))
      .and(expect("Podcasts are shown", !rows.isEmpty, is: true))
      .proves("The loader publishes the same states; five taps make four requests."),
  ]
}
