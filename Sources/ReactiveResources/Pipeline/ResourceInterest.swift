@preconcurrency public import CombineShim
public import ReactiveLoadable

/// An interest in a resource, which ends when it is cancelled or dropped.
///
/// It is a `LoadInterest` whose resource has a source relative to this interest: a resource that
/// was in memory when the interest started has memory as its source. Until the requested size has a
/// value, another size may be its stand-in, for instance a thumbnail. See
/// <doc:LoadingResources#G1-Source>.
public final class ResourceInterest<Value: Sendable>: KeyedInterest {
  /// The state of the resource.
  public typealias State = Loadable<Resource<Value>, LoadError>

  /// The path and the size of the resource.
  public let key: ResourceKey

  private let interest: LoadInterest<ResourceKey, Resource<Value>, LoadError>
  private let view: ResourceView<Value>
  private let pipeline: ResourcePipeline<Value>
  private let isCancelled = Lock(false)

  init(in key: ResourceKey, at priority: LoadPriority, of loader: ResourceLoader<Value>) {
    let before = loader.pipeline.timestamp
    let interest = loader.resources.interest(in: key, at: priority)
    // A hit was loaded before the interest. Otherwise the interest has started a load, which may
    // already have published a value.
    let start = interest.isHit ? loader.pipeline.timestamp : before
    let view = ResourceView<Value>(from: start, isHit: interest.isHit)
    if case .none = view.of(interest.state).latest {
      view.setStandIn(loader.pipeline.cachedSizes.standIn(for: key, at: start.time))
    }
    self.key = key
    self.interest = interest
    self.view = view
    pipeline = loader.pipeline
  }

  deinit { pipeline.pendingReloads.remove(key, by: ObjectIdentifier(self)) }

  /// A Boolean value that indicates whether the interest started with a fresh resource in memory.
  public var isHit: Bool { interest.isHit }

  /// The current state.
  public var state: State { view.of(interest.state) }

  /// A publisher of the current state and each change in order, until the interest ends.
  public var states: some ConcurrentPublisher<State, Never> {
    interest.states.compactScan(from: ()) { [view] _, state in view.of(state) }
  }

  /// The priority of the load for this interest.
  public var priority: LoadPriority {
    get { interest.priority }
    set { interest.priority = newValue }
  }

  /// Reloads after a failure, for all interests; has no effect in any other state.
  public func retry() { interest.retry() }

  /// Revalidates the resource for all interests, even if it is fresh.
  ///
  /// The request has the validators of the stored response, so an unchanged body is not sent again.
  /// See <doc:LoadingResources#G8-Refresh>.
  public func refresh() {
    let id = ObjectIdentifier(self)
    isCancelled.withLock { if !$0 { pipeline.pendingReloads.insert(key, by: id) } }
    interest.refresh()
  }

  /// Waits until no load is in flight, and returns the outcome; see `LoadInterest.outcome`.
  ///
  /// - Returns: The current resource or failure; immediately if no load is in flight.
  @discardableResult
  public func outcome() async -> LoadOutcome<Resource<Value>, LoadError> {
    let outcome = await interest.outcome()
    guard case .loaded(let resource) = outcome else { return outcome }
    return .loaded(view.of(resource))
  }

  /// Ends the interest; the load continues if there are other interests.
  public func cancel() {
    let id = ObjectIdentifier(self)
    isCancelled.withLock { $0 = true }
    pipeline.pendingReloads.remove(key, by: id)
    interest.cancel()
  }
}

extension ResourceInterest: Described {
  package var objectText: ObjectText {
    ObjectText("ResourceInterest(\(shortText("\(key)", limit: 60)))", state: "\(state)")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> {
    ["key": key, "state": state, "priority": priority, "isHit": isHit]
  }
}

/// A point in time of a pipeline, and the number of resources loaded before it.
typealias ResourceTimestamp = (number: UInt64, time: Duration)

/// The view of one interest on the state of a shared resource.
final class ResourceView<Value: Sendable>: Sendable {
  typealias State = Loadable<Resource<Value>, LoadError>

  private let start: ResourceTimestamp
  private let isHit: Bool
  /// The resource that is shown while the requested size has no value.
  private let standIn = Lock<Resource<Value>?>(nil)

  /// A resource loaded before the start has memory as its source.
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
