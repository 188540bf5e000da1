import ReactiveLoadable

/// Search as you type, and its results page by page.
struct SearchScene: Scene {
  typealias State = SearchModel.State

  let name = "search"
  let title = "Search as you type, in a list without end"
  let shows = """
    Countries, languages, currencies and time zones, by their names in fifteen languages. The \
    answer to “ge” is held back until the one to “germ” is shown; then it arrives, too late. \
    Clearing the box clears the list. Then a thousand results are scrolled through: pages that \
    shift, an empty one, a slow one and one that fails; a refresh, and back to a recent text.
    """

  func run(in context: SceneContext) async -> SceneResult {
    let typing = TypingPlay(context)
    await context.console.working("Searching") { await typing.run() }
    await typing.report()
    let result = await typing.check()
    let scrolling = ScrollPlay(context, earlier: await context.server.requests.count)
    await context.console.working("Scrolling") { await scrolling.run() }
    scrolling.report()
    return result.and(await scrolling.check())
  }
}
