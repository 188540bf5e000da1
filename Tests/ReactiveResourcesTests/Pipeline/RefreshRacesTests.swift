import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveResources

/// A thread may begin a refresh between the end of another reload and its removal (G8).
///
/// A character is a second, a response takes three.
@Suite struct `A refresh at the end of another one (G8)` {
  private static let names = `Resources (G1-G8)`.names
  private let key = ResourceKey("k", size: 10)

  private var reload: ResourceRequest {
    var request = ResourceRequest(ResourceScene.url(key))
    request.cachePolicy = .reload
    return request
  }

  @Test func `a reload that has ended, and is not removed yet, answers no later refresh`() {
    marbles(frame: .seconds(1)) { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----r", key, scene), "-l--A-a--D", Self.names)
      m.at(.seconds(5)) {
        let bodies = scene.loader.pipeline.bodies
        let body = bodies.cache.value(for: ResourceRequest(ResourceScene.url(key)))
        if let body { bodies.cache.set(body, for: reload) }
      }
      m.at(.seconds(20)) {
        #expect(scene.exchanges == ["/10/k 200", "/10/k 304"])
        #expect(scene.loader.pipeline.bodies.cache.storedValue(for: reload) == nil)
      }
    }
  }

  @Test func `the end of a reload does not remove one that another refresh uses`() {
    marbles(frame: .seconds(1)) { m in
      let scene = ResourceScene(m)
      scene.serve("A", slowlyAt: key, "max-age=60")
      m.expect(m.row("-s----r", key, scene), "-l--A-a--D", Self.names)
      let bodies = scene.loader.pipeline.bodies
      let other = m.keep(Owned(CancellableBag()))
      m.at(.seconds(7)) {
        other.object?.own(bodies.cache.states(of: reload)) { _ in }
      }
      m.at(.seconds(10)) { #expect(bodies.cache.storedValue(for: reload) != nil) }
      m.at(.seconds(11)) {
        other.object?.cancel()
        bodies.cache.removeUnused(reload)
        #expect(bodies.cache.storedValue(for: reload) == nil)
      }
    }
  }
}
