import ReactiveLoadable

/// Optimistic edits: three show at once, one fails and takes back only itself.
struct EditScene: Scene {
  typealias State = Loadable<ListeningQueue, APIError>

  let name = "edit"
  let title = "Optimistic edits, with rollback"
  let shows = """
    A heart, a new title and a new row show before the server has answered any of them. A refresh \
    in between goes beneath them. The heart is refused and goes away; the other two stay, and are \
    what the server has in the end.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let play = EditPlay(context)
    await context.console.working("Editing the queue") { await play.run() }
    play.report()
    return play.check()
  }
}
