// MARK: All records

extension RecordQueues {
  /// Adds the removal of all records, or joins the one that waits; returns its ticket.
  mutating func removeAll(_ wakes: inout Wakes) -> Ticket {
    let ticket = waitingRemoval ?? newTicket()
    waitingRemoval = ticket
    for (key, var queue) in queues {
      retire(queue.dropOlder(&wakes), &wakes)
      queues[key] = queue.isIdle ? nil : queue
    }
    // The order of keys is not that of the calls.
    wakes.misses.sort()
    startRemoval(&wakes)
    return ticket
  }

  /// Starts the removal that waits, as soon as no change uses the store.
  mutating func startRemoval(_ wakes: inout Wakes) {
    guard storingCount == 0, runningRemoval == nil, let ticket = waitingRemoval else { return }
    (runningRemoval, waitingRemoval) = (ticket, nil)
    wakes.removal = ticket
  }

  /// Ends the running removal of all records; after a failure all records are misses.
  mutating func endRemoval(isDone: Bool, _ wakes: inout Wakes) {
    runningRemoval = nil
    missesAll = !isDone
    if isDone { unremoved = [] }
    startRemoval(&wakes)
    if !isRemovingAll {
      let waiting = queues.filter { $0.value.running == nil }
      wakes.keys += waiting.sorted { $0.value.first ?? 0 < $1.value.first ?? 0 }.map(\.key)
    }
    endFinishes(&wakes)
  }
}

// MARK: Waiting for changes

extension RecordQueues {
  /// Waits for the changes that were added before; returns `nil` if none of them runs or waits.
  mutating func finish() -> Ticket? {
    if recentCount == 0, finishes.isEmpty, !isRemovingAll { return nil }
    let ticket = newTicket()
    finishes.append(Finish(ticket: ticket, count: recentCount))
    recentCount = 0
    return ticket
  }

  /// Records that changes have ended, or were dropped, by their first tickets.
  mutating func retire(_ changes: [Ticket], _ wakes: inout Wakes) {
    for first in changes {
      let index = firstFinish(after: first)
      if index == finishes.count { recentCount -= 1 } else { finishes[index].count -= 1 }
    }
    endFinishes(&wakes)
  }

  /// Returns the index of the first call that waits for a change, by a binary search.
  private func firstFinish(after ticket: Ticket) -> Int {
    var (low, high) = (0, finishes.count)
    while low < high {
      let middle = (low + high) / 2
      if finishes[middle].ticket > ticket { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func endFinishes(_ wakes: inout Wakes) {
    let removal = runningRemoval ?? waitingRemoval ?? .max
    let ended = finishes.prefix { $0.count == 0 && removal > $0.ticket }
    if ended.isEmpty { return }
    wakes.finished += ended.map(\.ticket)
    finishes.removeFirst(ended.count)
  }
}
