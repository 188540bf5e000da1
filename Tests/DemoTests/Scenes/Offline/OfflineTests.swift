#if os(macOS) || os(Linux)
import Foundation
import ReactiveLoadable
import ReactiveResources
import TestSupport
import Testing

@testable import Demo

/// Starts with and without saved values, in this process and in another one.
@Suite @MainActor struct OfflineTests {
  @Test(arguments: [
    (0.0, "0 minutes ago"), (60, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
    (7_250, "2 hours ago"),
  ])
  func `an age is in whole minutes or hours`(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: 1_000_000)
    #expect(date.age(at: date + seconds) == text)
  }

  @Test func `a network that is away answers nothing until it is connected`() async throws {
    let server = MemoryTransport()
    let network = SwitchedTransport(server)
    let request = ResourceRequest(URL(filePath: "/a"))
    await #expect(throws: URLError.self) { try await network.send(request) }
    network.connect()
    #expect(try await network.send(request).status == 404)
    #expect(server.requests.count == 1)
  }

  @Test func `a start without saved values shows an empty list and its error`() async throws {
    try await withMovies { context, _, folder in
      let visit = try OfflineVisit(at: context.server.baseURL, in: folder)
      await visit.run()
      #expect(visit.offline?.titles == [])
      #expect(visit.offline?.list == "The list: 0 movies")
      #expect(visit.offline?.details == "The details: none")
      #expect(visit.offline?.error == "No connection.")
      #expect(visit.online?.list == "The list: 12 movies")
    }
  }

  @Test func `a scene whose second process finds no saved values reports what it missed`()
    async throws
  {
    try await withMovies { context, _, _ in
      defer { try? FileManager.default.removeItem(at: context.scratch) }
      guard
        case .missed(let reason) = try await OfflineScene(context).startAgain().checks
          .map(\.result).all
      else {
        Issue.record("an empty folder is not detected")
        return
      }
      #expect(reason.contains("Screens with their age: expected 2, found 0."))
    }
  }
}
#endif
