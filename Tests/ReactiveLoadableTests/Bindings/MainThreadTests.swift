import CombineShim
import Foundation
import ReactiveLoadable
import TestSupport
import XCTest

/// Values on the main thread outside tasks, where a system calls the closure of a button (V1, V2).
///
/// XCTest calls synchronous tests so. Tests of Swift Testing always run in tasks.
final class MainThreadTests: XCTestCase {
  private let subject = PassthroughSubject<Int, Never>()
  private let inbox = MainThreadInbox()
  private var subscription: AnyCancellable?

  override func setUp() {
    XCTAssertTrue(Thread.isMainThread)
    XCTAssertFalse(isInTask)
    subscription = subject.sinkOnMainActor { [inbox] number in
      MainActor.preconditionIsolated()
      inbox.note(number)
    }
  }

  override func tearDown() { subscription = nil }

  func testAValueIsReceivedWithinTheCallAndInNoTask() {
    let relay = BehaviorRelay(0)
    let direct = relay.sinkOnMainActor { [inbox] in inbox.note($0) }
    relay.accept(1)
    subject.send(2)
    XCTAssertEqual(inbox.numbers, [0, 1, 2])
    XCTAssertEqual(inbox.numbersInTasks, [])
    direct.cancel()
  }

  func testAValueBehindWaitingOnesIsReceivedAfterThem() {
    let carried = CarriedSubject(subject)
    onThreads(1) { _ in carried.subject.send(1) }
    subject.send(2)
    XCTAssertEqual(inbox.numbers, [])
    runMain { inbox.numbers.count == 2 }
    subject.send(3)
    XCTAssertEqual(inbox.numbers, [1, 2, 3])
  }

  func testAValueThatTheClosureCausesIsReceivedAfterIt() {
    let carried = CarriedSubject(subject)
    let log = Log<String>()
    subscription = subject.sinkOnMainActor { number in
      log.note("\(number) starts")
      if number < 3 { carried.subject.send(number + 1) }
      log.note("\(number) ends")
    }
    subject.send(1)
    let expected = ["1 starts", "1 ends", "2 starts", "2 ends", "3 starts", "3 ends"]
    XCTAssertEqual(log.entries, expected)
  }

  func testAnEndlessChainOfValuesYieldsTheMainThread() {
    let carried = CarriedSubject(subject)
    subscription = subject.sinkOnMainActor { [inbox] number in
      inbox.note(number)
      if number < 250 { carried.subject.send(number + 1) }
    }
    subject.send(1)
    XCTAssertEqual(inbox.numbers, Array(1...100))
    runMain { inbox.numbers.count == 250 }
  }

  func testACancelWithinTheClosureDropsTheValuesThatWait() {
    let (carried, held) = (CarriedSubject(subject), HeldSubscription())
    held.subscription = subject.sinkOnMainActor { [inbox] number in
      carried.subject.send(number + 1)
      inbox.note(-number)
      held.subscription = nil
    }
    subscription = nil
    subject.send(1)
    XCTAssertEqual(inbox.numbers, [-1])
  }

  func testAValueOfATaskWithoutAnActorIsReceivedAHopLater() {
    #if !LIKE_MACOS_15
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let (carried, inbox) = (CarriedSubject(subject), inbox)
    Task.immediate {
      carried.subject.send(1)
      XCTAssertEqual(inbox.numbers, [])
    }
    XCTAssertEqual(inbox.numbers, [])
    runMain { inbox.numbers == [1] }
    #endif
  }

  /// The main thread runs code of another thread, which waits: that code is on the main actor.
  func testAValueOfABlockThatAnotherThreadRunsOnTheMainThread() {
    let (carried, inbox, isDone) = (CarriedSubject(subject), inbox, Log<[Int]>())
    Thread {
      DispatchQueue.main.sync {
        carried.subject.send(1)
        isDone.note(inbox.numbers)
      }
    }.start()
    runMain { !isDone.entries.isEmpty }
    XCTAssertEqual(isDone.entries, [[1]])
  }

  /// Runs the work of the main actor until a condition holds.
  private func runMain(until condition: () -> Bool) {
    while !condition() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }
}

private var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }

/// The received numbers.
// SAFETY: used on the main thread only.
private final class MainThreadInbox: @unchecked Sendable {
  private(set) var numbers: [Int] = []
  private(set) var numbersInTasks: [Int] = []

  func note(_ number: Int) {
    numbers.append(number)
    if isInTask { numbersInTasks.append(number) }
  }
}

// SAFETY: used on the main thread only.
private final class HeldSubscription: @unchecked Sendable {
  var subscription: AnyCancellable?
}

/// Makes a subject of a library without `Sendable` sendable.
// SAFETY: its users take turns, and OpenCombine's subjects have locks.
private struct CarriedSubject: @unchecked Sendable {
  let subject: PassthroughSubject<Int, Never>
  init(_ subject: PassthroughSubject<Int, Never>) { self.subject = subject }
}
