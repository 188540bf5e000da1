import ReactiveLoadable

/// A moment in the life of a loader: how many resources were made before it, and the time.
struct ResourceMoment: Sendable {
  let made: UInt64
  let time: Duration
}

/// How one of those who share a resource sees it.
final class ResourceView<Value: Sendable>: Sendable {
  typealias State = Loadable<Resource<Value>, LoadError>

  private let beginning: ResourceMoment
  private let isHit: Bool
  /// What stands in for the resource while there is nothing of it to show.
  private let standIn = Lock<Resource<Value>?>(nil)

  /// - Parameters:
  ///   - beginning: What was made before this was there when the interest began.
  ///   - isHit: Whether it was there, and fresh.
  init(from beginning: ResourceMoment, isHit: Bool) {
    self.beginning = beginning
    self.isHit = isHit
  }

  /// Shows a resource while there is none of its own.
  func stand(in resource: Resource<Value>?) { standIn.withLock { $0 = resource?.fromMemory } }

  func of(_ state: State) -> State {
    switch state {
    case .notRequested: return state
    case .loaded(let resource): return shown(resource).map { .loaded($0) } ?? .notRequested
    case .loading(var loading):
      loading.previous = previous(loading.previous)
      return .loading(loading)
    case .failed(var failed):
      failed.previous = previous(failed.previous)
      return .failed(failed)
    }
  }

  func of(_ resource: Resource<Value>) -> Resource<Value> {
    wasThere(resource) ? resource.fromMemory : resource
  }

  private func previous(_ previous: Resource<Value>?) -> Resource<Value>? {
    previous.flatMap(shown) ?? standIn.withLock { $0 }
  }

  /// Shows what may be shown, and lets go of what stood in for it.
  private func shown(_ resource: Resource<Value>) -> Resource<Value>? {
    if isHidden(resource) { return nil }
    let over = standIn.withLock { $0.take() }
    return withExtendedLifetime(over) { of(resource) }
  }

  private func wasThere(_ resource: Resource<Value>) -> Bool { resource.number <= beginning.made }

  /// Whether the server has to be asked before it is shown to who did not see it already.
  private func isHidden(_ resource: Resource<Value>) -> Bool {
    wasThere(resource) && !isHit && !resource.mayBeShown(at: beginning.time)
  }
}
