import ReactiveLoadable
import ReactiveTimeline

/// The listening queue with optimistic updates, which are rolled back on failure.
@MainActor
final class EditableQueueModel {
  typealias Item = ListeningQueue.Item

  private let queue: Loader<NoRequest, ListeningQueue, APIError>
  private let changes: Mutation<QueueEdit, Item, APIError>
  private let additions: Mutation<Item, Item, APIError>

  /// The states of the server's queue with the unconfirmed edits on top.
  var states: ReadOnlyRelay<Loadable<ListeningQueue, APIError>> { queue.states }

  init(
    fetch: @escaping @Sendable () async throws(APIError) -> ListeningQueue,
    change: @escaping @Sendable (QueueEdit) async throws(APIError) -> Item,
    put: @escaping @Sendable (Item) async throws(APIError) -> Item
  ) {
    queue = Loader(policy: .api, fetch)
    changes = Mutation(
      policy: .api(.concurrent),
      editing: queue,
      change: { edit, queue in queue.apply(edit) },
      write: change
    )
    additions = Mutation(
      policy: .api(.concurrent),
      editing: queue,
      change: { item, queue in queue.put(item) },
      write: put,
      confirm: { _, saved, queue in queue.put(saved) }
    )
  }

  @discardableResult
  func load() -> LoadTask<ListeningQueue, APIError> { queue.load() }

  /// Changes a row; the change is published before this returns.
  @discardableResult
  func change(_ edit: QueueEdit) -> LoadTask<Item, APIError> { changes.run(edit) }

  @discardableResult
  func add(_ item: Item) -> LoadTask<Item, APIError> { additions.run(item) }
}

extension Scene {
  static let edit = Scene(
    name: "edit",
    title: "Optimistic edits, with rollback",
    shows: """
      A heart, a new title and a new row are shown before the server has answered any of them. A \
      refresh in between keeps them on top of its answer. The heart is refused and rolled back; \
      the other two stay, and are on the server in the end.
      """
  ) { context in [Step("Editing the queue") { await Edits(context).run() }] }
}

@MainActor
private final class Edits {
  typealias State = Loadable<ListeningQueue, APIError>
  typealias Item = ListeningQueue.Item

  struct Snapshot {
    var symbol: String
    var event: String
    var queue: ListeningQueue?
  }

  private let context: SceneContext
  private let model: EditableQueueModel
  private let load: () -> LoadTask<ListeningQueue, APIError>
  private let change: (QueueEdit) -> LoadTask<Item, APIError>
  private let add: (Item) -> LoadTask<Item, APIError>
  private let shown: StateTimeline<State>
  private let added = Item(id: "by-phone", title: "Added here")
  private let remote = Item(id: "by-tablet", title: "Added on the tablet")
  private let title = "A better title"
  private var snapshots: [Snapshot] = []
  private var heart: LoadOutcome<Item, APIError>?

  init(_ context: SceneContext) {
    self.context = context
    let api = context.api
    let recording = context.recording(
      "the queue",
      of: "EditableQueueModel(fetch: fetch, change: change, put: put)"
    )
    let model = EditableQueueModel(
      fetch: recording.recording(api.queue, as: "fetch", orCancelled: .cancelled),
      change: recording.recording(api.change, as: "change", orCancelled: .cancelled),
      put: recording.recording(api.put, as: "put", orCancelled: .cancelled)
    )
    load = recording.recordingInput({ model.load() }, as: "load")
    change = recording.recordingInput({ model.change($0) }, as: "change")
    add = recording.recordingInput({ model.add($0) }, as: "add")
    recording.record(model.states, as: "states")
    self.model = model
    shown = context.timeline(model.states)
  }

  func run() async -> [Block] {
    await context.server.disturb(.delay(.milliseconds(40)), path: "/queue")
    await context.rest()
    await load().outcome()
    await note("a", "loaded")
    if let items = model.states.value.value?.items, items.count > 1 { await edit(items) }
    await shown.catchesUp(with: model.states)
    return [
      .table(
        ["", "Event", "Row 1", "Row 2", "The new row"],
        snapshots.map { [$0.symbol, $0.event] + cells($0.queue) }
      ), .line("The heart: \(heart?.error?.description ?? "no error")"), .blank,
    ] + shown.blocks("Screen states", mark) + (await checks())
  }

  private func edit(_ items: [Item]) async {
    let (heartPath, titlePath) = ("/queue/\(items[0].id)/liked", "/queue/\(items[1].id)/title")
    let gates = [Gate(), Gate(), Gate()]
    for (path, gate) in zip([heartPath, titlePath, "/queue/\(added.id)"], gates) {
      await context.server.disturb(.hold(gate), path: path)
    }
    await context.server.disturb(.status(500), path: heartPath)
    let liking = change(.like(items[0].id))
    record("h", "a heart, unconfirmed")
    let renaming = change(.rename(items[1].id, to: title))
    record("t", "a new title, unconfirmed")
    let adding = add(added)
    record("w", "a new row, unconfirmed")
    await pause()
    _ = try? await context.api.put(remote)
    await load().outcome()
    await note("u", "an answer below the edits")
    gates[0].open()
    heart = await liking.outcome()
    await note("x", "the heart is refused")
    gates[1].open()
    await renaming.outcome()
    gates[2].open()
    await adding.outcome()
    await note("s", "the others are saved")
    await load().outcome()
    await note("e", "the server's queue")
  }

  private func record(_ symbol: String, _ event: String) {
    snapshots.append(Snapshot(symbol: symbol, event: event, queue: model.states.value.latest))
  }

  private func note(_ symbol: String, _ event: String) async {
    record(symbol, event)
    await pause()
  }

  private func pause() async { await context.pause(.milliseconds(40)) }

  private func cells(_ queue: ListeningQueue?) -> [String] {
    let rows = queue?.items.prefix(2).map { ($0.isLiked ? "♥ " : "") + $0.title } ?? []
    let new = queue?[added.id].map { item in
      item.title + (item.number.map { ", number \($0)" } ?? ", no number")
    }
    return rows + [new ?? "–"]
  }

  private func mark(_ state: State) -> StateMark {
    state.mark { queue in
      let snapshot = snapshots.first { $0.queue == queue }
      return StateMark(snapshot?.symbol ?? "?", snapshot?.event ?? "another queue")
    }
  }

  private func checks() async -> [Block] {
    let queues = snapshots.map(\.queue)
    let hearts = queues.map { $0?.items.first?.isLiked == true ? "♥" : "-" }.joined()
    let titles = queues.map { $0?.items.dropFirst().first?.title == title ? "t" : "-" }.joined()
    let rows = queues.map { $0?[added.id] == nil ? "-" : "w" }.joined()
    let items = queues.last??.items
    let remote = try? await context.api.queue().items
    return [
      expect("Hearts", hearts, is: "-♥♥♥♥---").and(expect("Titles", titles, is: "--tttttt"))
        .and(expect("New rows", rows, is: "---wwwww"))
        .and(expect("The heart", heart, is: .failed(.status(500))))
        .and(shown.draws("nlahtwruxsre", mark))
        .proves("Every edit is shown at once, and only the refused one is rolled back."),
      expect("The rows", items, is: remote ?? [])
        .and(expect("The numbers", items?.map(\.number), is: [1, 2, 3, 4, 5, 6]))
        .proves("In the end the screen shows the rows of the server."),
    ]
  }
}
