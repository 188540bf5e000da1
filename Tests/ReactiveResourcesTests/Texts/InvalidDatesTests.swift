import Foundation
import ReactiveResources
import Testing

/// Foundation's description of a date that is no number traps on Linux.
@Suite struct `Dates that are no number, in texts` {
  @Test(arguments: [Double.nan, .infinity, -.infinity, 0])
  func `each value with a date has a description and a dump`(seconds: Double) async {
    let date = Date(timeIntervalSince1970: seconds)
    let stored = StoredResponse(headers: [:], length: 0, requested: date, received: date)
    let server = MemoryTransport(wallClock: WallClock { date })
    _ = try? await ResourceFetcher(transport: server, wallClock: WallClock { date })
      .fetch(ResourceRequest(Bench.url))
    let values: [Any] = [
      stored, FetchedResource(body: Data(), source: .disk, received: date), server,
      MemoryResource(Data(), lastModified: date),
      ResourceRecord(metadata: stored.metadata, body: Data()),
    ]
    for value in values {
      var text = "\(value)"
      dump(value, to: &text)
      #expect(text.hasPrefix("\(type(of: value))"))
    }
    let text = "\(ResourceError.status(503, retryAfter: .date(date)))"
    #expect(text.hasPrefix("status(503, retryAfter: "))
  }
}
