/// A call of the load function, with its request.
package typealias EmbeddedCall =
  @Sendable (LoadReporter<EmbeddedAnswer>) async throws(LoadError) -> EmbeddedAnswer

/// An event of a performer, without its value.
package struct EmbeddedEvent: Hashable, Sendable {
  let ofCore: LoadCore.Event

  init(_ event: LoadCore.Event) { ofCore = event }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool { ofCore.endsAttempt }
}

/// A value of a load, which is published with its type.
package struct EmbeddedAnswer: Sendable {
  let publish: @Sendable (EmbeddedEvent, EmbeddedPerformer) -> Void
}

/// The typed part of performers: the calls of the load function, and the events with their values.
package struct EmbeddedWork<Value: Sendable>: Sendable {
  package typealias Load = @Sendable (LoadReporter<Value>) async throws -> Value
  package typealias Publish =
    @Sendable (WorkEvent<Value, LoadError>, EmbeddedPerformer) -> Void

  private let publish: Publish

  /// - Parameter publish: Receives each event and its performer, on any thread, also within
  ///   ``EmbeddedPerformer/follow(_:inPlaceOf:calling:)``.
  package init(publish: @escaping Publish) { self.publish = publish }

  /// Creates a performer, which sends the events without a value.
  package func performer(_ policy: EmbeddedPolicy) -> EmbeddedPerformer {
    EmbeddedPerformer(policy) { [publish] event, error, performer in
      publish(WorkEvent(event.ofCore, failure: error.map { Box($0) }), performer)
    }
  }

  /// Creates a call of the load function, which sends the values.
  package func call(_ load: @escaping Load) -> EmbeddedCall {
    { [publish] report async throws(LoadError) in
      do {
        return Self.answer(try await load(Self.reporter(to: report, publish)), publish)
      } catch {
        throw LoadError(error)
      }
    }
  }

  private static func answer(_ value: Value, _ publish: @escaping Publish) -> EmbeddedAnswer {
    let box = Box(value)
    return EmbeddedAnswer { event, performer in
      publish(WorkEvent(event.ofCore, value: box), performer)
    }
  }

  private static func reporter(
    to report: LoadReporter<EmbeddedAnswer>,
    _ publish: @escaping Publish
  ) -> LoadReporter<Value> {
    LoadReporter {
      switch $0 {
      case .value(let value): report.send(.value(answer(value, publish)))
      case .progress(let progress): report.send(.progress(progress))
      }
    }
  }
}
