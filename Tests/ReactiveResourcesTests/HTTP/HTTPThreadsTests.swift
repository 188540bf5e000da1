import FlyingFox
import Foundation
import ReactiveResources
import Testing

/// Also runs under the thread sanitizer.
@Suite struct HTTPThreadsTests {
  @Test func `fetches of all kinds may run concurrently, and be cancelled`() async {
    let bench = Bench(FetchPolicy(resuming: .keeping(upTo: 100)))
    bench.serve(String(repeating: "a", count: 64), "max-age=60")
    bench.plan(.drop(after: 32, Bench.Failure()), times: 100)
    let uses: [RequestCachePolicy] = [
      .standard, .storeThenNetwork, .reload, .reloadIgnoringStore, .onlyFromStore,
    ]
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let task = Task { await bench.fetchText(uses[number % uses.count]) }
          if number % 5 == 0 { task.cancel() }
          return await task.value
        }
      }
      let known = ["network", "disk", "cancelled", "notStored", "transport"]
      for await text in group { #expect(known.contains { text.hasPrefix($0) }, "\(text)") }
    }
    #expect(bench.fetcher.counts.requests == bench.server.requests.count)
    let rest = await bench.fetchText(.reload)
    #expect(rest.hasSuffix(String(repeating: "a", count: 64)))
  }

  @Test func `transfers may be cancelled at any time`() async throws {
    let bytes = Data(count: 50_000)
    try await TestServer.run { _ in
      .answer(.ok, [:], bytes)
    } _: { server in
      let transport = URLSessionTransport()
      let url = server.url()
      await withTaskGroup { group in
        for number in 0..<60 {
          group.addTask {
            let task = Task {
              var received = 0
              for try await chunk in try await transport.send(ResourceRequest(url)).body {
                received += chunk.count
              }
              return received
            }
            if number % 3 == 0 { task.cancel() }
            let result = await task.result
            if case .success(let received) = result { #expect(received == bytes.count) }
            if case .failure(let error) = result { #expect(error is CancellationError) }
          }
        }
      }
    }
  }
}
