public import ReactiveRelays
import Synchronization

/// Collects the failures of any number of loads, for a banner or a toast.
///
/// ```swift
/// let failures = LoadFailures()
/// let policy = LoadPolicy(observer: failures.observer)
/// let podcasts = Loader(policy: policy) { try await api.podcasts() }
///
/// failures.events.sinkOnMainActor { failure in toast.show("\(failure.error)") }
/// failures.latest.sinkOnMainActor { failure in banner.isHidden = failure == nil }
/// ```
///
/// ```
/// podcasts   -l--F         two loaders fail
/// account    -l-----F
/// events     ----p--a
/// latest     n---p--a      n: no failure
/// ```
///
/// Failures of attempts that are retried are not collected, and cancelled loads have not failed.
public final class LoadFailures: Sendable {
  /// A failure of a load.
  public struct Failure: Sendable {
    /// The name of the loader, from its policy.
    public let name: String
    /// The request of the load, the key of a cache, or the input of a write.
    public let request: (any Sendable)?
    /// The error of the load.
    public let error: any Error
  }

  /// Every failure from now on, on the thread of the load.
  public let events: ReadOnlyEvents<Failure>

  /// The last failure, followed by every change; `nil` if none occurred since ``dismiss()``.
  public let latest: ReadOnlyRelay<Failure?>

  // NB: Without their types, because the code of two relays for these rare values is 17 kB.
  private let failures: any Relay<Failure>
  private let last: any Relay<Failure?>
  private let counter = Atomic(0)

  /// Creates a collection without failures.
  public init() {
    let failures = PublishRelay<Failure>()
    let last = BehaviorRelay<Failure?>(nil)
    (events, latest) = (failures.readOnly, last.readOnly)
    (self.failures, self.last) = (failures, last)
  }

  /// The observer that collects failures; any number of policies may have it.
  ///
  /// It keeps this object alive.
  public var observer: LoadObserver {
    LoadObserver { event in
      guard case .failed(let error) = event.kind else { return }
      let failure = Failure(name: event.name, request: event.request, error: error)
      self.counter.wrappingAdd(1, ordering: .relaxed)
      self.last.accept(failure)
      self.failures.accept(failure)
    }
  }

  /// The number of failures since the creation, also after a dismissal.
  var count: Int { counter.load(ordering: .relaxed) }

  /// Removes the last failure, for instance when the user closes the banner.
  public func dismiss() { last.accept(nil) }
}

extension LoadFailures: Described {
  package var objectText: ObjectText {
    let count = count
    guard count > 0 else { return ObjectText("LoadFailures: no failures") }
    let last = latest.value.map { "the last \($0)" } ?? "dismissed"
    return ObjectText(
      "LoadFailures: \(count) \(count == 1 ? "failure" : "failures"), \(last)"
    )
  }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["count": count, "latest": latest.value] }
}

extension LoadFailures.Failure: CustomStringConvertible {
  /// The name and the error on one line without the request, as in `podcasts: offline`.
  public var description: String {
    ObjectText(cutText(name, 100), state: error.logText(.hidden)).description
  }
}
