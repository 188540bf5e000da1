import ArgumentParser
import Foundation
import ReactiveLoadable
import ReactiveResources

/// The app in another process: it starts without a network, and is connected later.
@MainActor
final class OfflineVisit {
  /// The path of the first request of a device that is connected again.
  nonisolated static let probe = "/status/200"
  private let network = SwitchedTransport(URLSessionTransport.shared)
  private let api: API
  private let app: OfflineApp
  private(set) var offline: OfflineScreens?
  private(set) var online: OfflineScreens?

  init(at address: URL, in folder: URL) throws(DiskCacheError) {
    api = API(baseURL: address, transport: Transport(network))
    app = try OfflineApp(MovieSource(api), in: folder)
  }

  func run() async {
    let details = app.details.interest(in: OfflineScene.movie)
    await app.list.load().outcome()
    await details.outcome()
    offline = OfflineScreens(app.list.state, details.state, at: Date())
    network.connect()
    _ = try? await api.get(String(Self.probe.dropFirst())) as String
    details.retry()
    await app.list.retry().outcome()
    await details.outcome()
    online = OfflineScreens(app.list.state, details.state, at: Date())
    details.cancel()
    await app.close()
  }

  var blocks: [Block] {
    let (before, after) = (offline?.blocks ?? [], online?.blocks ?? [])
    return [.line("Without a network", .bold)] + before
      + [.line("Connected again", .bold)] + after
  }
}

extension Demo {
  @MainActor
  func visitOffline(_ address: URL, in folder: URL) async throws {
    let console = Console()
    do {
      let visit = try OfflineVisit(at: address, in: folder)
      await visit.run()
      console.write(visit.blocks)
    } catch {
      console.line(error.localizedDescription)
      throw ExitCode.failure
    }
  }
}
