import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import ReactiveResources

/// The events of a session and the calls of a reader, in every order.
@Suite struct `A transfer` {
  private let events: TransferEvents
  private static let head = TransferHead(status: 200, headers: [:])

  init() { self.init(events: TransferEvents()) }
  private init(events: TransferEvents) { self.events = events }

  private func bytes() async throws -> String? {
    let data: Data? = try await withCheckedThrowingContinuation { waiter in
      events.perform { $0.awaitBytes(waiter) }
    }
    return data.map { String(decoding: $0, as: UTF8.self) }
  }

  private func start() async throws {
    _ = try await withCheckedThrowingContinuation { waiter in
      events.perform { $0.awaitHead(waiter) }
      events.perform { $0.receive(Self.head) }
    }
  }

  private func receive(_ text: String) { events.perform { $0.receive(Data(text.utf8)) } }

  @Test func `bytes without a waiting reader are delivered together, later`() async throws {
    try await start()
    receive("a")
    receive("b")
    #expect(try await bytes() == "ab")
    receive("c")
    events.perform { $0.end(nil) }
    #expect(try await bytes() == "c")
    #expect(try await bytes() == nil)
    #expect(try await bytes() == nil)
  }

  /// A transfer with a limit of four bytes, and the number of calls that end its task.
  private static func limited() async throws -> (Self, Log<Void>) {
    let stops = Log<Void>()
    let transfer = Self(events: TransferEvents(limit: 4) { stops.note(()) })
    try await transfer.start()
    return (transfer, stops)
  }

  @Test func `a body over the limit ends the task before it is read (H10)`() async throws {
    let (transfer, stops) = try await Self.limited()
    transfer.receive("abcd")
    #expect(stops.entries.count == 0)
    transfer.receive("e")
    #expect(stops.entries.count == 1)
    transfer.receive("f")
    transfer.events.perform { $0.end(URLError(.cancelled)) }
    #expect(stops.entries.count == 1)
    await #expect(throws: TransferOverflow.self) { try await transfer.bytes() }
  }

  @Test func `bytes that were read count for the limit, too (H10)`() async throws {
    let (transfer, stops) = try await Self.limited()
    for part in ["ab", "cd"] {
      transfer.receive(part)
      #expect(try await transfer.bytes() == part)
    }
    transfer.receive("e")
    await #expect(throws: TransferOverflow.self) { try await transfer.bytes() }
    #expect(stops.entries.count == 1)
  }

  @Test func `a waiting reader receives the end of a body over the limit (H10)`() async throws {
    let (transfer, stops) = try await Self.limited()
    await #expect(throws: TransferOverflow.self) {
      _ = try await withCheckedThrowingContinuation { waiter in
        transfer.events.perform { $0.awaitBytes(waiter) }
        transfer.receive("abcde")
      }
    }
    #expect(stops.entries.count == 1)
  }

  @Test func `a cancelled call does not wait for the session`() async throws {
    let router = TransferRouter()
    let session = URLSession(configuration: .withoutCookies, delegate: router, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: URLRequest(url: URL(filePath: "/a")))
    // The calls that start and cancel the task run later, as they would behind a busy session.
    router.calls.suspend()
    let transfer = Transfer(task, router, limit: nil)
    let head = Task { try await transfer.head() }
    head.cancel()
    await #expect(throws: CancellationError.self) { try await head.value }
    #expect(task.state == .suspended)
    router.calls.resume()
    router.calls.sync {}
    #expect(task.state != .suspended)
  }

  @Test func `an error follows the bytes before it`() async throws {
    try await start()
    receive("a")
    events.perform { $0.end(Bench.Failure()) }
    #expect(try await bytes() == "a")
    await #expect(throws: Bench.Failure()) { try await bytes() }
  }

  @Test func `a cancel precedes the buffered bytes, and ends the transfer`() async throws {
    try await start()
    receive("a")
    events.perform { $0.end(CancellationError()) }
    receive("b")
    events.perform { $0.end(nil) }
    await #expect(throws: CancellationError.self) { try await bytes() }
  }

  @Test(arguments: [100, 103])
  func `an interim response is skipped`(status: Int) async throws {
    let head = try await withCheckedThrowingContinuation { waiter in
      events.perform { $0.awaitHead(waiter) }
      events.perform { $0.receive(TransferHead(status: status, headers: ["link": "x"])) }
      events.perform { $0.receive(Self.head) }
    }
    #expect(head.status == 200 && head.headers == [:])
    receive("a")
    #expect(try await bytes() == "a")
  }

  @Test
  func `a response that arrives with the end only is the response, without a body`() async throws {
    let head = try await withCheckedThrowingContinuation { waiter in
      events.perform { $0.awaitHead(waiter) }
      events.perform { $0.end(nil, head: TransferHead(status: 301, headers: [:])) }
    }
    #expect(head.status == 301)
    #expect(try await bytes() == nil)
  }

  @Test func `an end after an interim response only is an error`() async {
    await #expect(throws: URLError(.badServerResponse)) {
      _ = try await withCheckedThrowingContinuation { waiter in
        events.perform { $0.awaitHead(waiter) }
        events.perform { $0.end(nil, head: TransferHead(status: 103, headers: [:])) }
      }
    }
  }

  @Test(arguments: [nil, Bench.Failure()])
  func `an end before the header fields is an error`(error: Bench.Failure?) async {
    await #expect(throws: (any Error).self) {
      _ = try await withCheckedThrowingContinuation { waiter in
        events.perform { $0.awaitHead(waiter) }
        events.perform { $0.end(error) }
      }
    }
  }

  @Test func `a cancel before the wait ends the wait`() async {
    events.perform { $0.end(CancellationError()) }
    await #expect(throws: CancellationError.self) {
      _ = try await withCheckedThrowingContinuation { waiter in
        events.perform { $0.awaitHead(waiter) }
      }
    }
  }
}
