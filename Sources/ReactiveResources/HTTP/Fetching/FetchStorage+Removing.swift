import ReactiveLoadable

extension FetchStorage {
  /// Removes partial downloads and starts to remove records, until ``endRemoval(of:)``.
  ///
  /// The records are misses from now on, and the fetches in flight store nothing.
  func startRemoval(of keys: Set<String>) {
    let parts = shared.withLock { shared in
      keys.map { key in
        shared.ledger.startRemoval(key)
        return shared.parts?.remove(key)
      }
    }
    withExtendedLifetime(parts) {}
  }

  /// Removes records from the store; those that it fails to remove are misses afterwards, too.
  ///
  /// - Throws: The first failure, after all removals.
  func endRemoval(of keys: Set<String>) async throws(StoreFailure) {
    var failure: StoreFailure?
    for key in keys {
      do throws(StoreFailure) {
        try await removeRecord(for: key)
      } catch {
        failure = failure ?? error
      }
      shared.withLock { $0.ledger.endRemoval(key) }
    }
    if let failure { throw failure }
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
