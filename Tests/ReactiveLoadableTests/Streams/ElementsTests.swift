import IssueReporting
import ReactiveLoadable
import Testing

@Suite struct `Elements of a publisher (B1-B4)` {
  @Test func `every value after the call is buffered`() async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements
    for value in 0..<10_000 { subject.send(value) }
    subject.send(completion: .finished)
    var received: [Int] = []
    for await value in elements { received.append(value) }
    #expect(received == Array(0..<10_000))
  }

  @Test func `values that arrive while the loop waits wake it`() async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements
    let log = Log<Int>()
    let reader = Task {
      for await value in elements { log.note(value) }
    }
    for value in 0..<100 { subject.send(value) }
    subject.send(completion: .finished)
    await reader.value
    #expect(log.entries == Array(0..<100))
  }

  @Test(arguments: [
    (Buffering.unbounded, [1, 2, 3, 4, 5], 0), (.newest(2), [4, 5], 3), (.oldest(2), [1, 2], 3),
    (.newest(1), [5], 4), (.oldest(9), [1, 2, 3, 4, 5], 0),
  ])
  func `a bounded buffer keeps the values of its policy and counts the rest`(
    buffering: Buffering,
    kept: [Int],
    dropped: Int
  ) async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements(buffering: buffering)
    for value in 1...5 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(elements.dropped == dropped)
    var received: [Int] = []
    for await value in elements { received.append(value) }
    #expect(received == kept)
  }

  @Test func `the bound applies to all waiting values, also after a partial read`() async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements(buffering: .newest(2))
    var iterator = elements.makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    #expect(await iterator.next() == 2)
    for value in 4...5 { subject.send(value) }
    #expect(await iterator.next() == 4)
    #expect(await iterator.next() == 5)
    #expect(elements.dropped == 2)
  }

  @Test func `a bounded buffer that was emptied has room again`() async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements(buffering: .oldest(1))
    var iterator = elements.makeAsyncIterator()
    for value in 1...3 {
      subject.send(value)
      #expect(await iterator.next() == value)
    }
    #expect(elements.dropped == 0)
  }

  @Test func `a failure follows the values before it, typed`() async {
    let subject = PassthroughSubject<Int, SampleError>()
    let elements = subject.elements
    subject.send(1)
    subject.send(completion: .failure(.first))
    var received: [Int] = []
    do throws(SampleError) {
      for try await value in elements { received.append(value) }
      Issue.record("the failure was lost")
    } catch {
      #expect(error == .first)
    }
    #expect(received == [1])
  }

  @Test func `a second iterator ends immediately and is reported`() async {
    let elements = Just(1).elements
    var first = elements.makeAsyncIterator()
    await withKnownIssue {
      var second = elements.makeAsyncIterator()
      #expect(await second.next() == nil)
    }
    #expect(await first.next() == 1)
    #expect(await first.next() == nil)
  }

  // MARK: The end

  @Test func `cancelling the loop's task ends the loop and cancels the subscription`() async {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.handleEvents(receiveCancel: { log.note("cancelled") }).elements
    let reader = Task { for await _ in elements {} }
    reader.cancel()
    await reader.value
    #expect(log.entries == ["cancelled"])
  }

  @Test func `a cancelled loop does not continue with buffered values`() async {
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.elements
    for value in 0..<10 { subject.send(value) }
    let log = Log<Int>()
    let reader = Task {
      for await value in elements {
        log.note(value)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await reader.value
    #expect(log.entries == [0])
  }

  @Test func `dropping the sequence cancels the subscription`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    var elements: Elements<Int, Never>? =
      subject.handleEvents(receiveCancel: { log.note("cancelled") }).elements
    var iterator = elements?.makeAsyncIterator()
    elements = nil
    #expect(log.entries == [])
    iterator = nil
    #expect(log.entries == ["cancelled"])
    withExtendedLifetime(iterator) {}
  }

  @Test func `leaving the loop cancels the subscription`() async {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    func readOne() async {
      let elements = subject.handleEvents(receiveCancel: { log.note("cancelled") }).elements
      subject.send(1)
      for await _ in elements { break }
    }
    await readOne()
    #expect(log.entries == ["cancelled"])
  }

  @Test func `leaving the loop cancels the subscription, also while the sequence is stored`() async
  {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let elements = subject.handleEvents(receiveCancel: { log.note("cancelled") }).elements
    subject.send(1)
    for await _ in elements { break }
    #expect(log.entries == ["cancelled"])
    withExtendedLifetime(elements) {}
  }

  @MainActor
  @Test func `a second task that iterates next to a waiting one is refused and reported`() async {
    let relay = PublishRelay<Int>()
    let iterator = relay.elements.makeAsyncIterator()
    let answers = Log<Int?>()
    await withKnownIssue {
      let tasks = (0..<2).map { _ in
        Task { @MainActor in
          var copy = iterator
          answers.note(await copy.next())
          relay.accept(7)
        }
      }
      for task in tasks { await task.value }
    }
    #expect(answers.entries == [nil, 7])
  }

  @Test func `a completion without a subscription ends the elements`() async {
    struct Rude: Publisher {
      func receive<S: Subscriber>(subscriber: S)
      where S.Input == Int, S.Failure == SampleError {
        subscriber.receive(completion: .failure(.first))
      }
      typealias Output = Int
      typealias Failure = SampleError
    }
    var iterator = Rude().elements.makeAsyncIterator()
    await #expect(throws: SampleError.first) { try await iterator.next() }
  }

  @Test func `elements of a relay end with the relay`() async {
    var relay: BehaviorRelay<Int>? = BehaviorRelay(1)
    let elements = relay?.elements
    relay?.accept(2)
    relay = nil
    var received: [Int] = []
    if let elements { for await value in elements { received.append(value) } }
    #expect(received == [1, 2])
  }
}
