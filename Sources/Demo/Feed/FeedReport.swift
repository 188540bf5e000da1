import Foundation

/// A feed as the console shows it.
struct FeedReport: Sendable {
  let feed: Feed
  /// How many episodes are shown.
  var limit = 20

  /// The feed's title and its number of episodes.
  var headline: String {
    let count = feed.episodes.count
    return "\(feed.title ?? "Untitled feed"): \(count == 1 ? "1 episode" : "\(count) episodes")"
  }

  /// The first episodes with date, duration and enclosure.
  var table: TextTable {
    TextTable(
      [.init("Date"), .init("Length", isTrailing: true), .init("Episode"), .init("Enclosure")],
      rows: feed.episodes.prefix(limit).map(Self.row)
    )
  }

  /// What is not shown, or nil.
  var remainder: String? {
    feed.episodes.count > limit ? "… and \(feed.episodes.count - limit) more" : nil
  }

  /// Writes the report.
  func write(to console: Console) {
    console.line(headline, style: .bold)
    guard !feed.episodes.isEmpty else { return }
    console.table(table)
    if let remainder { console.line(remainder, style: .faint) }
  }
}

extension FeedReport {
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
    let seconds = duration.components.seconds
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let head = hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)"
    return "\(head):\(twoDigits(seconds % 60))"
  }

  /// File name, type and size of an enclosure, as far as they are known.
  static func file(_ enclosure: Enclosure) -> String {
    let name = enclosure.url.flatMap { URL(string: $0)?.lastPathComponent ?? $0 }
    let size = enclosure.length.map { "\($0 / 1_000_000).\($0 / 100_000 % 10) MB" }
    return [name, enclosure.type, size].compactMap { $0 }.joined(separator: ", ")
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
