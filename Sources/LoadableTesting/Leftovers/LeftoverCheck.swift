import MarbleTesting
import Synchronization

/// The check of one test: records the objects that its code creates, and finds those still alive.
final class LeftoverCheck: Sendable {
  /// The check that covers what the code of a task creates.
  enum Scope: Sendable {
    /// The code of no check is known to run.
    case unknown
    /// The code creates what may outlive its test.
    case ignored(in: LeftoverCheck?)
    case checked(LeftoverCheck)
  }

  /// The scope of the current task, which its child tasks and its unstructured tasks inherit.
  @TaskLocal static var scope = Scope.unknown

  let ignoredNames: [String]
  let entries = ExpiringTable<Int, Leftover>()
  /// The relays that the code has created, also those of loaders.
  private let relays = ExpiringTable<ObjectIdentifier, ObservedObject>()
  private let count = Atomic(0)
  private let isOver = Atomic(false)
  private let hasFailedRun = Atomic(false)

  init(ignoring names: [String]) { ignoredNames = names }

  /// The check whose code runs in the current task, also inside `ignoringLeftovers`.
  static var current: LeftoverCheck? {
    switch scope {
    case .unknown: nil
    case .ignored(let check): check
    case .checked(let check): check
    }
  }

  /// True if a marble run of the code has failed, which reports its own leftovers.
  var runHasFailed: Bool { hasFailedRun.load(ordering: .relaxed) }

  /// Runs the code of the test, then waits for the end of what it created, at most for the grace.
  ///
  /// - Returns: The result of the code, and the text of the failure; `nil` if nothing is left.
  func run<Success>(
    grace: Duration,
    _ body: () async -> Success
  ) async -> (Success, failure: String?) {
    _ = MarbleCoverage.printedWarning
    Self.observeTasks
    // Also during the grace, because tasks of the code may create more.
    Creations.add(self)
    defer { Creations.remove(self) }
    let result = await Self.$scope.withValue(.checked(self)) { await body() }
    return (result, await failure(after: grace))
  }

  private func failure(after grace: Duration) async -> String? {
    defer {
      isOver.store(true, ordering: .relaxed)
      entries.removeAll()
      relays.removeAll()
    }
    return await leftovers(after: grace).report
  }
}

// MARK: Recording

extension LeftoverCheck {
  /// Returns false if the check is over.
  func expectRelease(of object: AnyObject, _ callSite: CallSite) -> Bool {
    if isOver.load(ordering: .relaxed) { return false }
    let type = cutText("\(type(of: object))", 100)
    let object = WeakObject(object)
    note(
      Leftover(.object, of: nil, source: nil, isAlive: { object.isAlive }) {
        "\(type), which was to be released (\(callSite.text))"
      }
    )
    return true
  }

  func noteFailedRun() { hasFailedRun.store(true, ordering: .relaxed) }

  /// Records a relay, to know the check of the code that uses it on other threads.
  func noteRelay(_ relay: AnyObject) {
    if isOver.load(ordering: .relaxed) { return }
    relays.insert(ObservedObject(relay), for: ObjectIdentifier(relay))
  }

  func hasCreated(_ relay: AnyObject) -> Bool {
    // A relay that was released before may have had the same address.
    relays[ObjectIdentifier(relay)].map { !$0.isReleased } ?? false
  }

  func note(_ leftover: Leftover) {
    if isOver.load(ordering: .relaxed) { return }
    entries.insert(leftover, for: count.add(1, ordering: .relaxed).newValue)
  }

  /// Records new tasks from the first check on.
  private static let observeTasks: Void = CreatedTask.observe {
    guard Creations.areObserved, case .checked(let check) = scope else { return nil }
    return { task in
      check.note(
        Leftover(.task, of: task, source: .current, isAlive: { !task.hasEnded }) { "a task" }
      )
    }
  }

  static let missing = """
    `expectRelease` was called outside a leftover check or after its end, so nothing checks the release.

    Call it in the closure of `leftovers { … }`, or add the trait `.leftovers` to the test.
    """
}

/// A weak reference to an object of any type.
// SAFETY: the reference is only compared with `nil`; loading a weak reference is atomic.
private final class WeakObject: @unchecked Sendable {
  private weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  var isAlive: Bool { object != nil }
}
