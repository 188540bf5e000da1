import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Order, threads and re-entrancy of observers (O2 to O7).
@Suite(.needsImmediateTasks) struct ObserverThreadsTests {
  @Test func `O2: an event precedes its state, and the outcome`() async {
    let log = Log<String>()
    let policy = LoadPolicy(observer: LoadObserver { log.note($0.kind.letter) })
    let loader = Loader(policy: policy) { () async throws(Never) in 1 }
    let subscription = loader.states.sink { log.note("\($0)") }
    _ = await loader.load().outcome()
    log.note("outcome")
    #expect(log.entries == ["notRequested", "s", "loading", "d", "loaded(1)", "outcome"])
    subscription.cancel()
  }

  @Test func `O3: another thread publishes its state without waiting for an observer`() {
    let (inside, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let done = DispatchSemaphore(value: 0)
    let log = Log<String>()
    let policy = LoadPolicy(
      observer: LoadObserver { event in
        log.note(event.kind.letter)
        if log.entries == ["="] {
          inside.signal()
          leave.wait()
        }
        log.note("end")
      }
    )
    let loader = Loader(policy: policy) { () async throws(Never) in 0 }
    let other = Thread {
      loader.set(1)
      done.signal()
    }
    other.start()
    inside.wait()
    loader.set(2)
    #expect(loader.state == .loaded(2))
    #expect(log.entries == ["="])
    leave.signal()
    done.wait()
    #expect(log.entries == ["=", "end", "=", "end"])
  }

  @Test func `O3: the calls of one observer for one loader never overlap`() {
    let (running, largest) = (Log<Int>(), Log<Int>())
    let depth = NSLock()
    let policy = LoadPolicy(
      observer: LoadObserver { _ in
        if depth.try() { depth.unlock() } else { largest.note(1) }
        depth.lock()
        running.note(1)
        depth.unlock()
      }
    )
    let loader = Loader(policy: policy) { () async throws(Never) in 0 }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<200 { loader.set(thread * 1000 + round) }
    }
    #expect(running.entries.count == 1600)
    #expect(largest.entries.isEmpty)
  }

  @Test func `O4: events of a re-entrant call follow after the observer has returned`() {
    marbles { m in
      let log = Log<String>()
      let owned = LoaderOwner<LoadError>()
      let policy = LoadPolicy(
        clock: m.clock,
        observer: LoadObserver { event in
          log.note("<" + event.kind.letter)
          if case .failed = event.kind { owned.loader?.set(1) }
          if case .set = event.kind { owned.loader?.load() }
          log.note(">")
        }
      )
      let load = m.cold("-#", failure: SampleError.first, then: ["-x|"])
      let loader = Loader(policy: policy) {
        _ = try await load()
        return 2
      }
      owned.loader = loader
      m.at(.milliseconds(10)) { loader.load() }
      m.expect(loader.states.map { $0.latest }, "nn(n11)2", ["n": nil, "1": 1, "2": 2])
      m.at(.milliseconds(100)) {
        #expect(log.entries.joined() == "<s><f><=><s><d>")
        owned.loader = nil
      }
    }
  }

  @Test func `O4: an observer may release the loader whose event it receives`() {
    let log = Log<String>()
    let owner = LoaderOwner<Never>()
    let policy = LoadPolicy(
      observer: LoadObserver { event in
        log.note(event.kind.letter)
        if case .started = event.kind { owner.loader = nil }
      }
    )
    let gate = Gate()
    owner.loader = Loader(policy: policy) { () async throws(Never) in
      await gate.wait()
      return 1
    }
    let loader = Weak(owner.loader)
    owner.loader?.load()
    #expect(log.entries == ["s", "c"])
    #expect(loader.object == nil)
    gate.open()
  }
}
