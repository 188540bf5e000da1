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
    try await events.bytes().map { String(decoding: $0, as: UTF8.self) }
  }

  private func start() async throws {
    events.receive(Self.head)
    _ = try await events.head()
  }

  private func receive(_ text: String) { events.receive(Data(text.utf8)) }

  /// Waits for the header fields, and then runs `change`, where immediate tasks are supported.
  private func head(_ change: () -> Void) async throws -> TransferHead {
    let reader = Task.startedImmediately { [events] in try await events.head() }
    change()
    return try await reader.value
  }

  @Test func `bytes without a waiting reader are delivered together, later`() async throws {
    try await start()
    receive("a")
    receive("b")
    #expect(try await bytes() == "ab")
    receive("c")
    events.end(nil)
    #expect(try await bytes() == "c")
    #expect(try await bytes() == nil)
    #expect(try await bytes() == nil)
  }

  @Test func `a waiting reader receives bytes, and a second reader an error`() async throws {
    try await start()
    let readers = (0..<2).map { _ in
      Task.startedImmediately { [self] in
        defer { receive("a") }
        return try await bytes()
      }
    }
    var results: [String] = []
    for reader in readers { results.append("\(await reader.result)") }
    let expected = [
      "failure(ReactiveResources.TransferError.twoReaders)", "success(Optional(\"a\"))",
    ]
    #expect(results.sorted() == expected)
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
    transfer.events.end(URLError(.cancelled))
    #expect(stops.entries.count == 1)
    await #expect(throws: TransferError.overflow) { try await transfer.bytes() }
  }

  @Test func `bytes that were read count for the limit, too (H10)`() async throws {
    let (transfer, stops) = try await Self.limited()
    for part in ["ab", "cd"] {
      transfer.receive(part)
      #expect(try await transfer.bytes() == part)
    }
    transfer.receive("e")
    await #expect(throws: TransferError.overflow) { try await transfer.bytes() }
    #expect(stops.entries.count == 1)
  }

  @Test func `a waiting reader receives the end of a body over the limit (H10)`() async throws {
    let (transfer, stops) = try await Self.limited()
    let reader = Task.startedImmediately { try await transfer.bytes() }
    transfer.receive("abcde")
    await #expect(throws: TransferError.overflow) { try await reader.value }
    #expect(stops.entries.count == 1)
  }

  @Test func `a cancelled call does not wait for the session`() async throws {
    let router = TransferRouter()
    let session = URLSession(configuration: .withoutCookies, delegate: router, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: URLRequest(url: URL(filePath: "/a")))
    // The calls that start and cancel the task run later, as they would behind a busy session.
    router.calls.suspend()
    let transfer = Transfer(task, router)
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
    events.end(Bench.Failure())
    #expect(try await bytes() == "a")
    await #expect(throws: Bench.Failure()) { try await bytes() }
  }

  @Test func `a cancel precedes the buffered bytes, and ends the transfer`() async throws {
    try await start()
    receive("a")
    events.end(CancellationError())
    receive("b")
    events.end(nil)
    await #expect(throws: CancellationError.self) { try await bytes() }
  }

  @Test(arguments: [100, 103])
  func `an interim response is skipped`(status: Int) async throws {
    let head = try await head {
      events.receive(TransferHead(status: status, headers: ["link": "x"]))
      events.receive(Self.head)
    }
    #expect(head.status == 200 && head.headers == [:])
    receive("a")
    #expect(try await bytes() == "a")
  }

  @Test
  func `a response that arrives with the end only is the response, without a body`() async throws {
    let head = try await head { events.end(nil, head: TransferHead(status: 301, headers: [:])) }
    #expect(head.status == 301)
    #expect(try await bytes() == nil)
  }

  @Test func `an end after an interim response only is an error`() async {
    await #expect(throws: URLError(.badServerResponse)) {
      try await head { events.end(nil, head: TransferHead(status: 103, headers: [:])) }
    }
  }

  @Test(arguments: [nil, Bench.Failure()])
  func `an end before the header fields is an error`(error: Bench.Failure?) async {
    await #expect(throws: (any Error).self) {
      try await head { events.end(error) }
    }
  }

  @Test func `a cancel before the wait ends the wait`() async {
    events.end(CancellationError())
    await #expect(throws: CancellationError.self) { try await events.head() }
  }
}
