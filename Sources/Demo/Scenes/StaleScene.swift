import ReactiveLoadable
import ReactiveTimeline

/// The listening queue: cached or saved values appear immediately, and are refreshed if stale.
@MainActor
final class QueueModel {
  private let queue: Loader<NoRequest, ListeningQueue, APIError>
  private let save: Mutation<ListeningQueue.Item, ListeningQueue.Item, APIError>

  var states: ReadOnlyRelay<Loadable<ListeningQueue, APIError>> { queue.states }

  init(
    policy: LoadPolicy = .api(fresh: .lasting(.seconds(300))),
    saved: BehaviorRelay<ListeningQueue?> = BehaviorRelay(nil),
    fetch: @escaping @Sendable () async throws(APIError) -> ListeningQueue,
    put: @escaping @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item
  ) {
    // Shown in the first load only; the loader keeps later values.
    let early = BehaviorRelay(saved.value)
    let queue = Loader(policy: policy) {
      (report: LoadReporter<ListeningQueue>) async throws(APIError) -> ListeningQueue in
      if let value = early.update({ $0.take() }) { report.value(value) }
      let answer = try await fetch()
      saved.accept(answer)
      return answer
    }
    self.queue = queue
    save = Mutation(policy: .api()) { (item: ListeningQueue.Item) async throws(APIError) in
      let item = try await put(item)
      queue.invalidate()
      return item
    }
  }

  /// Loads the queue if needed; a cached value is published before this returns.
  @discardableResult
  func appear() -> LoadTask<ListeningQueue, APIError> { queue.loadIfNeeded() }

  /// Adds an item; the next appearance refreshes the queue.
  @discardableResult
  func add(_ item: ListeningQueue.Item) -> LoadTask<ListeningQueue.Item, APIError> {
    save.run(item)
  }
}

extension Scene {
  static let stale = Scene(
    name: "stale",
    title: "Stale while revalidate",
    shows: """
      A listening queue that is fresh for five minutes, and a screen that appears again and again. \
      A fresh queue makes no request. A stale one, also after a write, is shown at once and \
      refreshed in the background. The next launch shows the saved queue until the answer arrives. \
      The server counts the requests.
      """
  ) { context in
    await context.server.disturb(.delay(.milliseconds(50)), path: "/queue")
    return [Step("Loading the queue") { await StaleAppearances(context).run() }]
  }
}

@MainActor
private final class StaleAppearances {
  typealias State = Loadable<ListeningQueue, APIError>

  private struct Appearance {
    var occasion: String
    var initial: State
    var final: State
    var requests: Int
  }

  private struct Launch {
    let model: QueueModel
    let appear: () -> LoadTask<ListeningQueue, APIError>
    let add: (ListeningQueue.Item) -> LoadTask<ListeningQueue.Item, APIError>
    let shown: StateTimeline<State>
  }

  private let context: SceneContext
  private let clock: MovableClock
  private let saved = BehaviorRelay<ListeningQueue?>(nil)
  private var launches: [Launch] = []
  private var appearances: [Appearance] = []

  init(_ context: SceneContext) {
    self.context = context
    clock = MovableClock(context.clock)
  }

  func run() async -> [Block] {
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
    return [
      .table(
        ["The screen appears", "Shown at once", "Afterwards", .right("Requests")],
        appearances.map {
          [$0.occasion, Self.text($0.initial), Self.text($0.final), String($0.requests)]
        }
      ), .blank,
    ] + launches[0].shown.blocks("The first launch", Self.mark)
      + launches[1].shown.blocks("The next launch", Self.mark) + checks
  }

  private func launch() -> Launch {
    let recording = context.recording(
      "launch \(launches.count + 1)",
      of: """
        QueueModel(policy: .api(fresh: .lasting(.seconds(300)), clock: m.clock), \
        saved: BehaviorRelay(saved), fetch: fetch, put: put)
        """,
      clock: clock
    )
    recording.recordConstant(saved.value, as: "saved")
    let model = QueueModel(
      policy: .api(fresh: .lasting(.seconds(300)), clock: clock),
      saved: saved,
      fetch: recording.recording(context.api.queue, as: "fetch", orCancelled: .cancelled),
      put: recording.recording(context.api.put, as: "put", orCancelled: .cancelled)
    )
    let launch = Launch(
      model: model,
      appear: recording.recordingInput({ model.appear() }, as: "appear"),
      add: recording.recordingInput({ model.add($0) }, as: "add"),
      shown: context.timeline(model.states)
    )
    recording.record(model.states, as: "states")
    launches.append(launch)
    return launch
  }

  private func appear(_ launch: Launch, _ occasion: String) async {
    await context.rest()
    let (load, states) = (launch.appear(), launch.model.states)
    let initial = states.value
    await load.outcome()
    let (final, requests) = (states.value, await context.server.requestCount("/queue"))
    appearances.append(
      Appearance(occasion: occasion, initial: initial, final: final, requests: requests)
    )
    for launch in launches { await launch.shown.catchesUp(with: launch.model.states) }
    await context.pause(.milliseconds(60))
  }

  private static func text(_ state: State) -> String {
    let revision = state.latest.map { "revision \($0.revision)" }
    let parts = [revision, state.isLoading ? "a spinner" : nil].compactMap(\.self)
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", and ")
  }

  private static func mark(_ state: State) -> StateMark {
    if state.isReloading { return StateMark("e", "loading, saved value shown", .busy) }
    return state.mark { StateMark(String($0.revision), "revision \($0.revision)") }
  }

  private var checks: [Block] {
    let initial = appearances.map { Self.mark($0.initial).symbol }.joined()
    let revisions = appearances.map { $0.final.value?.revision ?? 0 }
    return [
      expect("Revisions", revisions, is: [1, 1, 2, 3, 4])
        .and(expect("Requests", appearances.map(\.requests), is: [1, 1, 2, 3, 4]))
        .proves("A request is made only if the queue is stale."),
      expect("At once", initial, is: "l1rre")
        .and(launches[0].shown.draws("nl1r2r3", Self.mark))
        .and(launches[1].shown.draws("nle4", Self.mark))
        .proves("The latest queue is shown at once and refreshed."),
    ]
  }
}
