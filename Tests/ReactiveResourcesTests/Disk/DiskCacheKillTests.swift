#if os(macOS) || os(Linux)
import Foundation
import ReactiveResources
import Testing

@testable import DiskVictim

@Suite(.serialized) struct DiskCacheKillTests {
  @Test func `a cache is intact after a kill at every single step of its file calls`() async throws
  {
    var kills = 0
    while true {
      let folder = ScratchFolder()
      let end = try await Victim("steps", folder.url, kills + 1).end()
      var ledger = ChangeLedger()
      ledger.read(end.lines)
      try await ledger.check(folder, swept: StepsOfChanges.ballast)
      if !end.wasKilled { break }
      kills += 1
    }
    print("DiskCache: \(kills) kills, one at every step")
    #expect(kills > 150)
  }

  @Test func `a cache is intact after kills at any time, while several tasks write`() async throws {
    let kills = ProcessInfo.processInfo.environment["DISK_KILLS"].flatMap { Int($0) } ?? 80
    let folder = ScratchFolder()
    var ledger = ChangeLedger()
    for round in 1...kills {
      let victim = try Victim("storm", folder.url, round * 10_000)
      let end = try await victim.end(killedAfter: Int.random(in: 1...120))
      #expect(end.wasKilled)
      ledger.read(end.lines)
      try await ledger.check(folder)
    }
    print("DiskCache: \(kills) kills at any time, \(ledger.changes) changes printed before them")
  }

  @Test func `saved values are the old or the new ones after kills at any time (V6)`() async throws
  {
    let kills = ProcessInfo.processInfo.environment["DISK_KILLS"].flatMap { Int($0) } ?? 80
    let folder = ScratchFolder()
    var ledger = ChangeLedger()
    for round in 1...kills {
      let victim = try Victim("texts", folder.url, round * 10_000)
      let end = try await victim.end(killedAfter: Int.random(in: 1...60))
      #expect(end.wasKilled)
      ledger.read(end.lines)
      try await ledger.checkTexts(folder)
    }
    print("SavedValues: \(kills) kills at any time, \(ledger.changes) changes printed before them")
  }
}

/// The changes that a victim printed: the versions that must be in the folder, and those that may.
private struct ChangeLedger {
  /// The last finished version; 0 for none.
  private var done: [String: Int] = [:]
  /// The version started after that.
  private var begun: [String: Int] = [:]
  private(set) var changes = 0

  mutating func read(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ")
      let key = words.dropFirst().dropLast().joined(separator: " ")
      guard let word = words.first, let version = words.last.flatMap({ Int($0) }) else {
        Issue.record("The victim says: \(line)")
        continue
      }
      switch word {
      case "begin": begun[key] = version
      case "done": (done[key], begun[key], changes) = (version, nil, changes + 1)
      case _: Issue.record("The victim says: \(line)")
      }
    }
  }

  /// Opens the folder and compares the restored values with the printed changes.
  mutating func checkTexts(_ folder: ScratchFolder) async throws {
    let cache = try DiskCache(folder: folder.url)
    for number in 0..<SavedTexts.count {
      let loader = SavedText.loader(SavedText.saved(in: cache))
      await loader.load(number).outcome()
      let text = loader.state.latest
      let key = "\(number)"
      let expected = [done[key] ?? 0, begun[key]].compactMap(\.self)
      #expect(expected.contains(text?.version ?? 0), "\(number)")
      if let text { #expect(text == SavedText(number, version: text.version)) }
      (done[key], begun[key]) = (text?.version ?? 0, nil)
    }
    #expect(cache.statistics.corrupt == 0)
    await cache.close()
  }

  /// Opens the folder and compares its records with the printed changes.
  mutating func check(_ folder: ScratchFolder, swept: [String] = []) async throws {
    let cache = try DiskCache(folder: folder.url)
    let keys = Set(done.keys).union(begun.keys)
    for key in keys {
      let record = try await cache.record(for: key)
      let version = Sample.version(of: record) ?? 0
      let expected =
        [done[key] ?? 0, begun[key]].compactMap(\.self) + (swept.contains(key) ? [0] : [])
      #expect(expected.contains(version), "\(key)")
      if let record { #expect(record == Sample.record(key, version: version)) }
      done[key] = version
      begun[key] = nil
    }
    try await cache.sweep()
    #expect(cache.statistics.corrupt == 0)
    #expect(folder.names.allSatisfy { $0.hasSuffix(".record") })
    #expect(folder.names.count == done.values.count { $0 != 0 })
    await cache.close()
  }
}
#endif
