import Foundation

struct Tour: Sendable {
  let scenes: [Scene]
  let catalogue: Catalogue
  let console: Console
  var latency: Duration = .zero
  var posters: URL?
  var clock: any Clock<Duration> = ContinuousClock()
  var limit: Duration = .seconds(240)
  var limitClock: any Clock<Duration> = ContinuousClock()

  /// Runs every scene, also after a failure; true if all of them reached the expected state.
  func run() async -> Bool {
    var results: [SceneResult] = []
    for (index, scene) in scenes.enumerated() {
      announce(scene, number: index + 1)
      let result = await play(scene)
      report(result)
      results.append(result)
    }
    summarize(results)
    return !results.isEmpty && results.allSatisfy(\.isReached)
  }

  private func play(_ scene: Scene) async -> SceneResult {
    let server: DemoServer
    do {
      let plan = ResponsePlan(latency: latency)
      server = try await DemoServer.start(catalogue: catalogue, plan: plan, clock: clock)
    } catch { return .missed(error.description) }
    let context = SceneContext(
      server: server,
      api: API(baseURL: server.baseURL),
      console: console,
      clock: clock,
      posters: posters
    )
    let result = await runWithinLimit(scene, context)
    await server.stop()
    return result
  }

  private func runWithinLimit(_ scene: Scene, _ context: SceneContext) async -> SceneResult {
    let running = Task { await scene.run(in: context) }
    let alarm = Task {
      try await limitClock.sleep(for: limit)
      running.cancel()
    }
    let result = await running.value
    alarm.cancel()
    return running.isCancelled
      ? .missed("The scene did not end within \(limit.components.seconds) seconds.").and(result)
      : result
  }

  private func announce(_ scene: Scene, number: Int) {
    console.line("\(number)/\(scenes.count)  \(scene.title)", style: .bold)
    console.paragraph(scene.shows, style: .faint)
    console.line()
  }

  private func report(_ result: SceneResult) {
    console.line()
    console.line(result.verdict, style: result.isReached ? .good : .bad)
    if case .missed(let reason) = result { console.paragraph(reason) }
    console.line()
  }

  private func summarize(_ results: [SceneResult]) {
    guard !results.isEmpty else { return console.line("No scene to show.", style: .bad) }
    for (scene, result) in zip(scenes, results) {
      console.line("\(result.verdict)  \(scene.name)", style: result.isReached ? .good : .bad)
    }
    let reached = results.count(where: \.isReached)
    console.line("Scenes that reached their expected state: \(reached) of \(results.count).")
  }
}

enum Playbill {
  static let scenes: [Scene] = [
    .podcasts, .account, .search, .faults, .stale, .edit, .download, .movies, .store, .welcome,
    .app, .offline,
  ]

  static func pick(
    _ names: [String],
    from scenes: [Scene] = scenes
  ) throws(UnknownScene) -> [Scene] {
    for name in names where !scenes.contains(where: { $0.name == name }) {
      throw UnknownScene(name: name, known: scenes.map(\.name))
    }
    return scenes.filter { names.contains($0.name) }
  }

  struct UnknownScene: Error, Hashable, CustomStringConvertible {
    var name: String
    var known: [String]

    var description: String {
      let list = known.isEmpty ? "none" : known.joined(separator: ", ")
      return "No scene is named “\(name)”; the scenes are: \(list)."
    }
  }
}
