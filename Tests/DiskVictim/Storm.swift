import Foundation
import ReactiveResources

/// Concurrent changes by several tasks, each with separate keys, until the program is killed.
struct Storm {
  static let tasks = 4
  static let keysOfATask = 5

  let folder: URL
  let firstVersion: Int

  static func key(_ task: Int, _ index: Int) -> String { "storm \(task) \(index)" }

  func run() async throws {
    let changes = PrintingCache(cache: try DiskCache(folder: folder))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.tasks { group.addTask { try await blow(task, changes) } }
      try await group.waitForAll()
    }
  }

  private func blow(_ task: Int, _ changes: PrintingCache) async throws {
    for version in firstVersion... {
      let key = Self.key(task, Int.random(in: 0..<Self.keysOfATask))
      if version % 5 == 4 {
        try await changes.remove(key)
      } else {
        try await changes.keep(key, version: version)
        let found = try await changes.cache.record(for: key)
        if found != Sample.record(key, version: version) { DiskVictim.say("wrong \(key)") }
      }
    }
  }
}
