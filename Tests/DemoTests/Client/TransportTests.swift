import Foundation
import Synchronization
import Testing

@testable import Demo

@Suite struct TransportTests {
  @Test func `a download reports every piece, and the total size`() async throws {
    try await withServer { server, api in
      let reported = Mutex<[Int64]>([])
      let totals = Mutex<Set<Int64?>>([])
      let data = try await api.episode { received, total in
        reported.withLock { $0.append(received) }
        totals.withLock { _ = $0.insert(total) }
      }
      let amounts = reported.withLock { $0 }
      #expect(data == SampleEpisode.data)
      #expect(amounts.count > 1)
      #expect(amounts == Set(amounts).sorted())
      #expect(amounts.last == Int64(SampleEpisode.size))
      #expect(totals.withLock { $0 } == [Int64(SampleEpisode.size)])
      #expect(await server.ended()?.isComplete == true)
    }
  }

  @Test func `a download that is cancelled closes its connection`() async throws {
    try await withServer { server, api in
      let (gate, half) = (Gate(), Gate())
      await server.disturb(.stall(gate), path: "/episode")
      let download = Task {
        try await api.episode { received, _ in
          if received == SampleEpisode.size / 2 { half.open() }
        }
      }
      await half.pass()
      download.cancel()
      await #expect(throws: APIError.cancelled) { try await download.value }
      gate.open()
      let ended = try #require(await server.ended())
      #expect(!ended.isComplete)
      #expect(ended.sent >= SampleEpisode.size / 2)
    }
  }

  @Test func `a fault reports no progress`() async throws {
    try await withServer { server, api in
      await server.disturb(.status(500), path: "/episode")
      await #expect(throws: APIError.status(500)) {
        _ = try await api.episode { received, _ in Issue.record("received \(received)") }
      }
    }
  }
}
