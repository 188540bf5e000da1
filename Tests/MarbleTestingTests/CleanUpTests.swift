import CombineShim
import Foundation
import MarbleTesting
import Synchronization
import TestSupport
import Testing

/// An ended run leaves nothing to other tests that waits endlessly.
@Suite struct CleanUpTests {
  @Test func `a task of a body that threw ends`() async {
    let task = Mutex<Task<Int, Never>?>(nil)
    #expect(throws: Offline.self) {
      try marbles { _ in
        task.withLock { $0 = Task { 1 } }
        throw Offline()
      }
    }
    #expect(await task.withLock { $0 }?.value == 1)
  }

  @Test func `an actor stays usable after a run with a bad diagram`() async {
    let counter = Counter()
    let failures = failures {
      marbles { m in
        Task { await counter.count() }
        m.expect(Just("a"), "(")
      }
    }
    #expect(failures.count == 1)
    await counter.count()
    #expect(await counter.number == 2)
  }

  @Test func `captures of tasks of an abandoned run are released`() {
    weak var held: Witness?
    do {
      let witness = Witness()
      held = witness
      _ = failures {
        marbles { m in
          Task { [witness] in witness.see() }
          m.expect(Just("a"), "(")
        }
      }
    }
    #expect(held == nil)
  }

  @Test func `a loop that never suspends continues outside until it ends`() async {
    let stop = Witness()
    let task = Mutex<Task<Void, Never>?>(nil)
    let failures = failures {
      marbles { _ in
        let loop = Task { while !stop.hasSeen { await Task {}.value } }
        task.withLock { $0 = loop }
      }
    }
    #expect(failures.count == 1)
    stop.see()
    await task.withLock { $0 }?.value
  }

  @Test
  func `a main actor task that outlives its run continues on the real main actor`() async {
    let gate = Gate(), task = Mutex<Task<Bool, Never>?>(nil)
    // The main thread need not be the one that serves the main queue.
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let failures = failures {
      marbles(on: MainActor.shared) { _ in
        let waiting = Task { @MainActor in
          await gate.wait()
          return DispatchQueue.getSpecific(key: key) == true
        }
        task.withLock { $0 = waiting }
      }
    }
    #expect(failures.count == 1)
    gate.open()
    #expect(await task.withLock { $0 }?.value == true)
  }

  @Test func `a wake in the last frame is not lost`() async {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
    let task = Mutex<Task<Void, Never>?>(nil)
    // A task that is alive at the end of the run is reported, too.
    let failures = failures {
      marbles { m in
        let last = AtEnd { onAnotherThread { wake.finish() } }
        let waiting = Task { for await _ in wakes {} }
        task.withLock { $0 = waiting }
        m.expect(Just("a"), "(a|)", where: { _, _ in withExtendedLifetime(last) { true } })
      }
    }
    #expect(failures.count == 1)
    await task.withLock { $0 }?.value
  }

  @Test(arguments: [MarbleCancellation.honored, .ignored], [false, true])
  func `a call of an abandoned run is cancelled`(
    _ cancellation: MarbleCancellation,
    afterBeginning hasBegun: Bool
  ) async {
    let task = Mutex<Task<String, any Error>?>(nil)
    #expect(throws: Offline.self) {
      try marbles { m in
        let load = m.cold("-----a|", cancellation: cancellation)
        task.withLock { $0 = Task { try await load() } }
        if hasBegun { m.advance(to: .milliseconds(2)) }
        throw Offline()
      }
    }
    await #expect(throws: CancellationError.self) { try await task.withLock { $0 }?.value }
  }

  @Test(arguments: [MarbleCancellation.honored, .ignored])
  func `a call after the end of its run is cancelled immediately`(
    _ cancellation: MarbleCancellation
  ) async throws {
    let input = Mutex<MarbleCold<String, Never>?>(nil)
    marbles { m in
      m.expectCleanRun()
      input.withLock { $0 = m.cold("a|", cancellation: cancellation) }
    }
    let load = try #require(input.withLock { $0 })
    await #expect(throws: CancellationError.self) { try await load() }
  }

  @Test func `the clock of an ended run cancels its sleepers immediately`() async throws {
    let clock = Mutex<MarbleClock?>(nil)
    marbles { m in
      m.expectCleanRun()
      clock.withLock { $0 = m.clock }
    }
    let late = try #require(clock.withLock { $0 })
    await #expect(throws: CancellationError.self) { try await late.sleep(for: .seconds(1)) }
  }
}

private actor Counter {
  private(set) var number = 0

  func count() { number += 1 }
}
