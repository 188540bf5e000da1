import Measuring
import ReactiveLoadable

/// Reads of buffered values: no suspension, no bound.
enum Buffered {
  static func elements() -> AsyncContender {
    AsyncContender("elements", repetitions: 50_000, prepare: filledElements) { await read($0) }
  }

  static func asyncStream() -> AsyncContender {
    AsyncContender("AsyncStream", repetitions: 10_000, prepare: filledStream) { await read($0) }
  }

  @Sendable static func filledElements(_ count: Int) -> Elements<Int, Never> {
    let relay = PublishRelay<Int>()
    let elements = relay.elements
    for value in 0..<count { relay.accept(value) }
    return elements
  }

  @Sendable static func filledStream(_ count: Int) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 0..<count { continuation.yield(value) }
    continuation.finish()
    return stream
  }

  static func read(_ elements: Elements<Int, Never>) async {
    var sum = 0
    for await value in elements { sum &+= value }
    keep(sum)
  }

  static func read(_ stream: AsyncStream<Int>) async {
    var sum = 0
    for await value in stream { sum &+= value }
    keep(sum)
  }
}

/// Accepts and reads, with a producer that is some values ahead of its consumer.
enum Ahead {
  static let lead = 100

  static func elements() -> AsyncContender {
    AsyncContender("elements", repetitions: 50_000) { count in
      let relay = PublishRelay<Int>()
      var iterator = relay.elements.makeAsyncIterator()
      var sum = 0
      for _ in 0..<count / lead {
        for value in 0..<lead { relay.accept(value) }
        for _ in 0..<lead { sum &+= await iterator.next() ?? 0 }
      }
      keep(sum)
    }
  }

  static func asyncStream() -> AsyncContender {
    AsyncContender("AsyncStream", repetitions: 10_000) { count in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      var iterator = stream.makeAsyncIterator()
      var sum = 0
      for _ in 0..<count / lead {
        for value in 0..<lead { continuation.yield(value) }
        for _ in 0..<lead { sum &+= await iterator.next() ?? 0 }
      }
      keep(sum)
    }
  }
}

/// Accepts and reads through a bounded buffer, one value at a time.
enum Bounded {
  static let bound = 100

  static func elements() -> AsyncContender {
    AsyncContender("elements", repetitions: 50_000) { count in
      let relay = PublishRelay<Int>()
      var iterator = relay.elements(buffering: .newest(bound)).makeAsyncIterator()
      var sum = 0
      for _ in 0..<count / bound {
        for value in 0..<bound { relay.accept(value) }
        for _ in 0..<bound { sum &+= await iterator.next() ?? 0 }
      }
      keep(sum)
    }
  }

  static func asyncStream() -> AsyncContender {
    AsyncContender("AsyncStream", repetitions: 10_000) { count in
      let policy = AsyncStream<Int>.Continuation.BufferingPolicy.bufferingNewest(bound)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: policy)
      var iterator = stream.makeAsyncIterator()
      var sum = 0
      for _ in 0..<count / bound {
        for value in 0..<bound { continuation.yield(value) }
        for _ in 0..<bound { sum &+= await iterator.next() ?? 0 }
      }
      keep(sum)
    }
  }
}

/// Uses a result, so that the work behind it is not optimized away.
@inline(never)
func keep(_ sum: Int) {}
