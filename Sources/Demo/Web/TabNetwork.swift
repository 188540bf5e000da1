import Foundation
import ReactiveLoadable
import ReactiveResources

/// The network of a tab, with the troubles that the page switches on, and counts of requests.
final class TabNetwork: ResourceTransport {
  struct State: Hashable, Sendable {
    var isSlow = false
    var failsNext = false
    var isOffline = false
    var requests = 0
    var inFlight = 0
  }

  private let base: any ResourceTransport
  private let clock: any Clock<Duration>
  private let current = BehaviorRelay(State())

  init(over base: any ResourceTransport, clock: any Clock<Duration>) {
    (self.base, self.clock) = (base, clock)
  }

  var states: ReadOnlyRelay<State> { current.readOnly }

  func make(_ trouble: TabIntent.Trouble, isOn: Bool) {
    current.update { state in
      switch trouble {
      case .slow: state.isSlow = isOn
      case .fail: state.failsNext = isOn
      case .offline: state.isOffline = isOn
      }
    }
  }

  /// Publishes each time when the connection is restored.
  var isOnline: some Publisher<Bool, Never> {
    current.map { !$0.isOffline }.removeDuplicates().dropFirst().filter { $0 }
  }

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    // A poster may fail unnoticed: the failure is for a request of the app.
    let mayFail = request.url.path().hasPrefix("/app/")
    let before = current.update { state in
      let before = state
      state.requests += 1
      state.inFlight += 1
      if mayFail, !state.isOffline { state.failsNext = false }
      return before
    }
    defer { current.update { $0.inFlight -= 1 } }
    if before.isOffline { throw Offline() }
    if before.isSlow { try await clock.sleep(for: .seconds(2)) }
    if before.failsNext, mayFail { return ResourceResponse(status: 500, body: ResourceBody([])) }
    return try await base.send(request)
  }

  struct Offline: LocalizedError, Hashable {
    var errorDescription: String? { "this tab is offline." }
  }
}
