import Measuring
import ReactiveLoadable
import Synchronization

/// The floor of a load cycle: the code that a careful engineer writes by hand for the same states.
///
/// All rows of load cycles are compared with this class. It does what such code cannot omit:
/// - A lock guards the state, one enum.
/// - A ``BehaviorRelay`` publishes `.loading`, with the previous value, and `.loaded`, outside the lock.
/// - The load function is async. It runs within the call of `load` up to its first suspension.
/// - A token drops the result of a load that a newer load has replaced.
///
/// It does not cancel the replaced task, join equal requests, count attempts, retry, time out, handle
/// failures, check freshness, or report an outcome. Concurrent calls may publish in another order than
/// that of their tokens.
final class HandwrittenLoader: Sendable {
  private struct Current {
    var state = Loadable<Int, Never>.notRequested
    var token = 0
  }

  private let current = Mutex(Current())
  private let relay = BehaviorRelay(Loadable<Int, Never>.notRequested)
  private let function: @Sendable (Int) async -> Int

  init(_ function: @escaping @Sendable (Int) async -> Int) { self.function = function }

  var states: ReadOnlyRelay<Loadable<Int, Never>> { relay.readOnly }

  @discardableResult
  func load(_ request: Int) -> Task<Void, Never> {
    let (loading, token) = current.withLock { current in
      current.token += 1
      current.state = .loading(previous: current.state.latest)
      return (current.state, current.token)
    }
    relay.accept(loading)
    return Task.atOnce { await self.run(request, token) }
  }

  private func run(_ request: Int, _ token: Int) async {
    let loaded = Loadable<Int, Never>.loaded(await function(request))
    let isNewest = current.withLock { current in
      guard current.token == token else { return false }
      current.state = loaded
      return true
    }
    if isNewest { relay.accept(loaded) }
  }
}
