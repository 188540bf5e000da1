import Foundation

extension FuzzTarget {
  /// A feed has no more than its document, its numbers are in bounds, and its date is read again.
  static let feeds = FuzzTarget(name: "feeds") { input in
    let charset = input.choice(of: [nil, "utf-8", "iso-8859-1", "utf-16", "x y", "windows-1252"])
    let bytes = Data(input.rest)
    let text = input.text
    if let date = FeedDate.parse(text) {
      let seconds = date.timeIntervalSince1970
      require(seconds.isFinite && seconds.magnitude < 1e12, "\(text) is \(seconds)")
    }
    if let duration = FeedDuration.parse(text) {
      require(duration >= .zero && duration < .seconds(1e13), "\(text) is \(duration)")
    }
    // NB: On Linux, XMLParser ends the process for a name of an element that is no UTF-8.
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    do throws(FeedError) {
      let feed = try Feed(xml: bytes, charset: charset)
      let episodes = planting(in: feed.episodes) { episodes in
        if episodes.first?.enclosure?.length == 9 { episodes[0].enclosure?.length = -1 }
      }
      require(episodes.count <= bytes.count / "<item/>".utf8.count, "\(episodes.count) episodes")
      for episode in episodes {
        require(episode.enclosure?.length ?? 0 >= 0, "\(episode)")
        require(episode.title?.isEmpty != true, "\(episode)")
      }
    } catch {
      require(!error.description.isEmpty, "an error without a text")
    }
  }
}
