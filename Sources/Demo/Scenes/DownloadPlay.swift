import Foundation
import ReactiveLoadable

/// One run of the scene of downloads.
@MainActor
struct DownloadPlay {
  typealias State = DownloadScene.State

  private let context: SceneContext
  private let model: EpisodeModel
  private let shown: StateTimeline<State>

  init(_ context: SceneContext) {
    self.context = context
    model = EpisodeModel(fetch: context.api.episode)
    shown = StateTimeline(model.states, clock: context.clock)
  }

  /// Downloads everything; reached if all bytes are there and in their places.
  func downloadAll() async -> SceneResult {
    context.console.line("Downloading", style: .bold)
    await measuring { _ = await model.download().outcome() }
    guard let data = model.states.value.value else { return missed }
    context.console.line("  \(data.count) bytes are there.")
    return .check("The bytes are those of the server", data == SampleEpisode.data, is: true)
      .and(await check(transfer: 1, isComplete: true))
  }

  /// Downloads again, cancels at half; reached if the state is what it was, and the server knows.
  func cancelInTheMiddle() async -> SceneResult {
    try? await context.clock.sleep(for: .milliseconds(60))
    let before = model.states.value
    let gate = Gate()
    await context.server.disturb(.stall(gate), path: "/episode", times: 1)
    context.console.line("Downloading once more, and cancelling", style: .bold)
    await measuring {
      model.download()
      await shown.shows { ($0.progress?.fraction ?? 0) >= 0.5 || $0.error != nil }
      model.cancel()
    }
    guard model.states.value.error == nil else { return missed }
    let after = model.states.value
    context.console.line("  The state is \(after == before ? "what it was" : "another one").")
    gate.open()
    return .check("The state after the cancel is the one before", after == before, is: true)
      .and(await check(transfer: 2, isComplete: false))
  }

  private var missed: SceneResult {
    let error = model.states.value.error?.description ?? "nothing"
    return .missed("The download: expected \(SampleEpisode.size) bytes; there was: \(error)")
  }

  /// Runs the body and shows how far the download is.
  private func measuring(_ body: () async -> Void) async {
    let count = shown.states.count
    await context.console.measuring { show in
      let subscription = model.states.sink { state in
        if let progress = state.progress { show(progress) }
      }
      await body()
      subscription.cancel()
      // The timeline receives each state first, so the body may be ahead of the subscription here.
      let states = shown.states.dropFirst(count)
      if let last = states.last(where: { $0.progress != nil })?.progress { show(last) }
    }
  }

  private func check(transfer number: Int, isComplete: Bool) async -> SceneResult {
    await shown.catchesUp(with: model.states)
    guard let transfer = await context.server.ended(number) else {
      return .missed("The server sent nothing.")
    }
    let progress = LoadProgress(completed: Int64(transfer.sent), of: Int64(transfer.total))
    let what = transfer.isComplete ? "sent everything" : "saw the connection close"
    context.console.line("  The server \(what): \(progress.amount).")
    return .check("The server sent everything", transfer.isComplete, is: isComplete)
  }
}

extension DownloadPlay {
  /// Reached if the states are those of two downloads, and the progress only ever grew.
  func check() -> SceneResult {
    let data = shown.states.compactMap(\.value).first ?? Data()
    let downloads = shown.states.split { $0.progress == nil }.map { $0.compactMap(\.progress) }
    let amounts = downloads.map { $0.compactMap(\.completed) }
    return SceneResult.compare(
      "The download",
      shown.states.filter { $0.progress == nil },
      with: [
        .notRequested, .loading, .loaded(data), .loading(previous: data, cause: .load),
        .loaded(data),
      ],
      DownloadScene.mark
    )
    .and(.check("The progress of each grew", amounts.map { $0 == $0.sorted() }, is: [true, true]))
    .and(
      .check("The progress at the ends", downloads.map { $0.last?.fraction }, is: [1, 0.5])
    )
  }

  /// Writes the timeline.
  func report() {
    let pieces = shown.states.count { $0.progress != nil }
    context.console.line()
    context.console.line("\(pieces) states with progress, of which the quarters are drawn.")
    let heading = "What the screen showed"
    shown.write(
      to: context.console,
      heading: heading,
      frame: .milliseconds(20),
      DownloadScene.mark
    )
  }
}
