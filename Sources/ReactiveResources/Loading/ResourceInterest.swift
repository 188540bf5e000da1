@preconcurrency public import CombineShim
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
  private let isCancelled = Lock(false)

  init(in key: ResourceKey, at priority: LoadPriority, of loader: ResourceLoader<Value>) {
    let before = loader.making.moment
    let interest = loader.resources.interest(in: key, at: priority)
    // What is hit was made before. Else a load has begun by this that may have made something already.
    let beginning = interest.isHit ? loader.making.moment : before
    let view = ResourceView<Value>(from: beginning, isHit: interest.isHit)
    if case .none = view.of(interest.state).latest {
      view.stand(in: loader.making.atHand.standIn(for: key, at: beginning.time))
    }
    self.key = key
    self.interest = interest
    self.view = view
    making = loader.making
  }

  deinit { making.wishes.remove(key, by: ObjectIdentifier(self)) }

  /// Whether the resource was there, fresh, when the interest began.
  public var isHit: Bool { interest.isHit }

  /// The state as it is now.
  public var state: State { view.of(interest.state) }

  /// The state and its changes: the current one first, then each in order, until the interest ends.
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
    isCancelled.withLock { if !$0 { making.wishes.insert(key, by: id) } }
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
    making.wishes.remove(key, by: id)
    interest.cancel()
  }
}
