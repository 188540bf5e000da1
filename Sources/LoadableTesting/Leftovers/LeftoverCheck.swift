import Dispatch
import MarbleTesting
import ReactiveLoading
import ReactiveRelays
import Synchronization

/// The check of one test: records the objects that its code creates, and finds those still alive.
final class LeftoverCheck: Sendable {
  @TaskLocal static var current: LeftoverCheck?

  private let ignoredNames: [String]
  private let entries = ExpiringTable<Int, Leftover> { $0.isAlive() }
  private let count = Atomic(0)
  private let isOver = Atomic(false)
  private let runHasFailed = Atomic(false)

  init(ignoring names: [String]) { ignoredNames = names }

  /// Runs the code of the test, then waits for the end of what it created, at most for the grace.
  ///
  /// - Returns: The result of the code, and the text of the failure; `nil` if nothing is left.
  func run<Success>(
    grace: Duration,
    _ body: () async -> Success
  ) async -> (Success, failure: String?) {
    RecordedLoads.enable()
    Self.observeTasks
    let recorder = LeftoverRecorder { [weak self] in self?.note($0) }
    let runs = RunObserver { [weak self] in self?.runHasFailed.store(true, ordering: .relaxed) }
    // Also during the grace, because tasks of the code may create more.
    recorder.start()
    defer { recorder.stop() }
    let result = await Self.$current.withValue(self) {
      await LeftoverRecorder.$scope.withValue(.recorder(recorder)) {
        await RunObserver.$current.withValue(runs) { await body() }
      }
    }
    return (result, await failure(after: grace))
  }

  private func failure(after grace: Duration) async -> String? {
    defer {
      isOver.store(true, ordering: .relaxed)
      entries.removeAll { _ in true }
    }
    let left = await leftovers(after: grace)
    return LeftoverReport(left.filter { !$0.hasEndedAfterAll }).text
  }
}

// MARK: Recording

extension LeftoverCheck {
  func expectRelease(of object: AnyObject, _ callSite: CallSite) {
    let type = cutText("\(type(of: object))", 100)
    let object = WeakObject(object)
    let place = "\("\(callSite.fileID)".split(separator: "/").last ?? "?"):\(callSite.line)"
    note(
      Leftover(.object, source: nil, isAlive: { object.isAlive }) {
        "\(type), which was to be released (\(place))"
      }
    )
  }

  private func note(_ candidate: LeftoverCandidate) {
    note(
      Leftover(
        Leftover.Kind(candidate.kind),
        load: candidate.load,
        source: .current,
        isAlive: candidate.isAlive,
        text: candidate.text
      )
    )
  }

  private func note(_ task: CreatedTask) {
    note(
      Leftover(.task(task), source: .current, isAlive: { !task.isForgotten }) { "a task" }
    )
  }

  private func note(_ leftover: Leftover) {
    if isOver.load(ordering: .relaxed) { return }
    entries.insert(leftover, for: count.add(1, ordering: .relaxed).newValue)
  }

  /// Records new tasks from the first check on.
  private static let observeTasks: Void = CreatedTask.observe {
    guard LeftoverRecorder.isInUse, case .recorder = LeftoverRecorder.scope,
      let check = LeftoverCheck.current
    else { return nil }
    return { check.note($0) }
  }

  static let missing = """
    `expectRelease` was called outside a leftover check, so nothing checks the release.

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

// MARK: Looking

extension LeftoverCheck {
  /// The smallest number of looks, so that a busy machine gets more time than the grace.
  private static let leastLooks = 20

  /// Returns the leftovers after at most the grace, in the order of creation.
  private func leftovers(after grace: Duration) async -> [Leftover] {
    let start = ContinuousClock.now
    var (looks, pause) = (0, Duration.microseconds(100))
    while true {
      let left = look()
      looks += 1
      // Time must not pass in a marble run.
      if left.isEmpty || grace <= .zero || RunObserver.isInRun { return left }
      if looks >= Self.leastLooks, start.duration(to: .now) >= grace { return left }
      await wait(for: pause)
      pause = min(pause * 2, .milliseconds(20))
    }
  }

  /// Removes the ended entries; returns those to report.
  private func look() -> [Leftover] {
    // A task retains the objects of its result, so ended tasks are removed first.
    entries.removeAll { $0.isTask && !$0.isAlive() }
    entries.removeAll { !$0.isAlive() }
    if runHasFailed.load(ordering: .relaxed) { entries.removeAll { $0.isInRun } }
    let all = entries.entries.sorted { $0.key < $1.key }.map(\.value)
    let left = all.filter { !isIgnored($0) }
    // A leftover that is ignored explains the tasks that it has.
    return left.count < all.count ? left.filter { !$0.isTask } : left
  }

  private func isIgnored(_ leftover: Leftover) -> Bool {
    if ignoredNames.isEmpty { return false }
    let line = leftover.line
    return ignoredNames.contains { line.contains($0) }
  }

  /// Waits, also in a cancelled task, while the actor of the caller is free.
  private func wait(for pause: Duration) async {
    let nanoseconds = Int(pause / .nanoseconds(1))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        continuation.resume()
      }
    }
  }
}
