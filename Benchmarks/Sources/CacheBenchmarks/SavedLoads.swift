import Foundation
import Measuring
import ReactiveResources

/// Loaders whose values are saved on disk, against files that are read and decoded by hand.
struct SavedLoads: Sendable {
  struct Item: Codable, Sendable {
    var id: Int
    var title: String
    var isRead: Bool
  }

  private static let count = 100
  private static let items = (0..<60).map {
    Item(id: $0, title: "A title of usual length, number \($0)", isRead: $0 % 2 == 0)
  }

  private let folder: TemporaryFolder
  private let saved: SavedValues<Int, [Item]>
  private let files: [URL]

  /// Saves the values of all requests, and writes files with the same bytes.
  private init() async throws {
    folder = try TemporaryFolder()
    let disk = try DiskCache(folder: folder.url.appending(path: "cache"))
    saved = .json(version: 1, in: disk) { "items/\($0)" }
    let plain = folder.url.appending(path: "files")
    try FileManager.default.createDirectory(at: plain, withIntermediateDirectories: true)
    files = (0..<Self.count).map { plain.appending(path: "\($0)") }
    let bytes = try JSONEncoder().encode(Self.items)
    let loader = Loader(saved: saved) { _ in Self.items }
    for number in 0..<Self.count {
      await loader.load(number).outcome()
      await saved.finish()
      try bytes.write(to: files[number])
    }
  }

  /// The work of a contender whose costs are counted; nothing without a folder.
  static func counted(
    _ contender: @escaping @Sendable (SavedLoads) -> AsyncContender
  ) -> (Int) -> Void {
    let made: AsyncContender? = waiting {
      do { return contender(try await SavedLoads()) } catch { print("\(error)") }
      return nil
    }
    return made?.runAndWait ?? { _ in }
  }

  /// The times of a restored loader and a file by hand; `nil` without a folder.
  static func times() async -> [String: Double]? {
    do {
      let loads = try await SavedLoads()
      return await race([loads.restored(), loads.byHand()])
    } catch {
      print("The benchmark of saved values failed: \(error)")
      return nil
    }
  }

  /// New loaders, whose young records are their results.
  func restored() -> AsyncContender {
    let policy = LoadPolicy(freshness: .lasting(.seconds(86_400)))
    return AsyncContender("restored", repetitions: 10 * Self.count) { [self] repetitions in
      // The folder exists as long as this object.
      let loaders = (0..<repetitions).map { _ in
        Loader(saved: saved, policy: policy) { (_: Int) -> [Item] in
          print("not restored")
          return []
        }
      }
      let loads = loaders.indices.map { loaders[$0].loadIfNeeded($0 % Self.count) }
      for load in loads where await load.outcome().value?.count != Self.items.count {
        print("no items")
      }
      withExtendedLifetime(loaders) {}
    }
  }

  /// The same files, read and decoded in a task group.
  func byHand() -> AsyncContender {
    AsyncContender("by hand", repetitions: 10 * Self.count) { [self] repetitions in
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<repetitions {
          group.addTask {
            do {
              let bytes = try Data(contentsOf: files[number % Self.count])
              return try JSONDecoder().decode([Item].self, from: bytes).count
            } catch {
              print("\(error)")
              return 0
            }
          }
        }
        for await count in group where count != Self.items.count { print("no items") }
      }
    }
  }
}

// MARK: The caller's side

extension SavedLoads {
  /// A store whose reads wait, as those of a disk do, so that they end after the call.
  private struct Waiting: ResourceStore {
    let held: Held

    func record(for key: String) async -> ResourceRecord? {
      _ = await held.pass(0)
      return nil
    }
    func save(_ record: ResourceRecord, for key: String) async {}
    func removeRecord(for key: String) async {}
    func removeAll() async {}
  }

  /// Calls of the first loads of loaders, each of which starts to read its record.
  ///
  /// - Parameter count: The number of all calls.
  /// - Returns: The calls, as many at a time as they are repeated.
  static func call(_ count: Int) -> Contender {
    let keys = (0..<count).map { "items/\($0)" }
    let saved = SavedValues<Int, Int>.json(version: 1, in: Waiting(held: Held())) { keys[$0] }
    return calls(of: (0..<count).map { _ in Loader<Int, Int, Never>(saved: saved) { $0 } })
  }

  /// The same calls of loaders whose load functions wait.
  static func plainCall(_ count: Int) -> Contender {
    let held = Held()
    return calls(of: (0..<count).map { _ in Loader<Int, Int, Never> { await held.pass($0) } })
  }

  private static func calls(of loaders: [Loader<Int, Int, Never>]) -> Contender {
    var loaders = loaders[...]
    return Contender("calls", repetitions: loaders.count) { repetitions in
      // One key each, because reads of one key wait for one another.
      for index in loaders.indices.prefix(repetitions) { loaders[index].load(index) }
      loaders = loaders.dropFirst(repetitions)
    }
  }
}
