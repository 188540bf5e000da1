#if os(macOS) || os(Linux)
import FlyingFox
import Foundation
import ReactiveLoadable
import Testing

@testable import DiskVictim

// The code of the article on servers, unchanged, behind an HTTP server with 1,000 connections.

struct Film: Sendable {
  let title: String
}

extension CachePolicy<Film> {
  static func films(on clock: any Clock<Duration> = ContinuousClock()) -> Self {
    CachePolicy(
      count: 50_000,
      timeToLive: .seconds(3600),
      afterFailure: .exponential(from: .seconds(1), atMost: .seconds(30), limit: .max),
      load: LoadPolicy(
        freshness: .lasting(.seconds(60)),
        timeout: LoadTimeout(attempt: .seconds(5)),
        queue: LoadQueue(limit: 8),
        clock: clock
      )
    )
  }
}

struct FilmHandler: Sendable {
  let films: ValueCache<Int, Film>

  func answer(_ id: Int) async -> (status: Int, text: String) {
    do {
      return (200, try await films.load(id, allowingStale: .lasting(.seconds(600))).title)
    } catch is CancellationError {
      return (499, "")
    } catch {
      return (503, "")
    }
  }
}

/// The source behind the cache: it waits for a gate, and counts its loads.
private actor Source {
  struct Down: Error {}

  private var gate = Gate.opened
  private var isDown = false
  private var version = 1
  private var loads: [Int: Int] = [:]
  private(set) var running = 0
  private(set) var mostRunning = 0

  func film(_ id: Int) async throws -> Film {
    loads[id, default: 0] += 1
    running += 1
    mostRunning = max(mostRunning, running)
    await gate.wait()
    running -= 1
    if isDown { throw Down() }
    return Film(title: "film \(id), version \(version)")
  }

  func change(toVersion version: Int, behind gate: Gate = .opened) {
    (self.version, self.gate, isDown) = (version, gate, false)
  }

  func fail() { isDown = true }

  /// The numbers of loads of the keys, each number once.
  var loadsOfEachKey: Set<Int> { Set(loads.values) }
}

@Suite struct `The code of the article on servers` {
  private static let keys = 100
  private static let requests = 1_000

  /// Sends all requests, each on a separate connection; returns the statuses and texts by key.
  private func answers(
    of server: TestServer,
    whenAllHaveArrived arrived: (@Sendable () -> Void)? = nil
  ) async throws -> [Int: Set<String>] {
    let before = server.requests.count
    let port = URL(fileURLWithPath: "/\(server.baseURL.port ?? 0)")
    async let end = Victim("clients", port, Self.requests).end()
    if let arrived {
      await server.arrived(before + Self.requests)
      arrived()
    }
    return try await end.lines.reduce(into: [:]) { answers, line in
      let parts = line.split(separator: " ", maxSplits: 1)
      answers[Int(parts[0]) ?? -1, default: []].insert(parts.last.map(String.init) ?? "")
    }
  }

  @Test func `1,000 concurrent requests load each key once, also of stale values and failures`()
    async throws
  {
    DiskVictim.raiseLimitOfOpenFiles()
    let (source, clock) = (Source(), StandingClock())
    let films = ValueCache(policy: .films(on: clock)) { (id: Int) in try await source.film(id) }
    let handler = FilmHandler(films: films)
    try await TestServer.run { request in
      let (status, text) = await handler.answer(Int(request.path.dropFirst()) ?? 0)
      return .answer(HTTPStatusCode(status, phrase: "-"), [:], Data(text.utf8))
    } _: { server in
      func expected(_ text: (Int) -> String) -> [Int: Set<String>] {
        Dictionary(uniqueKeysWithValues: (0..<Self.keys).map { ($0, [text($0)]) })
      }

      // Nothing is cached, and the source waits until all requests have arrived.
      let first = Gate()
      await source.change(toVersion: 1, behind: first)
      let loaded = try await answers(of: server) { first.open() }
      #expect(loaded == expected { "200 film \($0), version 1" })
      #expect(await source.loadsOfEachKey == [1])
      #expect(await source.mostRunning == 8)

      // All values are stale, and the source answers nothing until all requests are answered.
      let second = Gate()
      await source.change(toVersion: 2, behind: second)
      clock.advance(by: .seconds(61))
      let stale = try await answers(of: server)
      #expect(stale == expected { "200 film \($0), version 1" })
      #expect(await source.running == 8)
      second.open()
      for id in 0..<Self.keys { _ = try await films.load(id) }
      #expect(await source.loadsOfEachKey == [2])
      #expect(try await answers(of: server) == expected { "200 film \($0), version 2" })
      #expect(await source.loadsOfEachKey == [2])

      // The source is down, and no value may be used any more.
      await source.fail()
      clock.advance(by: .seconds(3600))
      #expect(try await answers(of: server) == expected { _ in "503 " })
      #expect(try await answers(of: server) == expected { _ in "503 " })
      #expect(await source.loadsOfEachKey == [3])

      // The failures are cached for the backoff of one second, then for two.
      clock.advance(by: .seconds(1))
      #expect(try await answers(of: server) == expected { _ in "503 " })
      #expect(await source.loadsOfEachKey == [4])
      await source.change(toVersion: 3)
      clock.advance(by: .seconds(1))
      #expect(try await answers(of: server) == expected { _ in "503 " })
      clock.advance(by: .seconds(1))
      #expect(try await answers(of: server) == expected { "200 film \($0), version 3" })
      #expect(await source.loadsOfEachKey == [5])
      #expect(await source.mostRunning == 8)
    }
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("InAServer")
    #expect((article.blocks.count, article.others) == (2, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
#endif
