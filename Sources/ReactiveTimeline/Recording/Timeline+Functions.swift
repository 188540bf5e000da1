import ReactiveLoading

extension Timeline {
  /// Returns a load function that records its calls and their results, as two lanes.
  ///
  /// - Parameters:
  ///   - load: The load function.
  ///   - name: The name of the lane of the results; that of the requests is `name requests`. An
  ///     error is recorded like a value.
  ///   - cancelled: The error that the function throws if its task is cancelled; needed for a test
  ///     of a function with a typed failure.
  /// - Returns: A function with the same results, which does not keep the timeline alive.
  public func recording<Request: Sendable, Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable (Request) async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable (Request) async throws(Failure) -> Value {
    let function = TimelineFunction(
      name,
      Request.self,
      Value.self,
      Failure.self,
      cancelled: cancelled
    )
    let calls = TimelineCallRecorder<Value, Failure>(of: function, in: self)
    return { request throws(Failure) in
      try await calls.record(request) { _ throws(Failure) in try await load(request) }
    }
  }

  /// Returns a load function without a request that records its calls and their results, as lanes.
  public func recording<Value: Sendable, Failure: Error>(
    _ load: @escaping @Sendable () async throws(Failure) -> Value,
    as name: String,
    orCancelled cancelled: Failure? = nil
  ) -> @Sendable () async throws(Failure) -> Value {
    let recorded = recording(
      { (_: NoRequest) async throws(Failure) -> Value in try await load() },
      as: name,
      orCancelled: cancelled
    )
    return { () async throws(Failure) in try await recorded(NoRequest()) }
  }

  // NB: The function for any failure would return one of the type `throws(Never)`, whose use as a
  // non-throwing one crashes Swift 6.3.

  /// Returns a load function without errors that records its calls and their results, as lanes.
  public func recording<Request: Sendable, Value: Sendable>(
    _ load: @escaping @Sendable (Request) async -> Value,
    as name: String
  ) -> @Sendable (Request) async -> Value {
    let function = TimelineFunction(name, Request.self, Value.self, Never.self)
    let calls = TimelineCallRecorder<Value, Never>(of: function, in: self)
    return { request in await calls.record(request) { _ in await load(request) } }
  }

  /// Returns a load function without a request and errors that records its calls and their results.
  public func recording<Value: Sendable>(
    _ load: @escaping @Sendable () async -> Value,
    as name: String
  ) -> @Sendable () async -> Value {
    let recorded = recording({ (_: NoRequest) async -> Value in await load() }, as: name)
    return { await recorded(NoRequest()) }
  }

  /// Returns an async sequence that records the elements that its consumer receives, as a lane.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - name: The name of the lane.
  /// - Returns: A sequence with the same elements, which does not keep the timeline alive.
  public func recording<Base: AsyncSequence>(
    _ sequence: Base,
    as name: String
  ) -> RecordedSequence<Base> where Base.Element: Sendable {
    let lane = TimelineLane(name, .output, of: Base.Element.self) { TimelineMeaning(of: $0, $1) }
    return RecordedSequence(sequence, lane, add([lane]))
  }
}

/// An async sequence that records the elements that its consumer receives.
public struct RecordedSequence<Base: AsyncSequence>: AsyncSequence where Base.Element: Sendable {
  /// The elements of the sequence.
  public typealias Element = Base.Element
  /// The failure of the sequence.
  public typealias Failure = Base.Failure

  private let base: Base
  private let lane: TimelineLane
  private let use: TimelineUse

  init(_ base: Base, _ lane: TimelineLane, _ use: TimelineUse) {
    self.base = base
    self.lane = lane
    self.use = use
  }

  /// The iterator of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private let lane: TimelineLane
    private let use: TimelineUse

    init(_ base: Base.AsyncIterator, _ lane: TimelineLane, _ use: TimelineUse) {
      self.base = base
      self.lane = lane
      self.use = use
    }

    /// Returns the next element of the sequence.
    ///
    /// - Returns: The next element; `nil` at the end.
    /// - Throws: The failure of the sequence.
    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next element of the sequence on an actor.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The next element; `nil` at the end.
    /// - Throws: The failure of the sequence.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure)
      -> Element?
    {
      do throws(Failure) {
        let element = try await base.next(isolation: actor)
        use.append(element.map { .value(Box($0)) } ?? .end, to: lane)
        return element
      } catch {
        use.append(.failure(error), to: lane)
        throw error
      }
    }
  }

  /// Creates an iterator.
  ///
  /// - Returns: An iterator over the sequence.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base.makeAsyncIterator(), lane, use)
  }
}

extension RecordedSequence: Sendable where Base: Sendable {}
