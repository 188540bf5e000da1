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
/// podcasts   -l--F--l--A   two loaders fail, and one of them loads again
/// account    -l-----F
/// events     ----p--a
/// latest     n---p--a      n: no failure
/// ```
///
/// A failure is dropped when a later load of the same object succeeds, when its value is set, or
/// when it is reset. ``latest`` then is the newest failure that remains. See
/// <doc:ObservingLoads#O10-Collected-failures>.
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

  /// The newest failure that remains, followed by every change; `nil` without any.
  ///
  /// A failure remains until a later load of the same object succeeds, or until ``dismiss()``.
  public let latest: ReadOnlyRelay<Failure?>

  // NB: Without their types, because the code of two relays for these rare values is 17 kB.
  private let failures: any Relay<Failure>
  private let last: any Relay<Failure?>
  private let counter = Atomic(0)
  private let state = Lock(State())

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
      switch event.kind {
      case .failed(let error): self.add(error, event)
      case .succeeded, .set, .reset: self.drop(event)
      case .started, .joined, .replaced, .attemptFailed, .retried, .progressed, .partialValue,
        .cancelled, .skipped, .invalidated, .hit, .removed, .edited, .rolledBack, .restored, .saved,
        .recordFailed:
        break
      }
    }
  }

  /// The number of failures since the creation, also after a dismissal.
  var count: Int { counter.load(ordering: .relaxed) }

  /// Removes all failures, for instance when the user closes the banner.
  public func dismiss() { change { $0.removeAll() } }
}

// MARK: The failures that remain

extension LoadFailures {
  /// A failure of an object; of an object with a failure for each request, also of a request.
  private struct Entry {
    let object: LoadObject
    let request: AnyHashable?
    let failure: Failure?
    let number: Int

    init(_ event: LoadObserver.Event, _ failure: Failure? = nil, number: Int = 0) {
      object = event.object
      request = (event.request as? any Hashable).map { AnyHashable($0) }
      (self.failure, self.number) = (failure, number)
    }

    /// Returns whether a later event is about the same load; one without a request is about all.
    func isAbout(_ other: Entry) -> Bool {
      guard object == other.object else { return false }
      return !object.isKeyed || other.request == nil || request == other.request
    }
  }

  private struct State {
    var entries: [Entry] = []
    var version: UInt = 0
    /// The number of the failure that was published last.
    var published: Int?
    var isPublishing = false

    /// Returns the failure to publish; without any, the publication ends.
    mutating func next() -> Failure?? {
      isPublishing = entries.last?.number != published
      published = entries.last?.number
      return isPublishing ? .some(entries.last?.failure) : nil
    }
  }

  /// The largest number of failures that remain, so that released objects do not add up.
  private static var limit: Int { 100 }

  private func add(_ error: any Error, _ event: LoadObserver.Event) {
    let failure = Failure(name: event.name, request: event.request, error: error)
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    let entry = Entry(event, failure, number: number)
    change { entries in
      entries.removeAll { $0.isAbout(entry) && (entry.request != nil || !entry.object.isKeyed) }
      entries.append(entry)
      entries.removeFirst(max(entries.count - Self.limit, 0))
    }
    failures.accept(failure)
  }

  private func drop(_ event: LoadObserver.Event) {
    if state.withLock({ $0.entries.isEmpty }) { return }
    let entry = Entry(event)
    // A write of an input that cannot be compared says nothing about others.
    if event.isWrite, event.requestBox != nil, entry.request == nil { return }
    change { $0.removeAll { $0.isAbout(entry) } }
  }

  /// Changes the failures on a copy, because requests are compared, and publishes the newest one.
  private func change(_ body: (inout [Entry]) -> Void) {
    while true {
      let (before, version) = state.withLock { ($0.entries, $0.version) }
      var entries = before
      body(&entries)
      if entries.isEmpty, before.isEmpty { return }
      let (isCommitted, publishes) = state.withLock { state in
        guard state.version == version else { return (false, false) }
        swap(&state.entries, &entries)
        state.version += 1
        defer { state.isPublishing = true }
        return (true, !state.isPublishing)
      }
      guard isCommitted else { continue }
      // One thread publishes, in the order of the changes; others leave theirs to it.
      if publishes { while let failure = state.withLock({ $0.next() }) { last.accept(failure) } }
      return
    }
  }
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
