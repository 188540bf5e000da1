import Foundation
import Measuring
import ReactiveResources

/// Loads of resources from the disk cache, from a server in memory, and from the memory of a loader.
struct Resources: Sendable {
  static let length = 20_000
  private static let keys = 50

  private let folder: TemporaryFolder
  private let disk: DiskCache
  private let fetcher: ResourceFetcher
  private let files: [URL]
  private let requests: [String: ResourceRequest]

  /// Stores all responses on disk, each fresh for a day.
  init() async throws {
    folder = try TemporaryFolder()
    let plain = folder.url.appending(path: "files")
    try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
    disk = try DiskCache(folder: folder.url.appending(path: "cache"))
    fetcher = ResourceFetcher(store: disk, transport: Origin())
    files = (0..<Self.keys).map { plain.appending(path: "\($0)") }
    var requests: [String: ResourceRequest] = [:]
    for number in 0..<Self.keys {
      guard let url = URL(string: "https://movies.test/posters/w92/\(number).jpg") else { continue }
      requests["\(number)"] = ResourceRequest(url)
      _ = try await fetcher.fetch(ResourceRequest(url))
      try Origin.body.write(to: files[number])
    }
    self.requests = requests
  }

  /// The times of all contenders; `nil` without a folder.
  static func times() async -> [String: Double]? {
    do {
      let resources = try await Resources()
      return await race([
        resources.fromDisk(), resources.fetch(), resources.record(), resources.file(),
        resources.reload(), resources.write(), resources.fromMemory(), resources.appearing(),
        resources.keysAppearing(),
      ])
    } catch {
      print("The benchmark of resources failed: \(error)")
      return nil
    }
  }

  /// The work of a contender whose costs are counted; nothing without a folder.
  static func counted(
    _ contender: @escaping @Sendable (Resources) -> AsyncContender
  ) -> (Int) -> Void {
    let made: AsyncContender? = waiting {
      do { return contender(try await Resources()) } catch { print("\(error)") }
      return nil
    }
    return made?.runAndWait ?? { _ in }
  }
}

extension Resources {
  private func request(_ path: String) -> ResourceRequest { requests[path] ?? Origin.request }

  /// Loads that miss in memory, because it is cleared after all keys were loaded once.
  func fromDisk() -> AsyncContender {
    let loader = ResourceLoader(fetcher) { key in request(key.path) }
    return contender("resource") { number in
      let resource = try await loader.load(ResourceKey("\(number)"))
      if resource.source != .disk || resource.value.count != Self.length { print("not from disk") }
      if number == Self.keys - 1 { loader.trim(to: 0) }
    }
  }

  func fetch() -> AsyncContender {
    contender("fetch") { number in
      let fetched = try await fetcher.fetch(request("\(number)"))
      if fetched.source != .disk || fetched.body.count != Self.length { print("not from disk") }
    }
  }

  func record() -> AsyncContender {
    contender("record") { number in
      let record = try await disk.record(for: request("\(number)").key)
      if record?.body.count != Self.length { print("no record") }
    }
  }

  func file() -> AsyncContender {
    contender("file") { number in
      if try Data(contentsOf: files[number]).count != Self.length { print("no file") }
    }
  }

  /// Downloads that replace their record.
  func reload() -> AsyncContender {
    contender("reload") { number in
      var request = request("\(number)")
      request.cachePolicy = .reloadIgnoringStore
      let fetched = try await fetcher.fetch(request)
      if fetched.source != .network { print("not from the server") }
    }
  }

  func write() -> AsyncContender {
    contender("write") { number in try Origin.body.write(to: files[number], options: .atomic) }
  }

  /// Loads that hit in memory.
  func fromMemory() -> AsyncContender {
    let loader = ResourceLoader(fetcher) { key in request(key.path) }
    return contender("resource in memory") { number in
      let resource = try await loader.load(ResourceKey("\(number)"))
      if resource.value.count != Self.length { print("no resource") }
    }
  }

  /// Rows that appear, draw a resource in memory, and disappear.
  func appearing() -> AsyncContender {
    let loader = ResourceLoader(fetcher) { key in request(key.path) }
    return contender("resource appears") { number in
      let interest = loader.interest(in: ResourceKey("\(number)"))
      if !interest.isHit { await interest.outcome() }
      if interest.state.value?.value.count != Self.length { print("no resource") }
      interest.cancel()
    }
  }

  /// The same rows of a cache of bytes.
  func keysAppearing() -> AsyncContender {
    let day = CacheLifetime(freshness: .lasting(.seconds(86_400)))
    let cache = ValueCache<ResourceKey, Data>(policy: CachePolicy(lifetime: { _ in day })) { _ in
      Origin.body
    }
    return contender("key appears") { number in
      let interest = cache.interest(in: ResourceKey("\(number)"))
      if !interest.isHit { await interest.outcome() }
      if interest.state.value?.count != Self.length { print("no value") }
      interest.cancel()
    }
  }

  private func contender(
    _ name: String,
    _ work: @escaping @Sendable (Int) async throws -> Void
  ) -> AsyncContender {
    AsyncContender(name, repetitions: 4 * Self.keys) { repetitions in
      for number in 0..<repetitions {
        do { try await work(number % Self.keys) } catch { print("\(name): \(error)") }
      }
    }
  }
}

/// A server in memory, whose responses are fresh for a day.
private struct Origin: ResourceTransport {
  static let body = Data((0..<Resources.length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
  static let request = ResourceRequest(URL(filePath: "/missing"))

  func send(_ request: ResourceRequest) async throws -> ResourceResponse {
    let headers: HTTPFields = [
      "Cache-Control": "public, max-age=86400", "Content-Type": "image/jpeg",
      "Content-Length": "\(Self.body.count)", "Date": HTTPDate.text(for: Date()),
      "ETag": "\"33a64df551425fcc55e4d42a148795d9f25f89d4\"",
      "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT", "Server": "nginx", "Vary": "Accept",
    ]
    return ResourceResponse(status: 200, headers: headers, body: ResourceBody([Self.body]))
  }
}

/// A folder of this process, which is removed with this object.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
