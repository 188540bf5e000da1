import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// A character is a second, a response takes three.
///
/// `A` is from the network, `D` from disk. In the diagram of a row, `s` shows it, `x` hides it and
/// `r` refreshes it.
@Suite struct `The removal of a resource (G9)` {
  private let key = ResourceKey("k", size: 10)
  private static let names = ["l": "l", "A": "network A", "D": "disk A", "a": "l(network A)"]
  private static let long = ["l": "l", "A": "network ABCDEFGH"]

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  /// Removes a key at each `r`, and returns the failures of the store.
  private func remove(
    _ key: ResourceKey,
    _ diagram: String,
    _ scene: ResourceScene,
    _ m: Marbles
  ) -> Log<StoreFailure> {
    let failures = Log<StoreFailure>()
    m.hot(diagram) { _ in
      m.keep(
        Task {
          do throws(StoreFailure) {
            try await scene.loader.remove(key)
          } catch {
            failures.note(error)
          }
        }
      )
    }
    return failures
  }

  /// A scene whose server redirects the key to another one, both slowly.
  private func redirectedScene(_ m: Marbles, to target: ResourceKey) -> ResourceScene {
    let scene = ResourceScene(m)
    scene.serve("A", slowlyAt: target)
    let (url, location) = (ResourceScene.url(key), ResourceScene.url(target).path)
    scene.server.plan(.wait(.seconds(3)), at: url)
    scene.server.plan(.status(302, ["location": location]), at: url)
    return scene
  }

  private func record(of key: ResourceKey, in scene: ResourceScene) -> ResourceRecord? {
    scene.store[ResourceRequest(ResourceScene.url(key)).key]
  }

  @Test func `the next interest downloads it`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      let failures = remove(key, "------r", scene, m)
      m.at(.seconds(7)) {
        #expect(scene.loader.resource(for: key) == nil)
        #expect(record(of: key, in: scene) == nil)
      }
      m.expect(m.row("--------s", key, scene), "--------l--A", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 200"])
        #expect(scene.decoded.entries == ["A", "A"])
        #expect(failures.entries.isEmpty)
      }
    }
  }

  @Test func `a load in flight is neither cached nor stored`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      _ = remove(key, "--r", scene, m)
      m.at(.seconds(5)) { #expect(record(of: key, in: scene) == nil) }
      m.expect(m.row("--------s", key, scene), "--------l--A", Self.names)
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 200"])
        #expect(record(of: key, in: scene) != nil)
      }
    }
  }

  @Test func `a load that looks up its record is neither cached nor stored`() {
    marble { m in
      let scene = ResourceScene(m, reading: .seconds(2))
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s-----x", one, scene), "-l----A", Self.names)
      _ = remove(one, "--r", scene, m)
      m.at(.seconds(8)) { #expect(record(of: one, in: scene) == nil) }
      m.expect(m.row("---------s", two, scene), "---------l----A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/small/k 200", "/small/k 200"]) }
    }
  }

  @Test(.needsImmediateTasks)
  func `removing everything from memory leaves no body of a load that looks up its record`() {
    marble { m in
      let scene = ResourceScene(m, reading: .seconds(2))
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s-----x", one, scene), "-l----A", Self.names)
      m.hot("--c") { _ in scene.loader.removeAll() }
      m.expect(m.row("---------s", two, scene), "---------l-D", Self.names)
    }
  }

  @Test func `a refresh in flight is neither cached nor stored`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---r", key, scene), "-l--Aa--D", Self.names)
      _ = remove(key, "------r", scene, m)
      m.at(.seconds(10)) { #expect(record(of: key, in: scene) == nil) }
    }
  }

  @Test func `an interrupted download starts again`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("ABCDEFGH", slowlyAt: key)
      scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(key))
      m.expect(m.row("-s-----x", key, scene), "-l", Self.long)
      _ = remove(key, "--------r", scene, m)
      m.expect(m.row("---------s", key, scene), "---------l------A", Self.long)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 200"]) }
    }
  }

  @Test func `a download that is interrupted afterwards leaves nothing`() {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("ABCDEFGH", slowlyAt: key)
      scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(key))
      m.expect(m.row("-s-----x", key, scene), "-l", Self.long)
      _ = remove(key, "-----r", scene, m)
      m.expect(m.row("---------s", key, scene), "---------l------A", Self.long)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 200"]) }
    }
  }

  @Test(arguments: ["--------c", "-----c"])
  func `removing everything from memory removes interrupted downloads`(_ clear: String) {
    marble { m in
      let scene = ResourceScene(m, ResourcePolicy(cache: CachePolicy(grace: .zero)))
      scene.serve("ABCDEFGH", slowlyAt: key)
      scene.server.plan(.pace(.seconds(2)), at: ResourceScene.url(key))
      m.expect(m.row("-s-----x", key, scene), "-l", Self.long)
      m.hot(clear) { _ in scene.loader.removeAll() }
      m.expect(m.row("---------s", key, scene), "---------l------A", Self.long)
      m.at(.seconds(30)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 200"]) }
    }
  }

  @Test func `sizes of the same body are removed, and others stay`() {
    marble { m in
      let scene = ResourceScene(m)
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      scene.serve("B", slowlyAt: key)
      for shown in [one, two, key] { m.keep(scene.loader.prefetch([shown])) }
      _ = remove(one, "-----r", scene, m)
      m.at(.seconds(6)) {
        #expect(scene.loader.resource(for: two) == nil)
        #expect(scene.loader.resource(for: key)?.value == "B")
        #expect(record(of: key, in: scene) != nil)
      }
    }
  }

  @Test func `a record that the store cannot remove is not used, and the failure is thrown`() {
    marble { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key)
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(5)) { scene.store.fail(at: ["remove"]) }
      let failures = remove(key, "------r", scene, m)
      m.expect(m.row("--------s", key, scene), "--------l--A", Self.names)
      m.at(.seconds(7)) {
        #expect(failures.entries.map(\.operation) == [.remove])
        #expect(failures.entries.first?.error.underlying is FailingStore.Broken)
        #expect(scene.fetcher.counts.storeFailures == 1)
      }
    }
  }

  @Test func `the record of a redirect's target is removed`() async throws {
    let (server, store) = (MemoryTransport(), MemoryStore())
    let (url, target) = (URL(filePath: "/a"), URL(filePath: "/b"))
    server.serve(MemoryResource(Data("b".utf8), cacheControl: "max-age=60"), at: target)
    server.plan(.status(302, ["location": "/b", "cache-control": "max-age=60"]), at: url)
    let loader = ResourceLoader(ResourceFetcher(store: store, transport: server)) { _ in
      ResourceRequest(url)
    }
    _ = try await loader.load(ResourceKey("a"))
    #expect(store.count == 1)
    try await loader.remove(ResourceKey("a"))
    #expect(store.count == 0)
  }

  @Test(arguments: ["--r", "-----r"])
  func `a redirected load in flight is not stored`(_ removal: String) {
    marble { m in
      let target = ResourceKey("k", size: 20)
      let scene = redirectedScene(m, to: target)
      m.expect(m.row("-s", key, scene), "-l-----A", Self.names)
      _ = remove(key, removal, scene, m)
      m.at(.seconds(10)) {
        #expect(scene.exchanges == ["/10/k 302", "/20/k 200"])
        #expect(record(of: target, in: scene) == nil)
      }
    }
  }

  @Test func `it waits for a write of the record in flight, and the record stays removed`() {
    marble { m in
      let scene = ResourceScene(m, saving: .seconds(3))
      let sizes = (1...3).map { ResourceKey("k", size: ResourceSize(pixels: $0)) }
      scene.serve("A", slowlyAt: sizes[0])
      let names = ["l": "l", "B": "network B", "M": "memory B"]
      // The record is written at 7, and the write returns at 10.
      m.expect(m.row("-s----------x", sizes[0], scene), "-l--------A", Self.names)
      let removed = Log<String>()
      m.hot("-----r") { _ in
        m.keep(
          Task {
            try await scene.loader.remove(sizes[0])
            removed.note("removed")
          }
        )
      }
      m.at(.seconds(6)) {
        #expect(removed.entries.isEmpty)
        scene.serve("B", at: sizes[0])
      }
      m.expect(m.row("--------s", sizes[1], scene), "--------l--B", names)
      m.at(.seconds(9)) { #expect(removed.entries.isEmpty) }
      m.at(.seconds(11)) {
        #expect(removed.entries == ["removed"])
        #expect(record(of: sizes[0], in: scene) == nil)
      }
      m.expect(m.row("-------------s", sizes[2], scene), "-------------M", names)
    }
  }

  @Test func `a size in flight that is decoded from the removed body is not cached`() {
    marble { m in
      let scene = ResourceScene(m)
      let (one, two) = (ResourceKey("k", size: 1), ResourceKey("k", size: 2))
      scene.serve("A", slowlyAt: one)
      m.expect(m.row("-s---x", one, scene), "-l--A", Self.names)
      m.expect(m.row("-s---x", two, scene), "-l--A", Self.names)
      _ = remove(one, "--r", scene, m)
      m.at(.seconds(6)) { #expect(scene.loader.resource(for: two) == nil) }
      m.expect(m.row("-------s", two, scene), "-------l--A", Self.names)
    }
  }

  @Test(arguments: [[], ["remove"]])
  func `the stored target of a redirect in flight is not used`(_ failing: [String]) {
    marble { m in
      let target = ResourceKey("t", size: 20)
      let scene = redirectedScene(m, to: target)
      m.expect(m.row("s---x", target, scene), "l--A", Self.names)
      m.at(.seconds(4)) { scene.store.fail(at: Set(failing)) }
      m.expect(m.row("-----s-------x", key, scene), "-----l-----A", Self.names)
      _ = remove(key, "------r", scene, m)
      m.at(.seconds(13)) {
        #expect(scene.exchanges == ["/20/t 200", "/10/k 302", "/20/t 200"])
        #expect((record(of: target, in: scene) == nil) == failing.isEmpty)
        #expect(scene.loader.resource(for: key) == nil)
      }
      m.expect(m.row("--------------s", key, scene), "--------------l-----A", Self.names)
    }
  }

  @Test func `a fetcher without a store has nothing to fail`() async throws {
    let server = MemoryTransport()
    server.serve(
      MemoryResource(Data("a".utf8), cacheControl: "max-age=60"),
      at: URL(filePath: "/a")
    )
    let loader = ResourceLoader(ResourceFetcher(transport: server)) { _ in
      ResourceRequest(URL(filePath: "/a"))
    }
    for _ in 1...2 {
      #expect(try await loader.load(ResourceKey("a")).source == .network)
      try await loader.remove(ResourceKey("a"))
    }
  }

  @Test func `a ledger forgets a removal after the last fetch in flight`() {
    var ledger = RecordLedger()
    ledger.start("a")
    ledger.startRemoval("a")
    #expect(ledger.invalidation(of: "a") == .superseded)
    ledger.endRemoval("a")
    #expect(ledger.invalidation(of: "a") == .superseded)
    #expect(ledger.isRemoved("a") && !ledger.mayStorePart(for: "a"))
    ledger.end("a")
    #expect(ledger.invalidation(of: "a") == nil)
    #expect(!ledger.isRemoved("a") && ledger.mayStorePart(for: "a"))
    #expect(ledger == RecordLedger())
  }
}
