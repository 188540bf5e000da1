import Foundation
import ReactiveLoadable
import Testing

@Suite struct `Elements: buffering and releasing (B1, B3)` {
  /// The values of a burst received by a consumer that waited before the first of them.
  ///
  /// `AsyncStream` behaves the same, but no test can determine when its consumer waits: it leaves
  /// the actor.
  @MainActor
  private func received(
    _ burst: ClosedRange<Int>,
    by elements: Elements<Int, Never>,
    from relay: PublishRelay<Int>
  ) async -> [Int] {
    let waits = Gate()
    let log = Log<Int>()
    let reader = Task { @MainActor in
      waits.open()
      for await value in elements { log.note(value) }
    }
    // Main actor: this continues only when the reader has suspended.
    await waits.wait()
    for value in burst { relay.accept(value) }
    relay.finish()
    await reader.value
    return log.entries
  }

  @MainActor
  @Test(arguments: [
    (Buffering.newest(1), [1, 3], 1), (.newest(2), [1, 2, 3], 0), (.oldest(1), [1, 2], 1),
    (.unbounded, [1, 2, 3], 0),
  ])
  func `a value for a waiting consumer takes no room in the buffer`(
    buffering: Buffering,
    expected: [Int],
    dropped: Int
  ) async {
    let relay = PublishRelay<Int>()
    let elements = relay.elements(buffering: buffering)
    #expect(await received(1...3, by: elements, from: relay) == expected)
    #expect(elements.dropped == dropped)
  }

  @MainActor
  @Test func `a value given to a waiting task that is then cancelled is released`() async {
    let count = Population()
    let relay = PublishRelay<Citizen>()
    let elements = relay.elements
    let waits = Gate()
    let reader = Task { @MainActor in
      waits.open()
      for await _ in elements { Issue.record("a cancelled task got a value") }
    }
    await waits.wait()
    relay.accept(Citizen(of: count))
    reader.cancel()
    await reader.value
    #expect(count.alive == 0)
    withExtendedLifetime(elements) {}
  }

  // MARK: Retained values

  @Test func `a stored sequence retains no value after its loop has ended`() async {
    let count = Population()
    let relay = PublishRelay<Citizen>()
    let elements = relay.elements
    for _ in 0..<1_000 { relay.accept(Citizen(of: count)) }
    #expect(count.alive == 1_000)
    for await _ in elements { break }
    #expect(count.alive == 0)
    withExtendedLifetime(elements) {}
  }

  @Test(arguments: [Buffering.newest(10), .oldest(10)])
  func `a stored sequence with a bound retains no value after its loop has ended`(
    buffering: Buffering
  ) async {
    let count = Population()
    let relay = PublishRelay<Citizen>()
    let elements = relay.elements(buffering: buffering)
    for _ in 0..<1_000 { relay.accept(Citizen(of: count)) }
    #expect(count.alive == 10)
    for await _ in elements { break }
    #expect(count.alive == 0)
    withExtendedLifetime(elements) {}
  }

  @Test func `a loop retains only the values still to be read`() async {
    let count = Population()
    let relay = PublishRelay<Citizen>()
    var iterator = relay.elements.makeAsyncIterator()
    for _ in 0..<1_000 { relay.accept(Citizen(of: count)) }
    for left in (0..<1_000).reversed() {
      #expect(await iterator.next() != nil)
      #expect(count.alive == left)
    }
  }

  @Test func `a cancelled loop retains nothing while its iterator and sequence are stored`() async {
    let count = Population()
    let relay = PublishRelay<Citizen>()
    let elements = relay.elements
    for _ in 0..<1_000 { relay.accept(Citizen(of: count)) }
    let reader = Task {
      var iterator = elements.makeAsyncIterator()
      _ = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await iterator.next() == nil)
      #expect(count.alive == 0)
      withExtendedLifetime(iterator) {}
    }
    await reader.value
    withExtendedLifetime(elements) {}
  }

  @Test func `a sequence that is dropped unread releases its values and its failure`() {
    let count = Population()
    struct Failed: Error { let citizen: Citizen }
    var elements: Elements<Citizen, Failed>? = failed(
      after: (0..<10).map { _ in Citizen(of: count) },
      Failed(citizen: Citizen(of: count))
    )
    #expect(elements?.dropped == 0)
    #expect(count.alive == 11)
    elements = nil
    #expect(count.alive == 0)
  }

  #if os(macOS) || os(Linux)
  /// The deinit of the failure takes the lock again, which is not recursive.
  @Test func `an unread failure is released outside the lock`() async {
    await #expect(processExitsWith: .success) {
      _ = alarm(60)
      var subject: PassthroughSubject<Int, OnRelease>? = PassthroughSubject()
      let elements = subject?.elements
      subject?.send(completion: .failure(OnRelease { _ = elements?.dropped }))
      subject = nil
      _ = elements?.makeAsyncIterator()
    }
  }
  #endif
}

/// The elements of a publisher that fails and is released before they are read.
private func failed<Value: Sendable, Failure: Error>(
  after values: [Value],
  _ failure: Failure
) -> Elements<Value, Failure> {
  let subject = PassthroughSubject<Value, Failure>()
  let elements = subject.elements
  for value in values { subject.send(value) }
  subject.send(completion: .failure(failure))
  return elements
}

/// A failure that calls a closure when it is released.
private struct OnRelease: Error {
  private final class End: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  private let end: End
  init(_ body: @escaping @Sendable () -> Void) { end = End(body) }
}
