public import CombineShim

/// The values of a relay, as one view publishes them: until the relay or a scope finishes.
///
/// It does not keep the relay alive. Only this library creates and uses sources. See
/// ``RelayPublisher``.
public struct RelaySource<Output>: Sendable {
  @usableFromInline let core: ValueRelayCore<Output>
  /// The scope of its subscribers; `nil` for those that finish with the relay.
  @usableFromInline let scope: RelayScope?

  @usableFromInline
  package init(_ core: ValueRelayCore<Output>, in scope: RelayScope? = nil) {
    self.core = core
    self.scope = scope
  }

  /// Returns whether the relay has ended, without keeping it or its values alive.
  package var hasEnded: @Sendable () -> Bool {
    { [weak core, weak scope, hasScope = scope != nil] in
      guard let core else { return true }
      return core.withState { state in
        state.isEnding || hasScope && (scope?.hasEnded ?? true)
      }
    }
  }

  /// The current value: the last one if the scope has ended.
  @inlinable package var current: Output { scope == nil ? core.current : versioned.0 }

  /// The current value and its version.
  @usableFromInline package var versioned: (Output, UInt) {
    guard let scope else { return core.versioned }
    let current: (Output, UInt)? = core.withState { state in
      // SAFETY: as for `current`.
      scope.hasEnded ? nil : (core.latest.unsafelyUnwrapped, state.version)
    }
    return current ?? core.ended(scope).versioned
  }

  @inlinable
  package func subscribe(
    _ receiveValue: consuming @escaping (Output) -> Void,
    finish: consuming (() -> Void)? = nil
  ) -> AnyCancellable {
    core.subscribe(receiveValue, finish: finish, in: scope)
  }

  @inlinable
  func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Never {
    core.subscribe(subscriber, in: scope)
  }
}
