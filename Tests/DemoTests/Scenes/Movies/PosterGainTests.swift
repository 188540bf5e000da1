import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@testable import Demo

/// The counts of the server, and the text about sharing.
@Suite @MainActor struct PosterGainTests {
  @Test func `the traffic is the requests, and the bytes of the bodies that were sent`()
    async throws
  {
    try await withMovies { context, movies, _ in
      let path = movies[1].posterPath(.w92)
      await context.server.disturb(.status(500), path: path, times: 2)
      await context.server.disturb(.breakOff, path: path, times: 3)
      for _ in 1...4 { await context.api.fetchPoster(ResourceKey(movies[1], .w92)) }
      let file = try MemoryResource(posterOf: movies[1], .w92)
      let traffic = await context.server.posterTraffic
      #expect(traffic == PosterTraffic(requests: 4, bytes: file.body.count / 2 + file.body.count))
    }
  }

  @Test func `rows that share nothing request and send once for each row, as the server counts`()
    async throws
  {
    try await withMovies { context, movies, folder in
      let key = ResourceKey(movies[1], .w92)
      let library = try PosterLibrary(in: folder, of: context.api, clock: context.clock)
      for _ in 1...3 { _ = try await library.loader.load(key) }
      let gain = await PosterGain.measure([key, key, key], in: context)
      let size = try MemoryResource(posterOf: movies[1], .w92).body.count
      // It is stale immediately: requested twice, and sent once.
      #expect(gain.shared == PosterTraffic(requests: 3, bytes: size))
      #expect(gain.naive == PosterTraffic(requests: 3, bytes: 3 * size))
      #expect(gain.check([key, key, key]) == .reached)
      #expect(gain.checkSaving() != .reached)
      await library.close()
    }
  }

  @Test func `the cost is correct if each row has requested, and no more; the gain, if less`() {
    let key = ResourceKey("a.png")
    let gain = { (naive: (Int, Int), shared: (Int, Int)) in
      PosterGain(
        naive: PosterTraffic(requests: naive.0, bytes: naive.1),
        shared: PosterTraffic(requests: shared.0, bytes: shared.1)
      )
    }
    let keys = [key, key]
    for shared in [(1, 10), (2, 10), (1, 20), (2, 20)] {
      #expect(gain((2, 20), shared).check(keys) == .reached)
      #expect((gain((2, 20), shared).checkSaving() == .reached) == (shared == (1, 10)))
    }
    for (naive, shared) in [((3, 20), (1, 10)), ((2, 20), (3, 10)), ((2, 20), (1, 21))] {
      #expect(gain(naive, shared).check(keys) != .reached)
    }
  }

  @Test func `the table has both, the difference, and its share`() {
    let output = CapturedOutput()
    let gain = PosterGain(
      naive: PosterTraffic(requests: 8, bytes: 300),
      shared: PosterTraffic(requests: 6, bytes: 100)
    )
    Console(sink: output, form: .plain).write(gain.blocks)
    let lines = output.text.split(separator: "\n").suffix(2).map(String.init)
    #expect(
      lines.map { $0.split(separator: " ") } == [["Saved", "2", "200"], ["25", "%", "66", "%"]]
    )
  }
}
