import Measuring
import ReactiveLoadable

/// Consumers that suspend for every value: two tasks on one actor pass a value back and forth.
enum Suspending {
  static func elements() -> AsyncContender {
    AsyncContender("elements", repetitions: 10_000) { count in
      let there = PublishRelay<Int>()
      let back = PublishRelay<Int>()
      await Court().elements(there, back, there.elements, back.elements, count / 2)
    }
  }

  static func asyncStream() -> AsyncContender {
    AsyncContender("AsyncStream", repetitions: 10_000) { count in
      await Court().asyncStream(AsyncStream.makeStream(), AsyncStream.makeStream(), count / 2)
    }
  }

  /// The same with continuations only: the cost of suspending and resuming.
  static func continuations() -> AsyncContender {
    AsyncContender("continuation", repetitions: 10_000) { count in
      await Court().continuations(count / 2)
    }
  }
}

/// The actor of both tasks, so that one task is always suspended while the other one runs.
private actor Court {
  typealias Stream = (stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation)

  private var there: UnsafeContinuation<Int, Never>?
  private var back: UnsafeContinuation<Int, Never>?

  func elements(
    _ there: PublishRelay<Int>,
    _ back: PublishRelay<Int>,
    _ thrown: Elements<Int, Never>,
    _ returned: Elements<Int, Never>,
    _ count: Int
  ) async {
    let other = Task {
      var iterator = thrown.makeAsyncIterator()
      for _ in 0..<count { back.accept(await iterator.next(isolation: self) ?? 0) }
    }
    // After this line the other task is suspended.
    await Task { _ = self }.value
    var iterator = returned.makeAsyncIterator()
    var sum = 0
    for value in 0..<count {
      there.accept(value)
      sum &+= await iterator.next(isolation: self) ?? 0
    }
    keep(sum)
    await other.value
  }

  func asyncStream(_ there: Stream, _ back: Stream, _ count: Int) async {
    let other = Task {
      var iterator = there.stream.makeAsyncIterator()
      for _ in 0..<count { back.continuation.yield(await iterator.next(isolation: self) ?? 0) }
    }
    await Task { _ = self }.value
    var iterator = back.stream.makeAsyncIterator()
    var sum = 0
    for value in 0..<count {
      there.continuation.yield(value)
      sum &+= await iterator.next(isolation: self) ?? 0
    }
    keep(sum)
    await other.value
  }

  func continuations(_ count: Int) async {
    let other = Task {
      for _ in 0..<count {
        let value = await withUnsafeContinuation { there = $0 }
        back.take()?.resume(returning: value)
      }
    }
    await Task { _ = self }.value
    var sum = 0
    for value in 0..<count {
      sum &+= await withUnsafeContinuation { waiter in
        back = waiter
        there.take()?.resume(returning: value)
      }
    }
    keep(sum)
    await other.value
  }
}
