import ReactiveLoadable
import ReactiveResources

/// What rows cost that share nothing and keep nothing, and what they cost here.
struct PosterGain: Hashable, Sendable {
  let naive: PosterTraffic
  let shared: PosterTraffic

  /// Fetches anew what has appeared, a request for each row, and has the server count that.
  static func measure(
    _ keys: [ResourceKey],
    in context: SceneContext
  ) async -> PosterGain {
    let shared = await context.server.posterTraffic
    let latency = await context.server.setLatency(.zero)
    for key in keys where !Task.isCancelled { await context.api.fetchPoster(key) }
    await context.server.setLatency(latency)
    return PosterGain(naive: await context.server.posterTraffic - shared, shared: shared)
  }

  /// Reached if there was a request for each row without sharing, and if sharing cost no more.
  ///
  /// A day later it may cost as many requests: everything is stale by then.
  func check(_ keys: [ResourceKey]) -> SceneResult {
    SceneResult.check("Requests that share nothing", naive.requests, is: keys.count)
      .and(.check("No more requests", shared.requests <= naive.requests, is: true))
      .and(.check("No more bytes", shared.bytes <= naive.bytes, is: true))
  }

  /// Reached if sharing cost less.
  func checkSaving() -> SceneResult {
    SceneResult.check("Fewer requests", shared.requests < naive.requests, is: true)
      .and(.check("Fewer bytes", shared.bytes < naive.bytes, is: true))
  }

  func write(to console: Console) {
    let saved = naive - shared
    console.line("What was saved, by the counters of the server", style: .bold)
    console.paragraph(
      "Without sharing, each row that appears asks for its whole poster, and nothing is kept.",
      style: .faint
    )
    console.table(
      TextTable(
        [
          .init("The same rows"), .init("Requests", isTrailing: true),
          .init("Bytes of posters", isTrailing: true),
        ],
        rows: [
          naive.cells("Without sharing"),
          shared.cells("With sharing, as it was here"),
          saved.cells("Saved"),
          [
            "", Self.percent(saved.requests, naive.requests),
            Self.percent(saved.bytes, naive.bytes),
          ],
        ]
      )
    )
    console.line()
  }

  private static func percent(_ part: Int, _ whole: Int) -> String {
    "\(whole == 0 ? 0 : part * 100 / whole) %"
  }
}
