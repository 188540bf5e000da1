import ReactiveLoadable

/// A point in time of a pipeline, and the number of resources loaded before it.
struct ResourceTimestamp: Sendable {
  let number: UInt64
  let time: Duration
}

/// The view of one interest on the state of a shared resource.
final class ResourceView<Value: Sendable>: Sendable {
  typealias State = Loadable<Resource<Value>, LoadError>

  private let start: ResourceTimestamp
  private let isHit: Bool
  /// The resource that is shown while the requested size has no value.
  private let standIn = Lock<Resource<Value>?>(nil)

  /// - Parameters:
  ///   - start: The start of the interest; a resource loaded before it has memory as its source.
  ///   - isHit: A Boolean value that indicates whether the interest started with a fresh resource.
  init(from start: ResourceTimestamp, isHit: Bool) {
    self.start = start
    self.isHit = isHit
  }

  /// Shows a stand-in until the requested size has a value.
  func setStandIn(_ resource: Resource<Value>?) { standIn.withLock { $0 = resource?.fromMemory } }

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
    wasCached(resource) ? resource.fromMemory : resource
  }

  private func previous(_ previous: Resource<Value>?) -> Resource<Value>? {
    previous.flatMap(shown) ?? standIn.withLock { $0 }
  }

  /// Returns the resource if it may be shown, and then releases the stand-in.
  private func shown(_ resource: Resource<Value>) -> Resource<Value>? {
    if isHidden(resource) { return nil }
    let over = standIn.withLock { $0.take() }
    return withExtendedLifetime(over) { of(resource) }
  }

  private func wasCached(_ resource: Resource<Value>) -> Bool { resource.number <= start.number }

  /// True if this interest must not show the resource before its revalidation.
  private func isHidden(_ resource: Resource<Value>) -> Bool {
    wasCached(resource) && !isHit && !resource.isShowable(at: start.time)
  }
}
