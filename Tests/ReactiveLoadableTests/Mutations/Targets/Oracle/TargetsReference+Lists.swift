import ReactiveLoadable

// The lists, each a model of a paged loader.

extension TargetsReference {
  struct ListTarget {
    var model = PagedReference(
      PagingPolicy(
        load: LoadPolicy(freshness: .forever),
        prefetchDistance: 1,
        cachedLists: 0
      )
    )
    /// The times at which the calls for a first page began.
    var calls: [Int: Int] = [:]
    /// The time at which the first page of the list in flight was requested, and of the settled one.
    var draftRequested = 0
    var requested = 0
    /// The last time at which the end of a write left the list different from the server's.
    var lastLoss = 0
  }

  func sketch(_ key: String) -> String { lists[key]?.model.sketch ?? "" }

  /// The requests that the lists must have made.
  var missingRequests: [PageRequest<String, Int>] { lists.values.flatMap(\.model.wanted) }

  /// Returns whether a list must show the rows of the server, now that nothing is in flight.
  func isCurrent(_ key: String) -> Bool {
    guard let list = lists[key], list.model.list != nil else { return false }
    return list.requested > list.lastLoss
  }

  mutating func perform(_ intent: PagedIntent<String, Row>, of key: String) {
    let now = tick()
    let isLossy = lists[key]?.model.unsaved.isEmpty == false
    lists[key]?.model.perform(intent)
    if case .reset = intent, isLossy { lists[key]?.lastLoss = now }
  }

  mutating func startEdits(of write: Write) {
    for key in write.lists {
      lists[key]?.model.starts(write: write.id, write.edits(of: key))
    }
  }

  /// A client that has dropped the edits does not show the write before it loads again.
  mutating func recordLosses(of write: Write, at time: Int) {
    for key in write.lists
    where lists[key]?.model.unsaved.contains(where: { $0.number == write.id }) == false {
      lists[key]?.lastLoss = time
    }
  }

  mutating func endEdits(of write: Write, isSaved: Bool, isLost: Bool, at time: Int) {
    for key in write.lists {
      let edits = write.edits(of: key, areSaved: true)
      lists[key]?.model.ends(write: write.id, isSaved: isSaved, as: edits)
      if !isSaved, isLost { lists[key]?.lastLoss = time }
    }
  }
}

// MARK: Calls of the load function

extension TargetsReference {
  mutating func start(_ call: Int, _ request: PageRequest<String, Int>) {
    let now = tick()
    if request.cursor == nil { lists[request.key]?.calls[call] = now }
    if lists[request.key]?.model.starts(call: call, request) != true {
      unexpected.append(request)
    }
  }

  mutating func end(_ call: Int, _ request: PageRequest<String, Int>, _ result: PageResult) {
    guard var list = lists[request.key] else { return }
    let load = list.model.load
    if load?.fetch.call == call, case .page = result, let start = list.calls[call] {
      list.draftRequested = start
    }
    list.model.ends(call: call, result)
    if let load, list.model.load?.job != load.job, list.model.outcomes[load.job] == .loaded {
      list.requested = list.draftRequested
    }
    lists[request.key] = list
  }
}
