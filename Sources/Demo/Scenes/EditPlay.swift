import ReactiveLoadable

/// One run of the scene of edits.
@MainActor
final class EditPlay {
  typealias State = EditScene.State
  typealias Item = ListeningQueue.Item
  typealias Write = LoadTask<Item, APIError>

  /// What the screen showed after something had happened.
  struct Moment {
    var symbol: String
    var event: String
    var queue: ListeningQueue?
  }

  let context: SceneContext
  let shown: StateTimeline<State>
  let added = Item(id: "by-phone", title: "Added here")
  let remote = Item(id: "by-tablet", title: "Added on the tablet")
  let title = "A better title"
  private(set) var moments: [Moment] = []
  /// What became of the edit that the server refuses.
  private(set) var heart: LoadOutcome<Item, APIError>?

  private let model: EditableQueueModel

  init(_ context: SceneContext) {
    self.context = context
    let api = context.api
    model = EditableQueueModel(fetch: api.queue, change: api.change, put: api.put)
    shown = StateTimeline(model.states, clock: context.clock)
  }

  /// Loads, edits three rows, loads in between, and lets the server answer one edit after the other.
  func run() async {
    await context.server.disturb(.delay(.milliseconds(40)), path: "/queue")
    await model.load().outcome()
    await note("a", "loaded")
    guard let items = model.states.value.value?.items, items.count > 1 else { return }
    let gates = [
      await hold("/queue/\(items[0].id)/liked"), await hold("/queue/\(items[1].id)/title"),
      await hold("/queue/\(added.id)"),
    ]
    await context.server.disturb(.status(500), path: "/queue/\(items[0].id)/liked")
    await answer(edit(items), gates)
    await shown.catchesUp(with: model.states)
  }

  /// Three taps, one right after the other.
  private func edit(_ items: [Item]) -> [Write] {
    let liking = model.change(.like(items[0].id))
    see("h", "a heart, not saved yet")
    let renaming = model.change(.rename(items[1].id, to: title))
    see("t", "a new title, not saved yet")
    let adding = model.add(added)
    see("w", "a new row, not saved yet")
    return [liking, renaming, adding]
  }

  private func answer(_ writes: [Write], _ gates: [Gate]) async {
    await pause()
    _ = try? await context.api.put(remote)
    await model.load().outcome()
    await note("u", "an answer beneath them")
    gates[0].open()
    heart = await writes[0].outcome()
    await note("x", "the heart is refused")
    gates[1].open()
    await writes[1].outcome()
    gates[2].open()
    await writes[2].outcome()
    await note("s", "the others are saved")
    await model.load().outcome()
    await note("e", "what the server has")
  }
}

extension EditPlay {
  /// Holds back the answers of a path until the gate is open.
  private func hold(_ path: String) async -> Gate {
    let gate = Gate()
    await context.server.disturb(.hold(gate), path: path)
    return gate
  }

  private func see(_ symbol: String, _ event: String) {
    moments.append(Moment(symbol: symbol, event: event, queue: model.states.value.latest))
  }

  private func note(_ symbol: String, _ event: String) async {
    see(symbol, event)
    await pause()
  }

  /// Time to look at it.
  private func pause() async { try? await context.clock.sleep(for: .milliseconds(40)) }
}
