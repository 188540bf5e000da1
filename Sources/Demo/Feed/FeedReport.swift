import Foundation
import ReactiveLoadable
import ReactiveResources

struct FeedReport: Sendable {
  let feed: Feed
  var limit = 20

  var headline: String {
    let count = feed.episodes.count
    return "\(feed.title ?? "Untitled feed"): \(count == 1 ? "1 episode" : "\(count) episodes")"
  }

  var table: TextTable {
    TextTable(
      ["Date", .right("Length"), "Episode", "Enclosure"],
      rows: feed.episodes.prefix(limit).map(Self.row)
    )
  }

  var remainder: String? {
    feed.episodes.count > limit ? "… and \(feed.episodes.count - limit) more" : nil
  }

  var blocks: [Block] {
    let title = Block.line(headline, .bold)
    guard !feed.episodes.isEmpty else { return [title] }
    return [title, .table(table)] + (remainder.map { [.line($0, .faint)] } ?? [])
  }

  private static func row(_ episode: Episode) -> [String] {
    [
      episode.date?.formatted(.iso8601.year().month().day()) ?? "–",
      episode.duration.map(time) ?? "–",
      episode.title ?? "Untitled",
      episode.enclosure.map(file) ?? "–",
    ]
  }

  /// Hours, minutes and seconds, `1:02:03` or `2:03`.
  static func time(_ duration: Duration) -> String {
    let hasHours = duration >= .seconds(3600)
    return duration.formatted(.time(pattern: hasHours ? .hourMinuteSecond : .minuteSecond))
  }

  static func file(_ enclosure: Enclosure) -> String {
    let name = enclosure.url.flatMap { URL(reading: $0)?.lastPathComponent ?? $0 }
    let size = enclosure.length.map { "\($0.megabytes) MB" }
    return [name, enclosure.type, size].compactMap { $0 }.joined(separator: ", ")
  }
}

extension Scene {
  static func feed(_ source: FeedSource) -> Scene {
    Scene(
      name: "feed",
      title: "A podcast feed",
      shows: "Loads \(source) and shows its episodes."
    ) { context in
      let model = Loader(policy: .api, FeedLoader().load)
      let shown = context.timeline(model.states)
      return [
        Step("Loading \(source)") {
          await model.load(source).outcome()
          await shown.catchesUp(with: model.states)
          let report = model.states.value.value.map { FeedReport(feed: $0).blocks + [.blank] }
          let result = model.states.value.error.map { SceneResult.missed($0.description) }
          return (report ?? []) + shown.blocks("Screen states") { $0.mark() } + [
            (result ?? shown.draws("nld") { $0.mark() }).proves("The feed is loaded.")
          ]
        }
      ]
    }
  }
}
