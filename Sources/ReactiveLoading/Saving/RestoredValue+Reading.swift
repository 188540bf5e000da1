import ReactiveRelays

// The read of a record before an attempt waits for its turn, and before the load function is called.

extension RestoredValue {
  /// Returns the read of the record of a loader of one request.
  ///
  /// - Parameter read: Reads the record of the request; `nil` for a miss.
  /// - Returns: The read, as the start of an attempt.
  package static func reading(
    _ read: @escaping @Sendable (AnyBox) async -> RestoredValue?
  ) -> AttemptStart.Read {
    { request, ticket, load in
      guard load.mayRead(ticket), let held = (load.owner.object as? LoadShell)?.heldValues,
        held.settled == nil, held.shown == nil
      else { return }
      load.send(await read(request), readBy: ticket)
    }
  }
}

extension RunningLoad {
  /// Returns whether an attempt of a loader may read a record: the first one, not for a retry.
  func mayRead(_ ticket: UInt) -> Bool { cause != .retry && ticket == id }

  /// Sends the result of a read to the owner; `nil` for a miss.
  ///
  /// After a read, the load function is called later than the attempt has started: a miss is an
  /// event, too, so that the result is newer than edits during the read.
  package func send(_ record: RestoredValue?, readBy ticket: UInt) {
    guard let record else { return send(.started(ticket)) }
    let event = LoadCore.Event.restored(of: ticket, age: record.age, isStale: record.isStale)
    send(event, LoadSlots.Payload(value: record.value))
  }
}

// MARK: Timeouts

/// The longest time of a read: that of an attempt.
package struct ReadTimeout: Sendable {
  private let limit: Duration
  private let clock: any Clock<Duration>

  /// Returns the timeout of a policy; `nil` without one.
  package init?(_ policy: borrowing LoadPolicy) {
    guard let limit = policy.timeout?.attempt else { return nil }
    self.limit = limit
    clock = policy.clock
  }

  /// Waits for the end of the time; returns false if the task was cancelled before.
  fileprivate func elapses() async -> Bool {
    await clock.wait(for: limit, .observed("timeout of a read"))
  }
}

extension LoadRecords {
  /// Reads the record of a key within a time.
  ///
  /// A read that takes longer is a miss: it is cancelled and reported, and its value is dropped.
  package func record(
    for key: String,
    of request: AnyBox,
    within timeout: ReadTimeout?
  ) async -> RestoredValue? {
    guard let timeout else { return await record(for: key, of: request) }
    let end = Promise<ReadEnd>()
    // The store may ignore a cancellation, so that the load must not await this task.
    let read = WorkTask.startedImmediately {
      end.fulfill(.read(await self.record(for: key, of: request)))
    }
    let timer = WorkTask.startedImmediately {
      if await timeout.elapses() { end.fulfill(.timedOut) }
    }
    defer {
      read.cancel()
      timer.cancel()
    }
    switch await end.value {
    case .read(let record): return record
    case .timedOut: reportTimeout(of: key, request)
    // The load has ended.
    case nil: break
    }
    return nil
  }
}

private enum ReadEnd: Sendable {
  case read(RestoredValue?)
  case timedOut
}
