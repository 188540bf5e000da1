import ArgumentParser
import Foundation
import ReactiveLoadable

extension Demo {
  /// The time of an answer without `--latency`, so that loading states are visible.
  private static let webLatency = 120

  /// Serves the page until Ctrl-C.
  func runWeb() async throws {
    let latency = Duration.milliseconds(latency == 0 ? Self.webLatency : latency)
    let console = Console()
    // Many tabs for a long time: the log keeps the newest requests.
    let plan = ResponsePlan(latency: latency, logLimit: 1_000)
    let api = try await DemoServer.start(catalogue: .bundled(), plan: plan)
    let web = try await WebServer.start(api, at: port ?? 0)
    console.line("The demo is at \(web.address)")
    console.line("It ends with Ctrl-C.", style: .faint)
    await Terminal.interruption()
    await web.stop()
    await api.stop()
  }
}

/// The web server of the demo, whose tabs use its API over HTTP.
struct WebServer: Sendable {
  let address: URL
  let tabs: Tabs
  let stop: @Sendable () async -> Void

  static func start(
    _ api: DemoServer,
    at port: UInt16 = 0,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(RunningServer.StartError) -> WebServer {
    let tabs = Tabs(clock: clock) {
      Tab(of: api.baseURL, clock: clock) { await api.expireTokens() }
    }
    let routes = WebRoutes(tabs: tabs, token: WebRoutes.newToken())
    let server = try await RunningServer.start(
      routes,
      at: port,
      patience: TabConnection.patience
    )
    let port = server.baseURL.port ?? 80
    routes.hosts.accept(["127.0.0.1:\(port)", "localhost:\(port)"])
    let address = server.baseURL.appending(path: "")
      .appending(queryItems: [URLQueryItem(name: "token", value: routes.token)])
    return WebServer(address: address, tabs: tabs, stop: server.stop)
  }
}
