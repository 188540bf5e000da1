import ReactiveLoadable

/// Shows any podcast feed: its title and its episodes.
struct FeedScene: Scene {
  let source: FeedSource
  let name = "feed"
  let title = "A podcast feed"
  var shows: String { "Loads \(source) and shows its episodes." }

  func run(in context: SceneContext) async -> SceneResult {
    let model = FeedModel(fetch: FeedLoader().load)
    let shown = StateTimeline(model.states, clock: context.clock)
    let outcome = await context.console.working("Loading \(source)") { await model.open(source) }
    await shown.catchesUp(with: model.states)
    if let feed = outcome.value {
      FeedReport(feed: feed).write(to: context.console)
      context.console.line()
    }
    shown.write(to: context.console, heading: "What the screen showed") { $0.mark() }
    if let error = outcome.error { return .missed(error.description) }
    guard let feed = outcome.value else { return .missed("Loading \(source) was interrupted.") }
    let expected: [Loadable<Feed, FeedError>] = [.notRequested, .loading, .loaded(feed)]
    return shown.result(of: "The feed", expecting: expected) { $0.mark() }
  }
}
