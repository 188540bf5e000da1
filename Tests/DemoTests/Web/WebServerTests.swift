import FlyingFox
import FlyingSocks
import Foundation
import Testing

@testable import Demo

/// The web server over real HTTP on the loopback interface.
@Suite struct WebServerTests {
  @Test func `the page and its files are served, and nothing else`() async throws {
    try await withWebServer { (client) async throws in
      for path in ["/", "/index.html", "/style.css", "/main.js", "/icon.svg"] {
        let answer = try await client.get(path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.head.contains("X-Content-Type-Options: nosniff"))
        #expect(answer.head.contains("Content-Security-Policy: default-src 'self'"))
      }
      for path in ["/../Resources/movies.json", "/..%2fResources%2fmovies.json", "/.hidden", "/x"] {
        #expect(try await client.get(path).status == 404, "\(path)")
      }
    }
  }

  @Test func `another host, another origin and a wrong token are refused`() async throws {
    try await withWebServer { (client) async throws in
      let (host, own) = ("127.0.0.1:\(client.port)", "http://127.0.0.1:\(client.port)")
      let tab = "/tab?token=\(client.token)&id=a"
      #expect(try await client.get("/", host: "localhost:\(client.port)").status == 200)
      #expect(try await client.get("/", origin: own).status == 200)
      #expect(try await client.get("/", host: "example.org").status == 403)
      #expect(try await client.get("/", host: "127.0.0.1").status == 403)
      #expect(try await client.get(tab, host: host, origin: "http://example.org").status == 403)
      #expect(try await client.get(tab, origin: "null").status == 403)
      #expect(try await client.get("/tab?id=a").status == 403)
      #expect(try await client.get("/tab?token=\(client.token)0&id=a").status == 403)
      #expect(try await client.get("/poster/1?token=x&tab=a").status == 403)
      #expect(try await client.get("/poster/1?token=\(client.token)&tab=a").status == 404)
      #expect(try await client.get("/tab?token=\(client.token)").status == 400)
      #expect(try await client.get(tab, method: "POST").status == 405)
      #expect(try await client.get(tab).status == 101)
    }
  }

  @Test func `a port in use is said in a sentence`() async throws {
    try await withWebServer { (client) async throws in
      let port = UInt16(client.port)
      let error = await #expect(throws: RunningServer.StartError.self) {
        _ = try await RunningServer.start(WebRoutes(tabs: client.tabs, token: ""), at: port)
      }
      let sentence = "The port \(port) is in use. Choose another one with --port."
      #expect(error?.description == sentence)
    }
  }

  @Test func `a page signs in over a real WebSocket, shows a poster and leaves`() async throws {
    try await withWebServer { (client) async throws in
      let socket = try await client.socket(id: "a")
      try await socket.send(#"{"do":"signIn","user":"Ada"}"#)
      while try await !socket.receive().contains(#""title":"Paper Comets""#) {}
      let poster = "/poster/2?token=\(client.token)&tab=a"
      #expect(try await client.get(poster).status == 200)
      #expect(try await client.get("/poster/4000?token=\(client.token)&tab=a").status == 404)
      try socket.close()
      while try await client.socket(id: "b").receive().isEmpty {}
      #expect(await client.tabs.count == 2)
    }
  }
}

private func withWebServer(_ body: (WebClient) async throws -> Void) async throws {
  try await withServer { api, _ in
    let web = try await WebServer.start(api, clock: PatientClock())
    let query = URLComponents(url: web.address, resolvingAgainstBaseURL: false)?.queryItems
    let token = try #require(query?.first?.value)
    let client = WebClient(port: try #require(web.address.port), token: token, tabs: web.tabs)
    do { try await body(client) } catch {
      await web.stop()
      throw error
    }
    await web.stop()
  }
}

/// A clock whose sleeps of a second and more end only by cancellation, so that a busy machine misses
/// no deadline of the server.
private struct PatientClock: Clock {
  private let base = ContinuousClock()

  var now: ContinuousClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    if now.duration(to: deadline) < .milliseconds(900) {
      return try await base.sleep(until: deadline, tolerance: tolerance)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
    continuation.finish()
    try Task.checkCancellation()
  }
}

/// A client that can send any header fields, and frames of a WebSocket.
private struct WebClient {
  let port: Int
  let token: String
  let tabs: Tabs

  func get(
    _ path: String,
    method: String = "GET",
    host: String? = nil,
    origin: String? = nil
  ) async throws -> (status: Int, head: String) {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port))
    let socket = try await AsyncSocket.connected(to: address, timeout: 300)
    defer { try? socket.close() }
    let origin = origin.map { "Origin: \($0)\r\n" } ?? ""
    let upgrade = path.hasPrefix("/tab") ? Self.upgrade : ""
    let request = "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\n"
    try await socket.write(Data("\(request)\(origin)\(upgrade)\r\n".utf8))
    let head = try await Self.head(of: socket)
    return (Int(head.split(separator: " ")[1]) ?? 0, head)
  }

  func socket(id: String) async throws -> WebSocketClient {
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port))
    let socket = try await AsyncSocket.connected(to: address, timeout: 300)
    let request = "GET /tab?token=\(token)&id=\(id) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    try await socket.write(Data("\(request)\(Self.upgrade)\r\n".utf8))
    _ = try await Self.head(of: socket)
    return WebSocketClient(socket: socket)
  }

  private static let upgrade = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "",
  ].joined(separator: "\r\n")

  private static func head(of socket: AsyncSocket) async throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes.append(try await socket.read()) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private struct WebSocketClient {
  let socket: AsyncSocket

  func send(_ text: String) async throws {
    // The mask of zeros leaves the text as it is.
    let head: [UInt8] = [0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0]
    try await socket.write(Data(head) + Data(text.utf8))
  }

  /// Returns the next text, and says that it is drawn.
  func receive() async throws -> String {
    var length = Int(try await socket.read(bytes: 2)[1])
    let further = length == 126 ? 2 : length == 127 ? 8 : 0
    if further > 0 {
      length = try await socket.read(bytes: further).reduce(0) { $0 << 8 | Int($1) }
    }
    let text = String(decoding: try await socket.read(bytes: length), as: UTF8.self)
    if let number = text.firstMatch(of: /^{"n":(\d+)/)?.1 {
      try await send(#"{"do":"seen","n":\#(number)}"#)
    }
    return text
  }

  func close() throws { try socket.close() }
}
