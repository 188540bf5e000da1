import ReactiveLoadable

extension FetchStorage {
  /// Removes partial downloads and starts to remove records, until ``endRemoval(of:)``.
  ///
  /// The records are misses from now on, and the fetches in flight store nothing.
  ///
  /// - Parameter keys: The keys of the records.
  /// - Returns: The keys, and those to which redirects of the fetches in flight have led.
  func startRemoval(of keys: Set<String>) -> Set<String> {
    let (all, parts) = shared.withLock { shared in
      let all = keys.reduce(into: keys) { $0.formUnion(shared.ledger.targets(of: $1)) }
      let parts = all.map { key in
        shared.ledger.startRemoval(key)
        return shared.parts?.remove(key)
      }
      return (all, parts)
    }
    withExtendedLifetime(parts) {}
    return all
  }

  /// Removes records from the store; those that it fails to remove are misses afterwards, too.
  ///
  /// A record that is being written is removed after that.
  ///
  /// - Throws: The first failure, after all removals.
  func endRemoval(of keys: Set<String>) async throws(StoreFailure) {
    var failure: StoreFailure?
    for key in keys {
      do throws(StoreFailure) {
        await savesEnd(of: key)
        try await removeRecord(for: key)
      } catch {
        failure = failure ?? error
      }
      shared.withLock { $0.ledger.endRemoval(key) }
    }
    if let failure { throw failure }
  }

  /// Returns when the writes of a record have ended, which began before its removal.
  private func savesEnd(of key: String) async {
    await withCheckedContinuation { continuation in
      let isSaving = shared.withLock { shared in
        let isSaving = shared.ledger.isSaving(key)
        if isSaving { shared.waitingRemovals[key, default: []].append(continuation) }
        return isSaving
      }
      if !isSaving { continuation.resume() }
    }
  }

  private func removeRecord(for key: String) async throws(StoreFailure) {
    do {
      try await store?.removeRecord(for: key)
      setInvalidation(nil, of: key)
    } catch {
      setInvalidation(.superseded, of: key)
      let failure = StoreFailure(operation: .remove, key: key, error: error)
      report(failure)
      throw failure
    }
  }

  /// Drops all partial downloads, also those that fetches in flight would leave.
  func removeParts() {
    let parts = shared.withLock { shared in
      defer { shared.parts?.removeAll() }
      shared.ledger.removeParts()
      return shared.parts
    }
    withExtendedLifetime(parts) {}
  }
}
