import Foundation
import ReactiveLoadable
import ReactiveTimeline

typealias EpisodeLoader = Loader<NoRequest, Data, APIError>

extension EpisodeLoader {
  static func episode(
    _ fetch:
      @escaping @Sendable (_ progress: @escaping Transport.Progress)
      async throws(APIError) -> Data
  ) -> EpisodeLoader {
    Loader(policy: .api) { (report: LoadReporter<Data>) async throws(APIError) -> Data in
      try await fetch { report.progress(completed: $0, of: $1) }
    }
  }
}

extension Scene {
  static let download = Scene(
    name: "download",
    title: "A long download with its progress, and one that is cancelled",
    shows: """
      Three megabytes in small pieces: every piece is a state with the bytes received so far. A \
      second download is cancelled halfway: the state is exactly the one before, and the server \
      sees the connection close.
      """
  ) { context in
    let download = Download(context)
    return [Step { await download.all() }, Step { await download.cancelled() }]
  }
}

@MainActor
private final class Download {
  private typealias Report = @Sendable (LoadProgress) -> Void

  private let context: SceneContext
  private let episode: EpisodeLoader
  private let load: () -> LoadTask<Data, APIError>
  private let cancel: () -> Void
  private let shown: StateTimeline<Loadable<Data, APIError>>

  init(_ context: SceneContext) {
    self.context = context
    let recording = context.recording(
      "the episode",
      of: """
        EpisodeLoader.episode { progress async throws(APIError) in \
        try await fetch { progress($0.completed ?? 0, $0.total) } }
        """,
      frame: .milliseconds(2)
    )
    let download = { @Sendable (report: @escaping Report) async throws(APIError) -> Data in
      try await context.api.episode { report(LoadProgress(completed: $0, of: $1)) }
    }
    let fetch = recording.recordingReports(download, as: "fetch", orCancelled: .cancelled)
    let episode = EpisodeLoader.episode { progress async throws(APIError) in
      try await fetch { progress($0.completed ?? 0, $0.total) }
    }
    load = recording.recordingInput({ episode.load() }, as: "load")
    cancel = recording.recordingInput({ episode.cancel() }, as: "cancel")
    recording.record(episode.states, as: "states")
    self.episode = episode
    shown = context.timeline(episode.states)
  }

  func all() async -> [Block] {
    context.console.line("Downloading", style: .bold)
    await context.rest()
    await measuring { _ = await load().outcome() }
    let data = episode.states.value.value
    let (line, isComplete) = await serverLine(transfer: 1)
    return [
      .line("  \(data?.count ?? 0) bytes received."), line,
      expect("The bytes", data == SampleEpisode.data, is: true)
        .and(expect("The server sent everything", isComplete, is: true))
        .proves("The first download has the bytes of the server, in order."),
    ]
  }

  func cancelled() async -> [Block] {
    // Without a first download the second one has no state to restore.
    guard episode.states.value.value != nil else { return timeline }
    await context.pause(.milliseconds(60))
    let (before, gate) = (episode.states.value, Gate())
    await context.server.disturb(.stall(gate), path: "/episode", times: 1)
    context.console.line("Downloading again, and cancelling", style: .bold)
    await measuring {
      _ = load()
      await shown.shows { ($0.progress?.fraction ?? 0) >= 0.5 || $0.error != nil }
      await context.rest()
      cancel()
    }
    let isRestored = episode.states.value == before
    gate.open()
    let (line, isComplete) = await serverLine(transfer: 2)
    return [.line("  The state is \(isRestored ? "the one before" : "a different one")."), line]
      + timeline + [
        expect("The state is restored", isRestored, is: true)
          .and(expect("The server sent everything", isComplete, is: false))
          .proves("The cancel restores the state before; the server sees the connection close."),
        checkProgress().proves("The progress only grows, to the end and to the half."),
      ]
  }

  private func measuring(_ body: () async -> Void) async {
    let count = shown.states.count
    await context.console.measuring { show in
      let subscription = episode.states.sink { state in
        if let progress = state.progress { show(progress) }
      }
      await body()
      subscription.cancel()
      // The timeline receives each state first, so the body can be ahead of the subscription.
      let states = shown.states.dropFirst(count)
      if let last = states.last(where: { $0.progress != nil })?.progress { show(last) }
    }
  }

  private func serverLine(transfer number: Int) async -> (Block, isComplete: Bool?) {
    await shown.catchesUp(with: episode.states)
    guard episode.states.value.error == nil, let transfer = await context.server.ended(number)
    else {
      return (.line("  The server sent nothing."), nil)
    }
    let progress = LoadProgress(completed: Int64(transfer.sent), of: Int64(transfer.total))
    let event = transfer.isComplete ? "sent everything" : "saw the connection close"
    return (.line("  The server \(event): \(progress.amount)."), transfer.isComplete)
  }

  private var timeline: [Block] {
    let pieces = shown.states.count { $0.progress != nil }
    return [.blank, .line("\(pieces) states with progress, drawn once per quarter.")]
      + shown.blocks("Screen states", frame: .milliseconds(20), Self.mark)
  }

  private func checkProgress() -> SceneResult {
    let downloads = shown.states.split { $0.progress == nil }.map { $0.compactMap(\.progress) }
    let amounts = downloads.map { $0.compactMap(\.completed) }
    return shown.draws("nl¼½¾dr¼½d", Self.mark)
      .and(expect("The progress grows", amounts.map { $0 == $0.sorted() }, is: [true, true]))
      .and(expect("The progress at the ends", downloads.map { $0.last?.fraction }, is: [1, 0.5]))
  }

  private static func mark(_ state: Loadable<Data, APIError>) -> StateMark {
    state.mark { StateMark("d", "loaded, \($0.count) bytes") }
  }
}
