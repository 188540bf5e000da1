import Foundation
import ReactiveLoadable

/// The tabs of all pages, each while its page is connected and for half a minute after that.
@MainActor
final class Tabs {
  struct Full: Error {}

  static let most = 500
  static let grace = Duration.seconds(30)

  private let make: @MainActor () -> Tab
  private let clock: any Clock<Duration>
  private var all: [String: Place] = [:]

  private struct Place {
    let tab: Tab
    var connection: TabConnection?
    var release: Task<Void, any Error>?
  }

  nonisolated init(
    clock: any Clock<Duration> = ContinuousClock(),
    make: @escaping @MainActor () -> Tab
  ) {
    (self.clock, self.make) = (clock, make)
  }

  var count: Int { all.count }

  func tab(_ id: String) -> Tab? { all[id]?.tab }

  /// Connects a page to its tab, or to a new one; an earlier connection of the tab ends.
  func connect(_ id: String) throws(Full) -> TabConnection {
    guard all[id] != nil || all.count < Self.most else { throw Full() }
    let place = all[id] ?? Place(tab: make())
    place.connection?.close(4001, "The page was opened again.")
    place.release?.cancel()
    let connection = TabConnection(to: place.tab, clock: clock)
    all[id] = Place(tab: place.tab, connection: connection)
    return connection
  }

  /// Ends a connection, and releases its tab unless its page connects again.
  func disconnect(_ connection: TabConnection) {
    connection.close(1000, "")
    guard let id = all.first(where: { $0.value.connection === connection })?.key else { return }
    all[id]?.connection = nil
    all[id]?.release = Task { [weak self, clock] in
      try await clock.sleep(for: Self.grace)
      self?.all.removeValue(forKey: id)?.tab.close()
    }
  }
}
