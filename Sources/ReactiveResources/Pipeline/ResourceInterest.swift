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
  private let refreshes = Lock(Refreshes.none)

  init(in key: ResourceKey, at priority: LoadPriority, of loader: ResourceLoader<Value>) {
    let before = loader.pipeline.timestamp
    let interest = loader.resources.interest(in: key, at: priority)
    // A hit was loaded before the interest. Otherwise the interest has started a load, which may
    // already have published a value.
    let timestamp = interest.isHit ? loader.pipeline.timestamp : before
    let start = InterestStart(timestamp: timestamp, isHit: interest.isHit)
    let sizes = loader.pipeline.cachedSizes
    let mayHaveStandIn = !interest.isHit && sizes.hasOther(than: key)
    let standIn = mayHaveStandIn ? Self.standIn(of: interest, from: start, loader.pipeline) : nil
    self.key = key
    self.interest = interest
    view = ResourceView(start: start, standIn: standIn)
    pipeline = loader.pipeline
  }

  /// Returns another size to show, unless the requested one has a value.
  // NB: Not inlined, so that an interest without another size does not look up the types of a state.
  @inline(never)
  private static func standIn(
    of interest: LoadInterest<ResourceKey, Resource<Value>, LoadError>,
    from start: InterestStart,
    _ pipeline: ResourcePipeline<Value>
  ) -> StandIn<Value>? {
    let resetCount = pipeline.resets.value
    guard case .none = ResourceView(start: start).of(interest.state).latest else { return nil }
    return pipeline.cachedSizes.standIn(for: interest.key, at: start.timestamp.time).map {
      StandIn($0, pipeline.resets, resetCount)
    }
  }

  deinit { withdrawRefreshes() }

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
    refreshes.withLock { refreshes in
      if refreshes == .ended { return }
      refreshes = .requested
      pipeline.pendingReloads.insert(key, by: id)
    }
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
    withdrawRefreshes()
    interest.cancel()
  }

  private func withdrawRefreshes() {
    let last = refreshes.withLock { refreshes in
      defer { refreshes = .ended }
      return refreshes
    }
    if last == .requested { pipeline.pendingReloads.remove(key, by: ObjectIdentifier(self)) }
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

/// The refreshes of an interest, which its end withdraws.
private enum Refreshes {
  case none, requested, ended
}

/// A point in time of a pipeline, and the number of resources loaded before it.
typealias ResourceTimestamp = (number: UInt64, time: Duration)

/// The resource that is shown while the requested size has no value.
final class StandIn<Value: Sendable>: Sendable {
  private let resource: Lock<Resource<Value>?>

  /// The resets of the loader; a reset removes the resource.
  private let resets: ResetCount
  private let resetCount: Int

  init(_ resource: Resource<Value>, _ resets: ResetCount, _ resetCount: Int) {
    self.resource = Lock(resource.fromMemory)
    (self.resets, self.resetCount) = (resets, resetCount)
  }

  var current: Resource<Value>? {
    resets.value == resetCount ? resource.withLock { $0 } : nil
  }

  /// Removes the resource, which the caller releases outside the lock.
  func take() -> Resource<Value>? { resource.withLock { $0.take() } }
}

/// The start of an interest, which decides how the interest shows a resource.
///
/// It is not generic, so that a row that reads its state looks up fewer types.
struct InterestStart: Sendable {
  let timestamp: ResourceTimestamp
  let isHit: Bool

  /// True for a resource that was loaded before, whose source is memory.
  func wasCached(_ origin: ResourceOrigin?) -> Bool {
    origin.map { $0.number <= timestamp.number } ?? true
  }

  /// True if the interest must not show the resource before its revalidation.
  func hides(_ origin: ResourceOrigin?) -> Bool {
    guard let origin, !isHit, wasCached(origin) else { return false }
    return !origin.isShowable(at: timestamp.time)
  }
}

/// The view of one interest on the state of a shared resource.
struct ResourceView<Value: Sendable>: Sendable {
  typealias State = Loadable<Resource<Value>, LoadError>

  let start: InterestStart
  var standIn: StandIn<Value>?

  /// Returns the state as the interest shows it.
  // NB: Inlined, and the other cases apart, because each generic type in it costs 330 instructions.
  @inline(__always)
  func of(_ state: State) -> State {
    guard case .loaded(let resource) = state else { return ofUnsettled(state) }
    if start.hides(resource.origin) { return .notRequested }
    releaseStandIn()
    return .loaded(of(resource))
  }

  @inline(never)
  private func ofUnsettled(_ state: State) -> State {
    switch state {
    case .notRequested, .loaded: return state
    case .loading(var loading):
      loading.previous = previous(loading.previous)
      return .loading(loading)
    case .failed(var failed):
      failed.previous = previous(failed.previous)
      return .failed(failed)
    }
  }

  @inline(__always)
  func of(_ resource: Resource<Value>) -> Resource<Value> {
    start.wasCached(resource.origin) ? resource.fromMemory : resource
  }

  private func previous(_ previous: Resource<Value>?) -> Resource<Value>? {
    guard let previous, !start.hides(previous.origin) else { return standIn?.current }
    releaseStandIn()
    return of(previous)
  }

  private func releaseStandIn() {
    if let standIn { withExtendedLifetime(standIn.take()) {} }
  }
}
