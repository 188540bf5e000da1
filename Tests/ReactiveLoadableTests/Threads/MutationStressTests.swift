import Foundation
import ReactiveLoadable
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// Mutations that threads, work, observers and released values call, and release, at any time.
@Suite("Threads: mutations under concurrent calls (M1-M13)", .serialized)
struct MutationStressTests {
  @Test(arguments: MutationOverlap.allCases)
  func `every write has one outcome, none overlaps, and nothing leaks`(
    overlap: MutationOverlap
  ) async {
    for seed in 0..<30 * Stress.factor {
      let witness = WriteWitness()
      do {
        let mutation = MutationUnderLoad(seed, overlap, witness)
        let subscriptions = mutation.observe()
        onThreads(3) { id in mutation.attack(SeededGenerator(UInt64(seed * 8 + id))) }
        mutation.release()
        await witness.streamsFinished.wait()
        withExtendedLifetime(subscriptions) {}
      }
      await witness.workReleased.wait()
      for (input, handle) in witness.handles.entries {
        let calls = witness.calls(of: input)
        #expect(calls <= retries(seed) + 1, "seed \(seed)")
        switch await handle.outcome() {
        case .loaded(let output):
          #expect(output.number == input, "seed \(seed)")
          #expect(calls > 0, "seed \(seed)")
        case .skipped:
          #expect(overlap == .ignore && calls == 0, "seed \(seed)")
        case .replaced: #expect(overlap == .replace, "seed \(seed)")
        case .failed, .cancelled: break
        case .abandoned: Issue.record("a write without an outcome, seed \(seed)")
        }
      }
      if overlap != .concurrent { #expect(witness.most <= 1, "overlap, seed \(seed)") }
    }
  }
}

private typealias Writes = Mutation<Shell, Shell, ShellError>

private func retries(_ seed: Int) -> Int { seed % 3 == 0 ? 2 : 0 }

/// An input, an output or a part of an error, whose release calls a closure.
private final class Shell: Sendable {
  let number: Int
  let kind: Int
  private let onDeinit: @Sendable () -> Void

  init(_ number: Int, kind: Int = 0, _ onDeinit: @escaping @Sendable () -> Void = {}) {
    (self.number, self.kind, self.onDeinit) = (number, kind, onDeinit)
  }

  deinit { onDeinit() }
}

private struct ShellError: Error {
  let shell: Shell
}

/// A mutation with random calls, until a budget is spent.
private final class MutationUnderLoad: @unchecked Sendable {
  // SAFETY: every `var` is touched only while the lock is held.
  private let lock = NSLock()
  private var mutation: Writes?
  private var budget = 150
  private var lastNumber = 0
  private var random: SeededGenerator
  private let witness: WriteWitness
  private let mayReleaseEarly: Bool

  init(_ seed: Int, _ overlap: MutationOverlap, _ witness: WriteWitness) {
    self.witness = witness
    random = SeededGenerator(UInt64(seed + 99))
    mayReleaseEarly = seed % 5 == 0
    let limit: Duration? = [nil, .zero, .microseconds(60), nil][seed % 4]
    let policy = MutationPolicy(
      overlap: overlap,
      whenReleased: seed % 2 == 0 ? .finish : .cancel,
      historyLimit: [0, 1, 20][seed % 3],
      retry: .constant(seed % 2 == 0 ? .zero : .microseconds(30), limit: retries(seed)),
      timeout: limit.map { MutationTimeout($0, failure: ShellError(shell: Shell(0))) }
    )
    let released = Shell(0) { witness.workReleased.open() }
    mutation = Writes(policy: policy) {
      [weak self] (input: Shell) async throws(ShellError) -> Shell in
      witness.enter(input.number)
      defer { witness.leave() }
      _ = released
      let result = Shell(input.number) { [weak self] in self?.meddle() }
      switch input.kind {
      case 0: break
      case 1: throw ShellError(shell: result)
      case 2: await Task {}.value
      case 3:
        await Task {}.value
        throw ShellError(shell: result)
      case 4:
        self?.meddle()
        if Task.isCancelled { throw ShellError(shell: result) }
      case 5:
        await Task { [weak self] in self?.meddle() }.value
        self?.meddle()
      case 6: for _ in 0..<20 { await Task {}.value }
      default: await Task { await Task {}.value }.value
      }
      return result
    }
  }

  func observe() -> [AnyCancellable] {
    guard let mutation = lock.withLock({ mutation }) else { return [] }
    let finish: @Sendable () -> Void = { [witness] in witness.finishStream() }
    let meddle: @Sendable () -> Void = { [weak self] in self?.meddle() }
    return [
      mutation.states.sink { _ in
        finish()
      } receiveValue: { _ in
        meddle()
      },
      mutation.history.sink { _ in
        finish()
      } receiveValue: { _ in
        meddle()
      },
    ]
  }

  func attack(_ random: SeededGenerator) {
    var random = random
    for _ in 0..<30 {
      guard let mutation = lock.withLock({ mutation }) else { return }
      call(mutation, random.below(16), random.below(8))
    }
  }

  func release() { withExtendedLifetime(lock.withLock { mutation.take() }) {} }

  private func meddle() {
    let call: (Writes, Int, Int)? = lock.withLock {
      guard let mutation, budget > 0 else { return nil }
      budget -= 1
      return (mutation, random.below(24), random.below(8))
    }
    if let (mutation, action, kind) = call { self.call(mutation, action, kind) }
  }

  private func call(_ mutation: Writes, _ action: Int, _ kind: Int) {
    switch action {
    case 0: mutation.cancel()
    case 1: mutation.reset()
    case 2...4: witness.handles.entries.last?.1.cancel()
    case 5: if mayReleaseEarly { release() }
    case 6...14:
      let number = lock.withLock {
        lastNumber += 1
        return lastNumber
      }
      let input = Shell(number, kind: kind) { [weak self] in self?.meddle() }
      witness.handles.note((number, mutation.run(input)))
    default: break
    }
  }
}

/// Records the handles, the calls of the work, and the ends.
private final class WriteWitness: @unchecked Sendable {
  let handles = Log<(Int, LoadTask<Shell, ShellError>)>()
  let streamsFinished = Gate()
  let workReleased = Gate()
  // SAFETY: every `var` is touched only while the lock is held.
  private let lock = NSLock()
  private var called: [Int: Int] = [:]
  private var inside = 0
  private var mostInside = 0
  private var finished = 0

  /// The largest number of calls that ran at the same time.
  var most: Int { lock.withLock { mostInside } }

  func calls(of number: Int) -> Int { lock.withLock { called[number, default: 0] } }

  func enter(_ number: Int) {
    lock.withLock {
      called[number, default: 0] += 1
      inside += 1
      mostInside = max(mostInside, inside)
    }
  }

  func leave() { lock.withLock { inside -= 1 } }

  func finishStream() {
    let finished = lock.withLock {
      self.finished += 1
      return self.finished
    }
    if finished == 2 { streamsFinished.open() }
  }
}
