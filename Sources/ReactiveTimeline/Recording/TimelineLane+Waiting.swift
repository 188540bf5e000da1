import ReactiveRelays

extension TimelineLane.State {
  /// Removes the continuations of the waiting tasks.
  mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
    if waiting.isEmpty { return [] }
    defer { waiting = [:] }
    return Array(waiting.values)
  }
}

extension TimelineLane {
  /// The newest entry, and the number of all entries.
  var newest: (entry: Entry?, count: UInt) { state.withLock { ($0.entries.last, $0.count) } }

  /// Waits until more entries exist, the recording ends, or the task is cancelled.
  func grows(beyond count: UInt, in timeline: Timeline) async {
    let number = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasEnded = state.withLock { state in
          let isCancelled = state.cancelled.remove(number) != nil
          if isCancelled || timeline.isStopped || state.count != count { return true }
          state.waiting[number] = continuation
          return false
        }
        if hasEnded { continuation.resume() }
      }
    } onCancel: {
      let continuation = state.withLock { state in
        let continuation = state.waiting.removeValue(forKey: number)
        if continuation == nil { state.cancelled.insert(number) }
        return continuation
      }
      continuation?.resume()
    }
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Ends all waits, because the recording has ended.
  func endWaits() {
    for continuation in state.withLock({ $0.takeWaiting() }) { continuation.resume() }
  }
}
