import Foundation

/// The resources, planned faults and received requests of a server in memory.
struct MemoryOrigin {
  private struct PlannedFault {
    let fault: MemoryFault
    let url: URL
    var remaining: Int?
  }

  var resources: [URL: MemoryResource] = [:]
  private(set) var exchanges: [MemoryExchange] = []
  private var planned: [PlannedFault] = []

  mutating func plan(_ fault: MemoryFault, at url: URL, times: Int?) {
    planned.append(PlannedFault(fault: fault, url: url, remaining: times))
  }

  mutating func clearPlan() { planned = [] }

  mutating func receive(_ request: ResourceRequest) -> PlannedExchange {
    exchanges.append(MemoryExchange(request: request))
    return PlannedExchange(
      number: exchanges.count - 1,
      resource: resources[request.url],
      faults: takeFaults(at: request.url)
    )
  }

  mutating func responded(_ number: Int, with status: Int) { exchanges[number].status = status }

  mutating func sent(_ count: Int, of number: Int) { exchanges[number].sent += count }

  private mutating func takeFaults(at url: URL) -> [MemoryFault] {
    var faults: [MemoryFault] = []
    for index in planned.indices where planned[index].url == url && planned[index].remaining != 0 {
      faults.append(planned[index].fault)
      planned[index].remaining = planned[index].remaining.map { $0 - 1 }
    }
    return faults
  }
}

/// A received request with its resource and its faults.
struct PlannedExchange {
  let number: Int
  let resource: MemoryResource?
  let faults: [MemoryFault]
}
