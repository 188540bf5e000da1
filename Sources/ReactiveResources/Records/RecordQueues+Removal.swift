// MARK: All records

extension RecordQueues {
  /// Adds the removal of all records, or joins the one that waits; returns its ticket.
  mutating func removeAll(_ wakes: inout Wakes) -> Ticket {
    let ticket = waitingRemoval ?? newTicket()
    waitingRemoval = ticket
    for (key, var queue) in queues {
      queue.dropOlder(&wakes)
      queues[key] = queue.isIdle ? nil : queue
      endFinishes(of: key, &wakes)
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
    let keys = queues.filter { $0.value.first != nil }.keys
    if keys.isEmpty, !isRemovingAll { return nil }
    let ticket = newTicket()
    finishes.append(Finish(ticket: ticket, keys: Set(keys)))
    return ticket
  }

  /// Ends the calls that have waited for the last changes of a key.
  mutating func endFinishes(of key: String, _ wakes: inout Wakes) {
    if finishes.isEmpty { return }
    let first = queues[key]?.first ?? .max
    for index in finishes.indices where first > finishes[index].ticket {
      finishes[index].keys.remove(key)
    }
    endFinishes(&wakes)
  }

  private mutating func endFinishes(_ wakes: inout Wakes) {
    let removal = runningRemoval ?? waitingRemoval ?? .max
    for finish in finishes where finish.keys.isEmpty && removal > finish.ticket {
      wakes.finished.append(finish.ticket)
    }
    finishes.removeAll { wakes.finished.contains($0.ticket) }
  }
}
