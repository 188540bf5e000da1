public import CombineShim

extension Publisher where Failure == Never {
  /// Shows a loading state only after a time, and then for at least a time (contract L10).
  ///
  /// A load that takes 80 ms should not let a spinner flash. Put between the states of a loader and
  /// what draws them, this hides the loading states of short loads and holds those of others long
  /// enough to be seen:
  ///
  /// ```swift
  /// loader.states.steadied().sink { draw($0) }
  /// ```
  ///
  /// A character is 100 ms here, `l` a loading state, `A` a loaded one:
  ///
  /// ```
  /// states   nlA
  /// shown    n-A
  ///
  /// states   nl----A
  /// shown    n--l----A
  /// ```
  ///
  /// The first state comes at once. A loading state that brings a value, where none is shown, is not
  /// held back. The last state is never lost, also when this publisher finishes. See
  /// <doc:KeepingASpinnerSteady> for all rules.
  ///
  /// - Parameters:
  ///   - delay: How long a loading state is hidden, by default 200 ms; zero or less shows it at once.
  ///   - least: How long a loading state is shown at least, by default 500 ms; zero or less lets
  ///     every settled state pass.
  ///   - clock: What the times are counted on: the continuous clock.
  /// - Returns: A publisher that never fails. It delivers where this one does; what has waited comes
  ///   on the thread of the clock.
  public func steadied<Value, LoadFailure>(
    showingAfter delay: Duration = .milliseconds(200),
    forAtLeast least: Duration = .milliseconds(500),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SteadyStates<Self, Value, LoadFailure> where Output == Loadable<Value, LoadFailure> {
    SteadyStates(upstream: self, times: SteadyTimes(delay: delay, least: least), clock: clock)
  }
}

/// States whose loading ones are hidden when short and held when shown; made by `steadied`.
///
/// A model gives its view steady states, and everybody else those of the loader, which are never
/// late:
///
/// ```swift
/// final class AccountModel {
///   private let loader: Loader<NoRequest, Account, LoadError>
///   private let clock: any Clock<Duration>
///   var shown: some Publisher<Loadable<Account, LoadError>, Never> {
///     loader.states.steadied(clock: clock)
///   }
/// }
/// ```
///
/// Its test is a diagram, in exact virtual time; a load takes 300 ms here:
///
/// ```swift
/// marbles(frame: .milliseconds(100)) { m in
///   m.at(.milliseconds(100)) { model.load() }
///   m.expect(model.shown, "n--l----A", states)
/// }
/// ```
public struct SteadyStates<Upstream: Publisher, Value: Sendable, LoadFailure: Error>: Publisher
where Upstream.Output == Loadable<Value, LoadFailure>, Upstream.Failure == Never {
  /// The states of the upstream.
  public typealias Output = Loadable<Value, LoadFailure>
  /// It never fails, as the upstream does not.
  public typealias Failure = Never

  fileprivate let upstream: Upstream
  fileprivate let times: SteadyTimes
  fileprivate let clock: any Clock<Duration>

  /// Subscribes to the upstream for one subscriber, which has times of its own.
  ///
  /// - Parameter subscriber: Who gets the states, as far as it asks for them.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let storage = SteadyStorage<Value, LoadFailure>(times, clock)
    let subscription = upstream.follow { _ in
      storage.handle(.ended)
    } receiveValue: {
      storage.handle(.state($0))
    }
    let feed = AnyCancellable {
      subscription.cancel()
      storage.handle(.ended)
    }
    OwningSubscription.attach(subscriber, to: storage.core, owning: feed)
  }
}

extension SteadyStates: Sendable where Upstream: Sendable {}
