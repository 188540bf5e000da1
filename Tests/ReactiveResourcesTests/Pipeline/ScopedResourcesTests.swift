import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

/// A character is a second, a response takes three, and it is fresh for a minute.
///
/// `A` is from the network, `D` from disk, which is also the source after a 304. In the diagram of a
/// row, `s` shows it and `x` hides it.
@Suite struct `Resources in a scope (G10)` {
  private let key = ResourceKey("k", size: 10)
  private static let names = [
    "n": "n", "l": "l", "A": "network A", "B": "network B", "D": "disk A", "M": "memory A",
    "a": "l(network A)", "m": "l(memory A)",
  ]

  private func marble(_ body: (Marbles) -> Void) { marbles(frame: .seconds(1), body) }

  private func scoped(_ m: Marbles, saving: Duration = .zero) -> (ResourceScene, LoadScope) {
    let (scene, scope) = (ResourceScene(m, saving: saving), m.keep(LoadScope()))
    scene.serve("A", slowlyAt: key, "max-age=60")
    scope.add(scene.loader, tag: "files")
    return (scene, scope)
  }

  /// Resets a scope at each mark, and returns the failures.
  private func reset(_ m: Marbles, _ scope: LoadScope, _ diagram: String) -> Log<StoreFailure> {
    let failures = Log<StoreFailure>()
    m.hot(diagram) { _ in
      m.keep(
        Task {
          do { try await scope.reset() } catch {
            if let error = error as? StoreFailure { failures.note(error) }
          }
        }
      )
    }
    return failures
  }

  private func record(in scene: ResourceScene) -> ResourceRecord? {
    scene.store[ResourceRequest(ResourceScene.url(key)).key]
  }

  // MARK: Tags

  @Test func `a revalidation of a resource in use sends a request, though it is fresh`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.hot("------v") { _ in #expect(scope.revalidate(["files", key]) == 1) }
      m.expect(m.row("-s", key, scene), "-l--A-a--D", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test func `a resource that is not in use is requested when it is shown again, once`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.hot("------v") { _ in #expect(scope.revalidate("files") == 1) }
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.at(.seconds(7)) { #expect(scene.exchanges == ["/10/k 200"]) }
      m.expect(m.row("--------s---x", key, scene), "--------m--D", Self.names)
      m.expect(m.row("--------------s", key, scene), "--------------M", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 304"]) }
    }
  }

  @Test func `calls during the load of a scope are followed by one request`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.hot("------vvv") { _ in scope.revalidate("files") }
      m.expect(m.row("-s", key, scene).map { $0.hasPrefix("l") ? "l" : "v" }, "-l--v-l--(vl)--v")
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304", "/10/k 304"])
      }
    }
  }

  @Test func `a trigger sends no request for what is fresh`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.hot("------v") { _ in scope.revalidate() }
      m.expect(m.row("-s", key, scene), "-l--A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  // MARK: Reset

  @Test func `a reset clears the rows, memory and the store`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.expect(m.row("-s", key, scene), "-l--A-n", Self.names)
      m.at(.seconds(5)) { #expect(record(in: scene) != nil) }
      let failures = reset(m, scope, "------x")
      m.at(.seconds(7)) {
        #expect(scene.loader.resource(for: key) == nil)
        #expect(record(in: scene) == nil)
        #expect(scene.store.calls.last == "removeAll")
        #expect(failures.entries.isEmpty)
      }
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200"]) }
    }
  }

  @Test func `a load of the old user is neither shown nor stored, and the next one is`() {
    marble { m in
      let (scene, scope) = scoped(m)
      m.expect(m.row("-s-----x", key, scene), "-ln", Self.names)
      _ = reset(m, scope, "--x")
      m.at(.seconds(6)) { #expect(record(in: scene) == nil) }
      m.at(.seconds(8)) { scene.serve("B", at: key, "max-age=60") }
      m.expect(m.row("---------s", key, scene), "---------l--B", Self.names)
      m.at(.seconds(20)) {
        #expect(record(in: scene).map { String(decoding: $0.body, as: UTF8.self) } == "B")
      }
    }
  }

  @Test func `a record that is being written is removed`() {
    marble { m in
      let (scene, scope) = scoped(m, saving: .seconds(2))
      m.expect(m.row("-s", key, scene), "-l---n", Self.names)
      _ = reset(m, scope, "-----x")
      m.at(.seconds(20)) {
        #expect(record(in: scene) == nil)
        #expect(scene.store.calls.contains("removeAll"))
      }
    }
  }

  @Test func `a failed removal is thrown, and no old record is used`() {
    marble { m in
      let (scene, scope) = scoped(m)
      scene.store.fail(at: ["removeAll"])
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      let failures = reset(m, scope, "------x")
      m.at(.seconds(7)) {
        #expect(failures.entries.map(\.operation) == [.removeAll])
        #expect(record(in: scene) != nil)
      }
      m.expect(m.row("--------s", key, scene), "--------l--A", Self.names)
      m.at(.seconds(20)) { #expect(scene.exchanges == ["/10/k 200", "/10/k 200"]) }
    }
  }

  @Test func `after a failed removal another reset makes the store usable again`() {
    marble { m in
      let (scene, scope) = scoped(m)
      scene.store.fail(at: ["removeAll"])
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      let failures = reset(m, scope, "------xx")
      m.at(.seconds(6.5)) { scene.store.fail(at: []) }
      m.at(.seconds(8)) {
        #expect(failures.entries.count == 1)
        #expect(record(in: scene) == nil)
      }
      m.expect(m.row("---------s---x", key, scene), "---------l--A", Self.names)
      m.at(.seconds(14)) { scene.loader.removeAll() }
      m.expect(m.row("---------------s", key, scene), "---------------D", Self.names)
    }
  }

  @Test func `another size of the old user is no stand-in after a reset`() {
    marble { m in
      let (scene, scope) = scoped(m)
      let large = ResourceKey("k", size: 100)
      scene.serve("B", slowlyAt: large, "max-age=60")
      m.expect(m.row("-s---x", key, scene), "-l--A", Self.names)
      m.expect(m.row("------s--r", large, scene), "------mn-l--B", Self.names)
      _ = reset(m, scope, "-------x")
    }
  }
}
