import Foundation

/// Plays scenes one after the other and sums up.
struct Tour: Sendable {
  let scenes: [any Scene]
  let catalogue: Catalogue
  let console: Console
  /// A wait before each of the server's answers.
  var latency: Duration = .zero
  /// The folder that posters are kept in from run to run; nil for one that is removed.
  var posters: URL?
  var clock: any Clock<Duration> = ContinuousClock()
  /// How long a scene may take before it is stopped and has missed.
  var limit: Duration = .seconds(240)
  /// Times the limit.
  var limitClock: any Clock<Duration> = ContinuousClock()

  /// Plays every scene, also after one that failed; true if each reached its expected state.
  ///
  /// A tour without scenes has shown nothing, and is false.
  func run() async -> Bool {
    var results: [SceneResult] = []
    for (index, scene) in scenes.enumerated() {
      announce(scene, number: index + 1)
      let result = await play(scene)
      report(result, of: scene)
      results.append(result)
    }
    summarize(results)
    return !results.isEmpty && results.allSatisfy(\.isReached)
  }

  private func play(_ scene: any Scene) async -> SceneResult {
    let server: DemoServer
    do {
      server = try await DemoServer.start(
        catalogue: catalogue,
        plan: ResponsePlan(latency: latency),
        clock: clock
      )
    } catch {
      return .missed(error.description)
    }
    let api = API(baseURL: server.baseURL)
    let context = SceneContext(
      server: server,
      api: api,
      console: console,
      clock: clock,
      posters: posters
    )
    let result = await runWithinLimit(scene, context)
    await server.stop()
    return result
  }

  private func runWithinLimit(_ scene: any Scene, _ context: SceneContext) async -> SceneResult {
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
}

extension Tour {
  private func announce(_ scene: any Scene, number: Int) {
    console.line("\(number)/\(scenes.count)  \(scene.title)", style: .bold)
    console.paragraph(scene.shows, style: .faint)
    console.line()
  }

  private func report(_ result: SceneResult, of scene: any Scene) {
    console.line()
    switch result {
    case .reached:
      console.line("PASS", style: .good)
    case .missed(let reason):
      console.line("FAIL", style: .bad)
      console.paragraph(reason)
    }
    console.line()
  }

  private func summarize(_ results: [SceneResult]) {
    guard !results.isEmpty else {
      console.line("There is no scene to show.", style: .bad)
      return
    }
    for (scene, result) in zip(scenes, results) {
      console.line(
        "\(result.isReached ? "PASS" : "FAIL")  \(scene.name)",
        style: result.isReached ? .good : .bad
      )
    }
    let reached = results.count(where: \.isReached)
    console.line("Scenes that reached their expected state: \(reached) of \(results.count).")
  }
}
