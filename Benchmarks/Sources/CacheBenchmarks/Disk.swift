import Foundation
import Measuring
import ReactiveResources

/// Records of the disk cache and plain files, each of a length in bytes.
struct Disk {
  let length: Int
  private let folder: URL
  private let cache: DiskCache
  private let files: URL
  private let body: Data
  private static let keys = 50

  private init(length: Int) throws {
    self.length = length
    folder = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
    files = folder.appending(path: "files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    cache = try DiskCache(folder: folder.appending(path: "cache"))
    body = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) })
  }

  private func remove() async throws {
    await cache.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// The times of overwriting and reading existing records and files; `nil` without a folder.
  static func times(length: Int) async -> [String: Double]? {
    do {
      let disk = try Disk(length: length)
      let times = await race([disk.put(), disk.write(), disk.get(), disk.read()])
      try await disk.remove()
      return times
    } catch {
      print("The benchmark of the disk cache failed: \(error)")
      return nil
    }
  }

  private func put() -> AsyncContender {
    contender("put") { [cache, body] number in
      let record = ResourceRecord(metadata: ["etag": "\"7\""], body: body)
      try await cache.save(record, for: "posters/\(number)")
    }
  }

  private func write() -> AsyncContender {
    contender("write") { [files, body] number in
      try body.write(to: files.appending(path: "\(number)"), options: .atomic)
    }
  }

  private func get() -> AsyncContender {
    contender("get") { [cache, length] number in
      let record = try await cache.record(for: "posters/\(number)")
      if record?.body.count != length { print("poster \(number): missing or incomplete") }
    }
  }

  private func read() -> AsyncContender {
    contender("read") { [files, length] number in
      let body = try Data(contentsOf: files.appending(path: "\(number)"))
      if body.count != length { print("file \(number): incomplete") }
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
