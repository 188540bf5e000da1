import ReactiveLoading

extension Timeline {
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
    let lane = TimelineLane(name, .output, of: Base.Element.self)
    return RecordedSequence(base: sequence, lane: lane, use: add([lane]))
  }
}

/// An async sequence that records the elements that its consumer receives.
public struct RecordedSequence<Base: AsyncSequence>: AsyncSequence where Base.Element: Sendable {
  /// The elements of the sequence.
  public typealias Element = Base.Element
  /// The failure of the sequence.
  public typealias Failure = Base.Failure

  fileprivate let base: Base
  fileprivate let lane: TimelineLane
  fileprivate let use: TimelineUse

  /// The iterator of the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let lane: TimelineLane
    fileprivate let use: TimelineUse

    /// Returns the next element of the sequence.
    ///
    /// - Returns: The next element; `nil` at the end.
    /// - Throws: The failure of the sequence.
    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Returns the next element of the sequence on the actor of the caller.
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
    AsyncIterator(base: base.makeAsyncIterator(), lane: lane, use: use)
  }
}

extension RecordedSequence: Sendable where Base: Sendable {}
