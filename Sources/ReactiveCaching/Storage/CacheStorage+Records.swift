import ReactiveLoading

// The records of the values.

extension CacheStorage {
  /// Returns the record of a key; `nil` for a cache that saves nothing.
  ///
  /// It runs code of the caller.
  @inline(__always)
  func savedRecord(of key: Key) -> CacheRecord? { records == nil ? nil : existingRecord(of: key) }

  @inline(never)
  private func existingRecord(of key: Key) -> CacheRecord? { records?.record(of: Box(key)) }

  /// Reports the events of records to observers.
  func observeRecords() {
    records?.loads.report { [weak self] kind, request in self?.report(kind, of: request) }
  }

  private func report(_ kind: LoadObserver.Event.Kind, of request: AnyBox?) {
    guard loading.isObserved else { return }
    observed.append([ObservedChange(kind, request: request)], at: .zero)
    observed.deliver()
  }

  /// Waits for the removal of all records, and reports its failure to observers.
  func waitForRemoval(_ removal: @escaping ScopeRemoval) {
    Task {
      do { try await removal() } catch { report(.recordFailed(error), of: nil) }
    }
  }
}

// MARK: Reading

extension CacheStorage {
  /// Returns the read of the record of a loader.
  func reading(_ loader: LoaderRecord) -> AttemptStart.Read {
    let (records, timeout) = (loader.records, ReadTimeout(loading))
    return RestoredValue.reading { [weak self] request in
      let record = records.record(of: request)
      let restored = await records.loads.record(for: record.key, of: request, within: timeout)
      return restored.flatMap { self?.accept($0, record, loader) }
    }
  }

  /// Returns a value that was read, with its own times; `nil` after its time to live.
  private func accept(
    _ restored: RestoredValue,
    _ record: CacheRecord,
    _ loader: LoaderRecord
  ) -> RestoredValue? {
    let now = elapsed.now()
    let metadata = metadata(restored.value, age: max(restored.age, .zero))
    if metadata.admission == .uncacheable || metadata.expiry <= now { return nil }
    loader.recordRestored(restored.value, metadata)
    let isStale = restored.isStale || metadata.staleAt <= now || locked { record.isMarked }
    return RestoredValue(value: restored.value, age: restored.age, isStale: isStale)
  }
}

// MARK: Marking

extension CacheStateMachine {
  /// Marks a record as stale; called before the value of its key is.
  func markStale(_ record: CacheRecord, _ entry: Entry?) {
    guard let entry else { return record.mark() }
    if entry.core.row == nil { return }
    guard let (value, staleAt) = entry.state.agingValue, entry.core.metadata.isConfirmed,
      !entry.core.metadata.isEdited
    else {
      return record.mark()
    }
    // A value that is stale for another reason than its record, such as a failure, has no mark yet.
    if staleAt > .distantPast { record.save(value, .stale) } else { record.mark() }
  }
}
