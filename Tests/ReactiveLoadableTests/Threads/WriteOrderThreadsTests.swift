import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// Writes of four threads in two mutations that share an order: contract M16.
@Suite struct WriteOrderThreadsTests {
  private struct Input: Hashable, Sendable {
    let key: Int
    let number: Int
  }

  /// The writes that run, by keys.
  private final class Server: Sendable {
    let started = Log<(mutation: Int, input: Input)>()
    let overlaps = Log<Input>()
    private let running = Log<(key: Int, change: Int)>()

    func begin(_ mutation: Int, _ input: Input) {
      running.note((input.key, 1))
      let count = running.entries.reduce(0) { $0 + ($1.key == input.key ? $1.change : 0) }
      if count > 1 { overlaps.note(input) }
      started.note((mutation, input))
    }

    func end(_ input: Input) { running.note((input.key, -1)) }
  }

  @Test(arguments: 0..<20)
  func `no writes of a key overlap, each is written once, and the order is empty at the end`(
    _ seed: Int
  ) async {
    let (order, server) = (WriteOrder(), Server())
    let mutations = [0, 1].map { number in
      Mutation(order: .byKey(in: order) { (input: Input) in input.key }) { input in
        server.begin(number, input)
        defer { server.end(input) }
        // Every third write suspends, and every seventh fails.
        if input.number % 3 == 0 { await suspend() }
        if input.number % 7 == 0 { throw CocoaError(.featureUnsupported) }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var handles: [LoadTask<Void, LoadError>] = []
          for number in 0..<25 {
            let input = Input(key: (number + seed) % 3, number: thread * 25 + number)
            handles.append(mutations[(number + thread) % 2].run(input))
            if number % 11 == 10 { handles[number - 1].cancel() }
          }
          for handle in handles { _ = await handle.outcome() }
        }
      }
    }
    #expect(server.overlaps.entries == [])
    let started = server.started.entries
    #expect(Set(started.map(\.input)).count == started.count)
    #expect(started.count >= 100 - 8)
    // The calls of a thread to one mutation, with one key, start in their order.
    for thread in 0..<4 {
      for mutation in 0..<2 {
        for key in 0..<3 {
          let numbers = started.filter {
            $0.mutation == mutation && $0.input.key == key && $0.input.number / 25 == thread
          }.map(\.input.number)
          #expect(numbers == numbers.sorted())
        }
      }
    }
    // The work of a cancelled write may still return.
    for _ in 0..<100_000 where "\(order)" != "WriteOrder(0 keys)" { await suspend() }
    #expect("\(order)" == "WriteOrder(0 keys)")
  }

  @Test func `ten thousand waiting writes are cancelled, and the next one is written`() async {
    let (order, gate) = (WriteOrder(), Gate())
    let mutation = Mutation(order: .byKey(in: order) { (_: Int) in 0 }) { _ in await gate.wait() }
    let first = mutation.run(0)
    await gate.waiterArrived()
    var handles: [LoadTask<Void, Never>] = []
    for number in 1...10_000 { handles.append(mutation.run(number)) }
    mutation.cancel()
    for handle in handles { #expect(await handle.outcome().kindText == "cancelled") }
    gate.open()
    _ = await first.outcome()
    let last = await mutation.run(10_001).outcome()
    #expect(last.error == nil)
  }
}

/// Suspends, and continues on another thread.
private func suspend() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume() }
  }
}

extension LoadOutcome {
  fileprivate var kindText: String { if case .cancelled = self { "cancelled" } else { "\(self)" } }
}
