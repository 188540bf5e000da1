@preconcurrency public import OpenCombineShim
public import ReactiveLoadable

/// The interest of somebody in a resource, for as long as it is kept and not cancelled.
///
/// It is a `LoadInterest` that tells where the resource came from for whoever has it: what was there
/// when the interest began came from memory, however it got there. Until its own size is there, another
/// one stands in for it.
public final class ResourceInterest<Value: Sendable>: KeyedInterest {
  /// The states of the resource.
  public typealias State = Loadable<Resource<Value>, LoadError>

  /// Which resource, at which size.
  public let key: ResourceKey

  private let interest: LoadInterest<ResourceKey, Resource<Value>, LoadError>
  private let view: ResourceView<Value>
  private let making: ResourceMaking<Value>
  private let isCancelled = Guarded(false)

  init(in key: ResourceKey, at priority: LoadPriority, of loader: ResourceLoader<Value>) {
    let before = loader.atHand.latest(key)
    let standIn = before == nil ? loader.atHand.standIn(for: key) : nil
    self.key = key
    making = loader.making
    interest = loader.resources.interest(in: key, at: priority)
    view = ResourceView(found: before?.load, standIn: standIn?.fromMemory)
  }

  deinit { making.callOffReload(key, by: ObjectIdentifier(self)) }

  /// Whether the resource was there, fresh, when the interest began.
  public var isHit: Bool { interest.isHit }

  /// The state as it is now.
  public var state: State { view.of(interest.state) }

  /// The state and its changes: the current one first, then each in order.
  public var states: AnyPublisher<State, Never> {
    interest.states.map { [view] in view.of($0) }.eraseToAnyPublisher()
  }

  /// How urgent it is.
  public var priority: LoadPriority {
    get { interest.priority }
    set { interest.priority = newValue }
  }

  /// Loads again what has failed, for all who are interested; does nothing in any other state.
  public func retry() { interest.retry() }

  /// Asks the server again, for all who are interested, however fresh the resource is.
  ///
  /// The server is asked with what it named the body by, so that what has not changed is not sent.
  public func refresh() {
    let id = ObjectIdentifier(self)
    isCancelled.withLock { if !$0 { making.reload(key, by: id) } }
    interest.refresh()
  }

  /// Waits until nothing is loading, and returns how that ended; see `LoadInterest.outcome`.
  ///
  /// - Returns: The resource or the failure that there is now; at once if nothing loads.
  @discardableResult
  public func outcome() async -> LoadOutcome<Resource<Value>, LoadError> {
    let outcome = await interest.outcome()
    guard case .loaded(let resource) = outcome else { return outcome }
    return .loaded(view.of(resource))
  }

  /// Ends the interest; the load goes on if others are interested.
  public func cancel() {
    let id = ObjectIdentifier(self)
    isCancelled.withLock { $0 = true }
    making.callOffReload(key, by: id)
    interest.cancel()
  }
}

/// How one of those who share a resource sees it.
struct ResourceView<Value: Sendable>: Sendable {
  /// The load that had brought what was there in the beginning.
  let found: LoadMark?
  /// What stands in for the resource while there is nothing of it.
  let standIn: Resource<Value>?

  func of(_ state: Loadable<Resource<Value>, LoadError>) -> Loadable<Resource<Value>, LoadError> {
    switch state {
    case .notRequested: return state
    case .loaded(let resource): return .loaded(of(resource))
    case .loading(var loading):
      loading.previous = loading.previous.map(of) ?? standIn
      return .loading(loading)
    case .failed(var failed):
      failed.previous = failed.previous.map(of) ?? standIn
      return .failed(failed)
    }
  }

  func of(_ resource: Resource<Value>) -> Resource<Value> {
    resource.load === found ? resource.fromMemory : resource
  }
}

extension Resource {
  var fromMemory: Self {
    var resource = self
    resource.source = .memory
    return resource
  }
}
