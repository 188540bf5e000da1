/// The scenes that the demo can play, in the order of the tour.
enum Playbill {
  static let scenes: [any Scene] = [
    PodcastsScene(), AccountScene(), SearchScene(), FaultsScene(), StaleScene(),
    EditScene(), DownloadScene(), MoviesScene(), MovieAppScene(), WelcomeScene(),
  ]

  /// Picks scenes by name, in the order of the tour; throws for a name that no scene has.
  static func pick(
    _ names: [String],
    from scenes: [any Scene] = scenes
  ) throws(UnknownScene) -> [any Scene] {
    for name in names where !scenes.contains(where: { $0.name == name }) {
      throw UnknownScene(name: name, known: scenes.map(\.name))
    }
    return scenes.filter { names.contains($0.name) }
  }

  /// A name that no scene has.
  struct UnknownScene: Error, Hashable, CustomStringConvertible {
    var name: String
    var known: [String]

    var description: String {
      let list = known.isEmpty ? "there are none" : known.joined(separator: ", ")
      return "There is no scene “\(name)”; the scenes are: \(list)."
    }
  }
}
