public import CombineShim
public import ReactiveLoadable
import ReactiveLoading

extension Timeline {
  /// Records the values of a publisher from now on, as a lane.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, to which the timeline subscribes now, with unlimited demand.
  ///   - name: The name of the lane.
  /// - Returns: The recorded values, which keep the timeline alive.
  @discardableResult
  public func record<Output: Sendable>(
    _ publisher: some Publisher<Output, some Error>,
    as name: String
  ) -> RecordedStream<Output> {
    record(
      publisher,
      in: TimelineLane(name, .output, of: Output.self) { TimelineMeaning(of: $0, $1) }
    )
  }

  /// Records the states of a publisher from now on, as a lane.
  ///
  /// - Parameters:
  ///   - states: The states, to which the timeline subscribes now, with unlimited demand.
  ///   - name: The name of the lane.
  /// - Returns: The recorded states, which keep the timeline alive.
  @discardableResult
  public func record<Value: Sendable, Failure: Error>(
    _ states: some Publisher<Loadable<Value, Failure>, Never>,
    as name: String
  ) -> RecordedStream<Loadable<Value, Failure>> {
    record(states, in: .states(name, of: Loadable<Value, Failure>.self))
  }

  /// Records the values that an app gives to a relay, as a lane.
  ///
  /// In a test the lane is an input, so no ``RecordedStream`` is returned. For a stream, which a
  /// test expects, record `relay.readOnly`.
  ///
  /// - Parameters:
  ///   - relay: The relay, to which the timeline subscribes now.
  ///   - name: The name of the lane; for a test, the path of the relay in the model.
  public func record<Output: Sendable>(_ relay: BehaviorRelay<Output>, as name: String) {
    record(relay, in: TimelineLane(name, .input, of: Output.self) { TimelineMeaning(of: $0, $1) })
  }

  /// Records the values that an app gives to a relay, as a lane.
  ///
  /// In a test the lane is an input, so no ``RecordedStream`` is returned. For a stream, which a
  /// test expects, record `relay.readOnly`.
  ///
  /// - Parameters:
  ///   - relay: The relay, to which the timeline subscribes now.
  ///   - name: The name of the lane; for a test, the path of the relay in the model.
  public func record<Output: Sendable>(_ relay: PublishRelay<Output>, as name: String) {
    record(relay, in: TimelineLane(name, .input, of: Output.self) { TimelineMeaning(of: $0, $1) })
  }

  @discardableResult
  private func record<Output: Sendable>(
    _ publisher: some Publisher<Output, some Error>,
    in lane: TimelineLane
  ) -> RecordedStream<Output> {
    let ends = relayEnds(of: publisher)
    add(lane)
    let subscription = publisher.sink { [weak self] completion in
      guard let self else { return }
      switch completion {
      case .finished:
        lane.endsWithOwner = !ends.isEmpty && ends.allSatisfy { $0() }
        lane.append(.end, in: self)
      case .failure(let error): lane.append(.failure(error), in: self)
      }
    } receiveValue: { [weak self] value in
      if let self { lane.append(.value(Box(value)), in: self) }
    }
    lane.endInitialEntries(at: nextPosition())
    keep(subscription)
    return RecordedStream(lane, in: self)
  }

  /// Records the states and the events of a loader from now on, as two lanes.
  ///
  /// - Parameters:
  ///   - loader: The loader.
  ///   - name: The name of the lane of its states; that of its events is `name events`. For a test,
  ///     the path of the loader in the model: the test expects `model.name.states`.
  public func record<Request, Value, Failure>(
    _ loader: Loader<Request, Value, Failure>,
    as name: String
  ) {
    record(statesOfObject: loader.states, as: name)
    keep(loader.observe(observer(as: "\(name) events")))
  }

  /// Records the states and the events of a list from now on, as two lanes.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - name: The name of the lane of its states; that of its events is `name events`. For a test,
  ///     the path of the list in the model: the test expects `model.name.states`.
  public func record<Key, Cursor, Item, Failure>(
    _ list: PagedLoader<Key, Cursor, Item, Failure>,
    as name: String
  ) {
    record(statesOfObject: list.states, as: name)
    keep(list.observe(observer(as: "\(name) events")))
  }

  /// Records the states and the events of a mutation from now on, as two lanes.
  ///
  /// - Parameters:
  ///   - mutation: The mutation.
  ///   - name: The name of the lane of its states; that of its events is `name events`. For a test,
  ///     the path of the mutation in the model: the test expects `model.name.states`.
  public func record<Input, Output, Failure>(
    _ mutation: Mutation<Input, Output, Failure>,
    as name: String
  ) {
    record(statesOfObject: mutation.states, as: name)
    keep(mutation.observe(observer(as: "\(name) events")))
  }

  /// Records the events of a cache from now on, as a lane: loads, hits, joins and evictions.
  ///
  /// The states of a key are a publisher, `cache.states(of: key)`, for another lane. It is an
  /// interest in the key.
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - name: The name of the lane.
  public func record<Key, Value, Failure>(
    _ cache: LoaderCache<Key, Value, Failure>,
    as name: String
  ) {
    keep(cache.observe(observer(as: name)))
  }

  private func record<Value: Sendable, Failure: Error>(
    statesOfObject states: ReadOnlyRelay<Loadable<Value, Failure>>,
    as name: String
  ) {
    record(states, in: .states(name, of: Loadable<Value, Failure>.self, isOfObject: true))
  }

  /// Returns an observer that records the events of loads as a lane, for a policy or for all loads.
  ///
  /// - Parameter name: The name of the lane.
  /// - Returns: The observer, which does not keep the timeline alive.
  public func observer(as name: String) -> LoadObserver {
    let lane = TimelineLane(name, .events, of: LoadObserver.Event.self) { event, _ in
      TimelineMeaning(of: event)
    }
    add(lane)
    return LoadObserver { [weak self] event in
      if let self { lane.append(.value(Box(event)), in: self) }
    }
  }
}

extension TimelineLane {
  fileprivate static func states<Value: Sendable, Failure: Error>(
    _ name: String,
    of type: Loadable<Value, Failure>.Type,
    isOfObject: Bool = false
  ) -> TimelineLane {
    TimelineLane(name, .states, of: type, isOfObject: isOfObject) { TimelineMeaning(of: $0, $1) }
  }
}
