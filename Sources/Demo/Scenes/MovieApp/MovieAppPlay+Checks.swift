import ReactiveLoadable
import ReactiveStore

extension MovieAppPlay {
  /// What a store can promise of such an app, held against what the server counted.
  func checks() async -> [SceneCheck] {
    let requests = await context.server.requests
    let asked = { (path: String) in requests.filter { $0.path == path }.map { $0.cursor ?? "" } }
    return [
      SceneCheck(Claim.genres, checkGenres(asked("/genres").count)),
      SceneCheck(Claim.silent, checkFailures()),
      SceneCheck(Claim.lists, checkLists(asked("/movies/popular"), asked("/movies/top"))),
      SceneCheck(Claim.shared, check(1, "nld", requests: asked("/movies/1").count, 1)),
      SceneCheck(Claim.retried, check(2, "nlfld", requests: asked("/movies/2").count, 2)),
      SceneCheck(Claim.search, checkSearch(requests)),
      SceneCheck(Claim.saved, checkSaved()),
      SceneCheck(Claim.broken, checkBroken()),
      SceneCheck(Claim.posters, await checkPosters()),
    ]
  }

  private enum Claim {
    static let genres =
      "An action that loads and is at work is not begun again, nor when it has loaded."
    static let silent = "A cancelled action is silent; an error is told once, as it was thrown."
    static let lists = """
      No list was loaded twice, no page was loaded twice or after the last; one that failed was \
      asked for again.
      """
    static let shared = "A movie that three screens open is loaded once."
    static let retried =
      "Details that fail show their error, and are loaded when they are tried again."
    static let search = "What is typed is asked for when the typing rests, once for each page."
    static let saved =
      "What was kept last is there at the next start, with fewer writes than changes."
    static let broken = "A broken file is told and put beside, and the app begins with nothing."
    static let posters = "A poster on three screens is sent once."
  }
}

extension MovieAppPlay {
  private func checkGenres(_ requests: Int) -> SceneResult {
    SceneResult.check("Requests of genres", requests, is: 3)
      .and(.check("Genres", app.store.state.genres.count, is: Genre.all.count))
  }

  private func checkFailures() -> SceneResult {
    let errors = ["\(SavedFile.Trouble.missing)", "\(APIError.status(503))"]
    return .check("Failures", app.failures, is: errors)
  }

  private func checkLists(_ popular: [String], _ top: [String]) -> SceneResult {
    let list = app.shown.states.compactMap(\.lists.pages.latest)
    let longest = list.map(\.count).max() ?? 0
    // The last one is of the list that has what is for adults only.
    return SceneResult.check("Pages of the popular", popular, is: ["1", "2", "2", "3", "1"])
      .and(.check("Pages of the top", top, is: ["1"]))
      .and(.check("Movies in the list", longest, is: 36))
      .and(.check("The last page", list.contains { $0.append.isComplete }, is: true))
  }

  private func check(
    _ id: Movie.ID,
    _ states: String,
    requests: Int,
    _ expected: Int
  ) -> SceneResult {
    let symbols = app.shown.marks { $0.details[id].loadable.mark() }.map(\.symbol)
    return SceneResult.check("Requests of movie \(id)", requests, is: expected)
      .and(.check("States of movie \(id)", symbols.joined(), is: states))
  }

  private func checkSearch(_ requests: [RequestLog.Entry]) -> SceneResult {
    let asked = requests.filter { $0.path == "/movies/found" }
    let texts = asked.compactMap(\.query)
    return SceneResult.check("Searched for", Set(texts), is: ["the"])
      .and(.check("Pages", asked.map { $0.cursor ?? "" }, is: ["1", "2"]))
      .and(.check("After clearing", app.store.state.search.results.isNotRequested, is: true))
  }

  private func checkSaved() -> SceneResult {
    let last = SavedValues(favourites: [2, 1], seen: [1], order: .title, adults: true)
    let counts = app.file.counts
    return SceneResult.check("Restored", restored, is: last)
      .and(.check("Fewer writes than changes", counts.done < counts.begun, is: true))
      .and(.check("A list for adults", app.store.state.lists.pages.key?.adults, is: true))
  }

  private func checkBroken() -> SceneResult {
    let trouble = SavedFile.Trouble.broken(kept: "movies.json.broken")
    return SceneResult.check("Told", afterBreaking?.failures ?? [], is: ["\(trouble)"])
      .and(.check("Restored", afterBreaking?.values, is: SavedValues()))
      .and(.check("Kept", afterBreaking?.kept, is: true))
  }

  private func checkPosters() async -> SceneResult {
    var sent: [Int] = []
    for movie in withPosters {
      let statuses = await context.server.statuses(of: movie.posterPath(.w92))
      sent.append(statuses.count { $0 == 200 })
    }
    return .check("Posters that were sent", sent, is: [1, 1, 1, 1])
  }
}
