import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A server that sends bytes exactly as the test provides them: heads that no server library would
/// send.
///
/// Each connection has one request and is closed after the response, unless it is reused. An empty
/// response closes it without one.
final class RawServer: Sendable {
  typealias Answer = @Sendable (RawRequest) -> Data

  /// Such as `http://127.0.0.1:4711`.
  let baseURL: URL
  private let descriptor: Int32
  private let log = Log<RawRequest>()
  /// A gate that opens when the client has closed a connection.
  let closed = Gate()

  /// Starts a server on a free port, runs a test, and stops the server.
  ///
  /// A server that holds leaves each response open, so that only the client ends it. It reads only
  /// the start of a body, if there is a limit.
  static func run(
    holds: Bool = false,
    reusing reuses: Bool = false,
    bodyLimit: Int = .max,
    _ answer: @escaping Answer,
    _ test: (RawServer) async throws -> Void
  ) async throws {
    try Loopback.check()
    let server = try RawServer()
    server.serve(answer, holds: holds, reusing: reuses, bodyLimit)
    defer { server.stop() }
    try await test(server)
  }

  private init() throws {
    (descriptor, baseURL) = try Self.listen()
  }

  var requests: [RawRequest] { log.entries }

  func url(_ path: String) -> URL { baseURL.appending(path: path) }

  private func serve(
    _ answer: @escaping Answer,
    holds: Bool,
    reusing reuses: Bool,
    _ bodyLimit: Int
  ) {
    Thread.detachNewThread { [descriptor, log, closed] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { break }
        Self.ignoreSignal(of: connection)
        Thread.detachNewThread {
          while let request = RawRequest(from: connection, bodyLimit) {
            log.note(request)
            let data = answer(request)
            if data.isEmpty { break }
            Self.write(data, to: connection, holds: holds, reusing: reuses)
            if reuses { continue }
            closed.open()
            break
          }
          close(connection)
        }
      }
      #if !canImport(Darwin)
      close(descriptor)
      #endif
    }
  }

  /// Wakes the accepting thread, which exits: on Linux a shutdown does, on Darwin only a close.
  private func stop() {
    #if canImport(Darwin)
    close(descriptor)
    #else
    shutdown(descriptor, Int32(SHUT_RDWR))
    #endif
  }

  /// Writes a response, and returns when the client has closed the connection.
  private static func write(
    _ data: Data,
    to connection: Int32,
    holds: Bool,
    reusing reuses: Bool
  ) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
    if reuses { return }
    // The peer reads all bytes before the end.
    if !holds { shutdown(connection, Int32(SHUT_WR)) }
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) > 0 {}
  }

  private static func listen() throws -> (Int32, URL) {
    let address = "127.0.0.1"
    #if canImport(Darwin)
    let stream = SOCK_STREAM
    #else
    let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr(address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && Self.listens(descriptor)
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound, let url = URL(string: "http://\(address):\(name.sin_port.bigEndian)") else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    return (descriptor, url)
  }

  private static func listens(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
    Darwin.listen(descriptor, 64) == 0
    #else
    Glibc.listen(descriptor, 64) == 0
    #endif
  }

  // A write to a connection that the client has closed sends SIGPIPE, which ends the process. On Darwin an
  // option of the connection prevents it, on Linux a flag of each write.
  #if canImport(Darwin)
  private static let noSignal: Int32 = 0

  private static func ignoreSignal(of connection: Int32) {
    var isOn: Int32 = 1
    setsockopt(
      connection,
      SOL_SOCKET,
      SO_NOSIGPIPE,
      &isOn,
      socklen_t(MemoryLayout<Int32>.size)
    )
  }
  #else
  private static let noSignal = Int32(MSG_NOSIGNAL)

  private static func ignoreSignal(of connection: Int32) {}
  #endif
}

/// A received request: its method, its path, its header fields with names in small letters, and its
/// body of the announced length.
struct RawRequest: Sendable {
  let method: String
  let path: String
  let headers: [String: String]
  let body: Data

  fileprivate init?(from connection: Int32, _ bodyLimit: Int) {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    method = lines[0].split(separator: " ").first.map(String.init) ?? ""
    path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
    headers = Dictionary(
      lines.dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return (line[..<colon].lowercased(), value)
      }
    ) { first, _ in first }
    let length = headers["content-length"].flatMap(Int.init) ?? 0
    body = Self.body(of: min(length, bodyLimit), from: connection)
  }

  /// Reads a body; it is shorter than announced if the client ends the connection.
  private static func body(of length: Int, from connection: Int32) -> Data {
    var (body, buffer) = (Data(capacity: length), [UInt8](repeating: 0, count: 65_536))
    while body.count < length {
      let count = recv(connection, &buffer, min(buffer.count, length - body.count), 0)
      guard count > 0 else { break }
      body += buffer.prefix(count)
    }
    return body
  }
}

extension Data {
  /// A response with a status line, header lines and a body.
  static func answer(_ status: String, _ lines: [String] = [], _ body: String = "") -> Data {
    let head = (["HTTP/1.1 \(status)"] + lines + ["Connection: close", "", ""])
    return Data(head.joined(separator: "\r\n").utf8) + Data(body.utf8)
  }
}
