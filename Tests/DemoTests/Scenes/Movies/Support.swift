import Foundation

@testable import Demo

/// The gate that delays a response of the demo's server; the support of the tests has a gate, too.
typealias ServerGate = Gate

/// Runs the body against a server and with a separate folder, which is removed afterwards.
@discardableResult
func withMovies<R>(
  plan: ResponsePlan = ResponsePlan(),
  _ body: (SceneContext, [Movie], URL) async throws -> R
) async throws -> R {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "movies-\(UUID())", directoryHint: .isDirectory)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await withServer(plan: plan) { server, api in
    let context = SceneContext(
      server: server,
      api: api,
      console: Console(sink: CapturedOutput(), form: .plain),
      clock: ContinuousClock()
    )
    return try await body(context, api.movies(), folder)
  }
}
