import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Clients of a local HTTP server, which send one request each before they read any response.
///
/// They are in a separate process: with more than 1,300 open files, Foundation's `Process` on Linux
/// reads beyond its buffer when another test starts a program.
struct Clients {
  /// The name of the folder is the port.
  let folder: URL
  let count: Int

  /// Prints the number of the path, the status and the text of each response in a line.
  func run() {
    DiskVictim.raiseLimitOfOpenFiles()
    let port = UInt16(folder.lastPathComponent) ?? 0
    let clients = (0..<count).map { number in
      (path: number % 100, connection: Self.request(number % 100, port))
    }
    for (path, connection) in clients {
      let parts = Self.response(connection).components(separatedBy: "\r\n")
      let status = parts[0].split(separator: " ").dropFirst().first ?? "?"
      DiskVictim.say("\(path) \(status) \(parts.last ?? "")")
      close(connection)
    }
  }

  private static func request(_ path: Int, _ port: UInt16) -> Int32 {
    #if canImport(Darwin)
    let stream = SOCK_STREAM
    #else
    let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let connection = socket(AF_INET, stream, 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, length) == 0
      }
    }
    let text = "GET /\(path) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
    if isConnected { _ = send(connection, text, text.utf8.count, 0) }
    return connection
  }

  private static func response(_ connection: Int32) -> String {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = recv(connection, &buffer, buffer.count, 0), count > 0 {
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DiskVictim {
  /// Raises the limit of open files, also for a server with as many connections.
  package static func raiseLimitOfOpenFiles() {
    #if canImport(Darwin)
    let openFiles = RLIMIT_NOFILE
    #else
    let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    getrlimit(openFiles, &limit)
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4_096))
    setrlimit(openFiles, &limit)
  }
}
