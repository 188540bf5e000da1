import Synchronization

/// Receives the subscriptions and loads that the code of a test creates, to find its leftovers.
///
/// Only a testing library creates recorders. Without one, a relay, a subscription and a load read
/// one counter when they start.
package final class LeftoverRecorder: Sendable {
  /// The recorder of the code that runs in a task.
  package enum Scope: Sendable {
    /// The code of no test is known to run.
    case unknown
    /// The code creates what may outlive its test.
    case ignored
    case recorder(LeftoverRecorder)
  }

  /// The scope of the current task, which its child tasks and its unstructured tasks inherit.
  @TaskLocal package static var scope = Scope.unknown

  private static let count = Atomic(0)
  private static let active = Lock([LeftoverRecorder]())

  private let receive: @Sendable (LeftoverCandidate) -> Void
  /// The relays that the code of the test has created.
  private let relays: RelayTable

  private typealias RelayTable = ExpiringTable<ObjectIdentifier, WeakRelay>

  /// Creates a recorder that passes each candidate to a closure, on the thread that created it.
  ///
  /// - Parameters:
  ///   - executor: Runs a closure on another thread, to remove ended relays.
  ///   - receive: The receiver of candidates.
  package init(
    on executor: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    _ receive: @escaping @Sendable (LeftoverCandidate) -> Void
  ) {
    self.receive = receive
    relays = RelayTable(on: executor) { $0.core != nil }
  }

  /// A Boolean value that indicates whether there is any active recorder.
  package static var isInUse: Bool { count.load(ordering: .relaxed) > 0 }

  /// Starts to receive candidates.
  package func start() {
    Self.active.withLock { $0.append(self) }
    Self.count.add(1, ordering: .relaxed)
  }

  /// Stops receiving candidates.
  package func stop() {
    Self.count.subtract(1, ordering: .relaxed)
    Self.active.withLock { $0.removeAll { $0 === self } }
  }

  /// The recorder of the current task or, outside the task of a test, that of a relay.
  package static func current(orOf relay: RelayCore? = nil) -> LeftoverRecorder? {
    switch scope {
    case .recorder(let recorder): recorder
    case .ignored: nil
    case .unknown: relay.flatMap { owner(of: $0) }
    }
  }

  private static func owner(of relay: RelayCore) -> LeftoverRecorder? {
    active.withLock { $0 }.first { $0.relays[ObjectIdentifier(relay)]?.core === relay }
  }

  package func note(_ candidate: LeftoverCandidate) { receive(candidate) }

  func note(_ relay: RelayCore) {
    relays.insert(WeakRelay(core: relay), for: ObjectIdentifier(relay))
  }
}

private struct WeakRelay: Sendable {
  weak var core: RelayCore?
}

/// An object that must have ended when its test ends; it does not retain the object.
package struct LeftoverCandidate: Sendable {
  package enum Kind: Sendable {
    case load
    /// A task that waits for a load.
    case wait
    /// A relay, which may show `loading` without a load.
    case relay
    case subscription
  }

  package let kind: Kind
  /// The identity of the load; `nil` for other kinds.
  package let load: ObjectIdentifier?
  /// Returns true if the object has not ended; called without a lock.
  package let isAlive: @Sendable () -> Bool
  /// The object on one line; called without a lock.
  package let text: @Sendable () -> String

  package init(
    _ kind: Kind,
    load: ObjectIdentifier? = nil,
    isAlive: @escaping @Sendable () -> Bool,
    text: @escaping @Sendable () -> String
  ) {
    self.kind = kind
    self.load = load
    self.isAlive = isAlive
    self.text = text
  }
}

/// A value that may show that something loads.
package protocol LoadingState {
  var isLoading: Bool { get }
}
