public import CombineShim
public import ReactiveLoadable
import ReactiveLoading
import ReactiveRelays

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
    record(publisher, in: TimelineLane(name, .output, of: Output.self))
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
    record(relay, in: TimelineLane(name, .input, of: Output.self))
  }

  /// Records the values that an app gives to a relay without a current value, as a lane.
  public func record<Output: Sendable>(_ relay: PublishRelay<Output>, as name: String) {
    record(relay, in: TimelineLane(name, .input, of: Output.self))
  }

  @discardableResult
  private func record<Output: Sendable>(
    _ publisher: some Publisher<Output, some Error>,
    in lane: TimelineLane
  ) -> RecordedStream<Output> {
    record(publisher, in: lane, add([lane]))
    return RecordedStream(lane, in: self)
  }

  private func record<Output: Sendable>(
    _ publisher: some Publisher<Output, some Error>,
    in lane: TimelineLane,
    _ use: TimelineUse
  ) {
    let ends = relayEnds(of: publisher)
    let subscription = publisher.sink { completion in
      switch completion {
      case .finished:
        lane.endsWithOwner = !ends.isEmpty && ends.allSatisfy { $0() }
        use.append(.end, to: lane)
      case .failure(let error): use.append(.failure(error), to: lane)
      }
      use.end()
    } receiveValue: { value in
      use.append(value: value, to: lane)
    }
    lane.endInitialEntries(at: nextPosition())
    use.keep(subscription)
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
    record(statesOf: loader.states, as: name) { loader.observe($0) }
  }

  /// Records the states and the events of a list from now on, as two lanes.
  public func record<Key, Cursor, Item, Failure>(
    _ list: PagedLoader<Key, Cursor, Item, Failure>,
    as name: String
  ) {
    record(statesOf: list.states, as: name) { list.observe($0) }
  }

  /// Records the states and the events of a mutation from now on, as two lanes.
  public func record<Input, Output, Failure>(
    _ mutation: Mutation<Input, Output, Failure>,
    as name: String
  ) {
    record(statesOf: mutation.states, as: name) { mutation.observe($0) }
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
    let lane = TimelineLane.events(name)
    let use = add([lane]) { [weak cache] in cache == nil }
    use.keep(cache.observe(use.observer(in: lane)))
  }

  private func record<Value: Sendable, Failure: Error>(
    statesOf states: ReadOnlyRelay<Loadable<Value, Failure>>,
    as name: String,
    observe: (LoadObserver) -> AnyCancellable
  ) {
    let lane = TimelineLane.states(name, of: Loadable<Value, Failure>.self, isOfObject: true)
    let events = TimelineLane.events("\(name) events")
    let use = add([lane, events])
    // A recorded loader is not in use because of it.
    record(states.following, in: lane, use)
    use.keep(observe(use.observer(in: events)))
  }

  /// Returns an observer that records the events of loads as a lane, for a policy or for all loads.
  ///
  /// - Parameter name: The name of the lane.
  /// - Returns: The observer, which does not keep the timeline alive.
  public func observer(as name: String) -> LoadObserver {
    let lane = TimelineLane.events(name)
    return add([lane]).observer(in: lane)
  }
}

extension TimelineUse {
  fileprivate func observer(in lane: TimelineLane) -> LoadObserver {
    LoadObserver { event in self.append(value: event, to: lane) }
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
  fileprivate static func events(_ name: String) -> TimelineLane {
    TimelineLane(name, .events, of: LoadObserver.Event.self) { event, _ in
      TimelineMeaning(of: event)
    }
  }
}

/// Returns whether the relays that a publisher derives from have ended, one function for each.
///
/// A relay ends when its owner is released, and so does a publisher that only derives from relays.
func relayEnds(of publisher: any Publisher) -> [@Sendable () -> Bool] {
  var ends: [@Sendable () -> Bool] = []
  find(&ends, in: publisher, depth: 0)
  return ends
}

/// Looks only at publishers and at the boxes of type-erased ones, because the mirror of a recorded
/// value can be code of the caller.
private func find(_ ends: inout [@Sendable () -> Bool], in value: Any, depth: Int) {
  if let relay = value as? any RelayPublisher {
    ends.append(end(of: relay))
    return
  }
  guard depth < 32 else { return }
  for child in Mirror(reflecting: value).children
  where child.value is any Publisher || child.label == "box" {
    find(&ends, in: child.value, depth: depth + 1)
  }
}

private func end(of relay: some RelayPublisher) -> @Sendable () -> Bool { relay.source.hasEnded }
