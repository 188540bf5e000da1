import Foundation
import ReactiveLoadable
import ReactiveResources

/// A network with troubles that can be switched on, and counts of its requests.
final class TroubledTransport: ResourceTransport {
  enum Trouble: String, Codable, Hashable, Sendable {
    /// Each answer takes two seconds.
    case slow
    /// The next answer of the app is a failure of the server.
    case fail
    case offline
  }

  struct State: Hashable, Sendable {
    var troubles: Set<Trouble> = []
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

  func make(_ trouble: Trouble, isOn: Bool) {
    current.update { state in
      if isOn { state.troubles.insert(trouble) } else { state.troubles.remove(trouble) }
    }
  }

  /// Publishes each time when the connection is restored.
  var isOnline: some Publisher<Bool, Never> {
    current.map { !$0.troubles.contains(.offline) }.removeDuplicates().dropFirst().filter { $0 }
  }

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    // A poster may fail unnoticed: the failure is for a request of the app.
    let mayFail = request.url.path().hasPrefix("/app/")
    let troubles = current.update { state in
      let troubles = state.troubles
      state.requests += 1
      state.inFlight += 1
      if mayFail, !troubles.contains(.offline) { state.troubles.remove(.fail) }
      return troubles
    }
    defer { current.update { $0.inFlight -= 1 } }
    if troubles.contains(.offline) { throw Offline() }
    if troubles.contains(.slow) { try await clock.sleep(for: .seconds(2)) }
    if troubles.contains(.fail), mayFail {
      // Long enough to see the optimistic update that is rolled back.
      try await clock.sleep(for: .milliseconds(200))
      return ResourceResponse(status: 500)
    }
    return try await base.send(request)
  }

  struct Offline: LocalizedError, Hashable {
    var errorDescription: String? { "this tab is offline." }
  }
}
