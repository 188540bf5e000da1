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

  private let receiver: any LeftoverReceiver

  /// Creates a recorder that passes what it records to a receiver, on the thread that created it.
  package init(_ receiver: any LeftoverReceiver) { self.receiver = receiver }

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

  /// The recorder of the code that created a relay.
  static func owner(of relay: RelayCore) -> LeftoverRecorder? {
    active.withLock { $0 }.first { $0.receiver.hasCreated(relay) }
  }

  package func note(_ candidate: LeftoverCandidate) { receiver.note(candidate) }

  func note(_ relay: RelayCore) { receiver.noteCreation(of: relay) }
}

/// Receives what the code of one test creates, on the thread that creates it.
package protocol LeftoverReceiver: AnyObject, Sendable {
  func note(_ candidate: LeftoverCandidate)

  /// Receives each relay, also those that belong to a loader.
  func noteCreation(of relay: AnyObject)

  func hasCreated(_ relay: AnyObject) -> Bool
}

/// An object that must have ended when its test ends.
///
/// It retains the object, so its receiver must not keep it.
package struct LeftoverCandidate {
  package enum Kind: Sendable {
    /// An object that the test names.
    case object
    case load
    /// A task that waits for a load.
    case wait
    /// A relay, which may show `loading` without a load.
    case relay
    case subscription
    case task
  }

  package let kind: Kind
  package let object: AnyObject
  /// The identity of the load; `nil` for other kinds.
  package let load: ObjectIdentifier?
  /// Returns true if the object has not ended or is busy now; called without a lock.
  package let isAlive: @Sendable () -> Bool
  /// The object on one line; called without a lock.
  package let text: @Sendable () -> String

  package init(
    _ kind: Kind,
    of object: AnyObject,
    load: ObjectIdentifier? = nil,
    isAlive: @escaping @Sendable () -> Bool,
    text: @escaping @Sendable () -> String
  ) {
    self.kind = kind
    self.object = object
    self.load = load
    self.isAlive = isAlive
    self.text = text
  }
}

/// A value that may show that something loads.
package protocol LoadingState {
  var isLoading: Bool { get }
}
