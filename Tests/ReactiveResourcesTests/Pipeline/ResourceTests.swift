import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

@Suite struct `Resources created manually` {
  private let key = ResourceKey("heat.jpg", size: 92)
  private let heat: Poster

  init() throws { heat = try Poster(Data("Heat".utf8)) }

  @Test func `a preview creates its own`() {
    let poster = Resource(heat, key: key, source: .disk)
    #expect((poster.value.name, poster.key, poster.source) == ("Heat", key, .disk))
    #expect(!poster.isStale)
    #expect(Resource(heat, key: key, source: .disk, isStale: true).isStale)
  }

  @Test func `one equals the value of a loader, which has it in memory afterwards`() async throws {
    let transport = MemoryTransport()
    let request = ResourceRequest(URL(filePath: "/heat.jpg"))
    transport.serve(
      MemoryResource(Data("Heat".utf8), cacheControl: "max-age=3600"),
      at: request.url
    )
    let posters = ResourceLoader(ResourceFetcher(transport: transport)) { _ in
      request
    } decode: { bytes, _ in
      try Poster(bytes)
    }
    let poster = Resource(heat, key: key, source: .network)
    #expect(try await posters.load(key) == poster)
    let fromMemory = Resource(heat, key: key, source: .memory)
    #expect(try await posters.load(key) == fromMemory)
    let cancelled = Task { [key] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await posters.load(key)
    }
    #expect(try await cancelled.value == fromMemory)
  }

  @Test func `its description has the compared properties`() {
    let poster = Resource(heat, key: key, source: .network)
    #expect("\(poster)" == #"heat.jpg@92 Poster(name: "Heat") from network"#)
    let text = Resource("Heat", key: ResourceKey("heat.txt"), source: .disk, isStale: true)
    #expect("\(text)" == #"heat.txt "Heat" from disk, stale"#)
    #expect(
      "\(LoadState<_>.loaded(text))" == #"loaded(heat.txt "Heat" from disk, stale)"#
    )
  }

  @Test func `a failing marble test prints it in a line`() {
    let poster = Resource(heat, key: key, source: .network)
    let stale = Resource(heat, key: key, source: .disk, isStale: true)
    let line = #".loaded(heat.jpg@92: Poster(name: "Heat"), from: .network)"#
    withKnownIssue {
      marbles { m in
        let states = m.hot("-a", ["a": LoadState<_>.loaded(poster)])
        m.expect(states, "-b", ["b": .loaded(stale)])
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(line) && !$0.rawValue.contains("lifetime") }
    }
  }
}
