import Foundation

/// The bundled data: real podcasts in alphabetical order, and invented movies.
struct Catalogue: Sendable {
  let podcasts: [Podcast]
  var movies: [Movie] = []
  var facts: [MovieFacts] = []

  static func bundled() throws(BundledFile.ResourceError) -> Catalogue {
    Catalogue(
      podcasts: try BundledFile("podcasts.json").decoded(),
      movies: try BundledFile("movies.json").decoded(),
      facts: try BundledFile("movie-facts.json").decoded()
    )
  }
}

/// A bundled file, by its path in the folder of the resources.
struct BundledFile: Hashable, Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  func data() throws(ResourceError) -> Data {
    let url = Bundle.module.url(forResource: "Resources/\(path)", withExtension: nil)
    guard let url, let data = try? Data(contentsOf: url) else {
      throw ResourceError(path: path, reason: "is missing")
    }
    return data
  }

  func decoded<Value: Decodable>() throws(ResourceError) -> Value {
    let data = try data()
    do { return try JSONDecoder().decode(Value.self, from: data) } catch {
      throw ResourceError(path: path, reason: "cannot be read: \(error)")
    }
  }

  struct ResourceError: Error, Hashable, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "The bundled resource \(path) \(reason)." }
  }
}

struct Podcast: Codable, Hashable, Sendable {
  var title: String
  var publisher: String
  var genre: String

  /// The title in lower-case letters, digits and hyphens, for use in a path.
  var slug: String {
    title
      .replacing("'", with: "")
      .folded
      .split { !($0.isLetter || $0.isNumber) }
      .joined(separator: "-")
  }
}

/// The saved podcasts of an invented listener; every request has the next revision.
struct Account: Codable, Hashable, Sendable {
  struct Row: Codable, Hashable, Sendable {
    var title: String
    var unplayed: Int
  }

  var name: String
  var revision: Int
  var saved: [Row]

  static func sample(revision: Int, of catalogue: Catalogue) -> Account {
    let saved = catalogue.podcasts.enumerated()
      .filter { $0.offset.isMultiple(of: 15) }
      .map { Row(title: $0.element.title, unplayed: ($0.offset * 7 + revision * 5) % 12) }
    return Account(name: "Sample listener", revision: revision, saved: saved)
  }
}

/// The queue of podcasts of a listener; every write creates a revision.
struct ListeningQueue: Codable, Hashable, Sendable {
  /// A row; the client assigns its identity, the server its number.
  struct Item: Codable, Hashable, Sendable, Identifiable {
    var id: String
    var title: String
    var isLiked = false
    var number: Int?
  }

  var revision: Int
  var items: [Item]

  /// Replaces the item with the same identity, or appends the item.
  mutating func put(_ item: Item) {
    let index = items.firstIndex { $0.id == item.id } ?? items.endIndex
    items.replaceSubrange(index..<min(index + 1, items.endIndex), with: [item])
  }

  subscript(_ id: Item.ID) -> Item? { items.first { $0.id == id } }

  /// Returns the first revision: the first podcasts of the catalogue, numbered from 1.
  static func sample(of catalogue: Catalogue, count: Int = 4) -> ListeningQueue {
    let items = catalogue.podcasts.prefix(count).enumerated().map { offset, podcast in
      Item(id: podcast.slug, title: podcast.title, number: offset + 1)
    }
    return ListeningQueue(revision: 1, items: items)
  }
}

enum QueueEdit: Hashable, Sendable {
  case like(ListeningQueue.Item.ID)
  case rename(ListeningQueue.Item.ID, to: String)
}

extension ListeningQueue {
  mutating func apply(_ edit: QueueEdit) {
    for index in items.indices {
      switch edit {
      case .like(items[index].id): items[index].isLiked = true
      case .rename(items[index].id, let title): items[index].title = title
      case .like, .rename: continue
      }
    }
  }
}
