/// Shows any podcast feed: its title and its episodes.
struct FeedScene: Scene {
  let source: FeedSource
  let name = "feed"
  let title = "A podcast feed"
  var shows: String { "Loads \(source) and shows its episodes." }

  func run(in context: SceneContext) async -> SceneResult {
    do {
      let feed = try await context.console.working("Loading \(source)") { () throws(FeedError) in
        try await FeedLoader().load(source)
      }
      FeedReport(feed: feed).write(to: context.console)
      return .reached
    } catch {
      return .missed(error.description)
    }
  }
}
