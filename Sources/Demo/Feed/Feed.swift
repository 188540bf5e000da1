import Foundation

/// A podcast feed: what could be read of it, in the order of the document.
struct Feed: Hashable, Sendable {
  var title: String?
  var episodes: [Episode]
}

/// An episode; a field that is missing or cannot be understood is nil.
struct Episode: Hashable, Sendable {
  var title: String?
  var date: Date?
  var duration: Duration?
  var enclosure: Enclosure?
}

/// The media file of an episode, as the feed describes it.
struct Enclosure: Hashable, Sendable {
  var url: String?
  var type: String?
  /// The size in bytes.
  var length: Int?
}
