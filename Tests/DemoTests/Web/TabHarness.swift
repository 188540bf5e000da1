import FlyingFox
import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The tabs of a demo in virtual time, on routes without a network whose answers take 10 ms.
@MainActor
struct TabWorld {
  let tabs: Tabs
  let routes: Routes
  let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) throws {
    let plan = ResponsePlan(latency: .milliseconds(10))
    let routes = Routes(catalogue: try .bundled(), plan: plan, clock: clock)
    let address = try #require(URL(string: "http://127.0.0.1:80"))
    tabs = Tabs(clock: clock) {
      Tab(of: address, over: RoutesConnection(routes: routes), clock: clock) {
        await routes.ratings.expireTokens()
      }
    }
    (self.routes, self.clock) = (routes, clock)
  }

  /// Runs a test to its end in virtual time; everything that it creates must end, too.
  static func run(_ test: @escaping @MainActor (TabWorld) async throws -> Void) throws {
    var hasEnded = false
    try marbles(allowing: .taskSleep) { m in
      m.expectCleanRun()
      let world = try TabWorld(m.clock)
      Task {
        do { try await test(world) } catch { Issue.record(error) }
        hasEnded = true
      }
    }
    #expect(hasEnded)
  }

  func wait(_ duration: Duration = .milliseconds(100)) async throws {
    try await clock.sleep(for: duration)
  }

  /// Opens a page, which draws each message immediately.
  func page(_ id: String = "a", draws: Bool = true) async throws -> FakePage {
    try await FakePage(tabs, id, draws: draws)
  }

  /// Opens a page on which a user is signed in.
  func page(_ id: String = "a", of user: String) async throws -> FakePage {
    let page = try await page(id)
    page.send(.signIn(user: user))
    try await wait()
    return page
  }
}

/// The WebSocket of a page without a network: frames to and from the handler of the demo.
@MainActor
final class FakePage {
  let id: String
  private let tabs: Tabs
  private let draws: Bool
  private let input: AsyncThrowingStream<WSFrame, any Error>.Continuation
  /// The newest value of each section and answer.
  private(set) var sections: [String: Any] = [:]
  private(set) var messages: [[String: Any]] = []
  private(set) var closed: UInt16?
  private(set) var hasEnded = false
  private(set) var pongs: [Data] = []

  init(_ tabs: Tabs, _ id: String, draws: Bool) async throws {
    (self.tabs, self.id, self.draws) = (tabs, id, draws)
    let client: AsyncThrowingStream<WSFrame, any Error>
    (client, input) = AsyncThrowingStream.makeStream()
    let frames = try await TabSocket(tabs: tabs, id: id).makeFrames(for: client)
    Task {
      for await frame in frames { receive(frame) }
      hasEnded = true
      input.finish()
    }
  }

  var tab: Tab? { tabs.tab(id) }

  func send(_ intent: TabIntent) {
    guard let data = try? JSONEncoder().encode(intent),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let (name, fields) = object.first
    else { return }
    var message = fields as? [String: Any] ?? [:]
    message["do"] = name
    if let data = try? JSONSerialization.data(withJSONObject: message) { send(data) }
  }

  func send(_ message: Data, _ opcode: WSFrame.Opcode = .text, fin: Bool = true) {
    input.yield(WSFrame(fin: fin, opcode: opcode, mask: nil, payload: message))
  }

  /// Ends the connection as a closed tab does, without a close frame.
  func disconnect() { input.finish() }

  private func receive(_ frame: WSFrame) {
    switch frame.opcode {
    case .close: closed = UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
    case .pong: pongs.append(frame.payload)
    default:
      let object = try? JSONSerialization.jsonObject(with: frame.payload)
      let message = object as? [String: Any] ?? [:]
      messages.append(message)
      sections.merge(message) { _, new in new }
      if draws, let number = message["n"] as? Int { send(.seen(n: number)) }
    }
  }

  // MARK: Sections

  func section(_ name: String) -> [String: Any] { sections[name] as? [String: Any] ?? [:] }
  func value(_ name: String) -> [String: Any] { section(name)["value"] as? [String: Any] ?? [:] }
  func rows(_ name: String) -> [[String: Any]] { value(name)["rows"] as? [[String: Any]] ?? [] }

  /// The stars of a movie in the list, the details and the favorites.
  func stars(of id: Int) -> [Int?] {
    let row = value("detail")["row"] as? [String: Any]
    return [rows("list").first { $0["id"] as? Int == id }, row, rows("favorites").first]
      .map { $0?["stars"] as? Int }
  }
}
