import Foundation
import ReactiveLoadable

/// The saved values of one loader, list or cache.
final class SavedRecords: LoadRecords {
  typealias Report = @Sendable (LoadObserver.Event.Kind, _ request: AnyBox) -> Void

  let source: SavedSource
  private let state = Lock(State())

  private struct State {
    var report: Report?
    var hasReportedType = false
    var origins: [String: SavedOrigin] = [:]

    mutating func markStale(_ key: String) -> SavedOrigin {
      let origin = SavedOrigin(origins[key]?.date, isStale: true)
      origins[key] = origin
      return origin
    }
  }

  /// The number of keys whose last date is in memory; edits of other keys read it from the record.
  private static let originLimit = 1000

  init(_ source: SavedSource) { self.source = source }

  func key(of request: AnyBox) -> String { source.key(of: request) }

  func record(for key: String, of request: AnyBox) async -> RestoredValue? {
    if key == KeyCalls.refused { return nil }
    return await source.desk.read(key) { await read(key, request) }
  }

  func reportTimeout(of key: String, _ request: AnyBox) {
    report(.read, key, LoadTimeoutError(), request)
  }

  func save(_ value: AnyBox, for key: String, of request: AnyBox, _ kind: SaveKind) {
    if key == KeyCalls.refused { return }
    let origin = state.withLock { state in
      switch kind {
      case .loaded(let age): state.origins[key] = SavedOrigin(SavedDate(age: age), isStale: false)
      case .edited: break
      case .stale: _ = state.markStale(key)
      }
      return state.origins[key]
    }
    let change = SavedChange(self, key, request, value, origin)
    source.desk.add(change, isRemoval: false, of: key)
  }

  func markStale(_ key: String, of request: AnyBox) {
    if key == KeyCalls.refused { return }
    let origin = state.withLock { $0.markStale(key) }
    let change = SavedChange(self, key, request, nil, origin)
    source.desk.add(change, isRemoval: false, of: key)
  }

  func remove(_ key: String, of request: AnyBox) {
    if key == KeyCalls.refused { return }
    state.withLock { $0.origins[key] = nil }
    let change = SavedChange(self, key, request, nil, nil)
    source.desk.add(change, isRemoval: true, of: key)
  }

  func removeAll() -> ScopeRemoval {
    state.withLock { $0.origins = [:] }
    let store = source.store
    return source.desk.removeAll {
      do {
        try await store.removeAll()
      } catch {
        throw StoreFailure(operation: .removeAll, key: "", error: error)
      }
    }
  }

  func report(to receiver: @escaping Report) { state.withLock { $0.report = receiver } }

  func report(_ kind: LoadObserver.Event.Kind, _ request: AnyBox) {
    state.withLock { $0.report }?(kind, request)
  }

  func report(_ error: SavedValueError, _ request: AnyBox) {
    if case .otherType = error {
      let isFirst = state.withLock { state in
        defer { state.hasReportedType = true }
        return !state.hasReportedType
      }
      if !isFirst { return }
    }
    report(.recordFailed(error), request)
  }

  func report(
    _ operation: StoreFailure.Operation,
    _ key: String,
    _ error: any Error,
    _ request: AnyBox
  ) {
    report(.store(StoreFailure(operation: operation, key: key, error: error)), request)
  }

  /// Drops the date of a value whose write has ended, if there are many; its record has the date.
  ///
  /// After a write that failed the date is lost: an edit of the value is saved as stale.
  func didEnd(_ origin: SavedOrigin?, _ key: String) {
    state.withLock { state in
      if state.origins.count > Self.originLimit, state.origins[key] === origin {
        state.origins[key] = nil
      }
    }
  }
}

// MARK: Reading

extension SavedRecords {
  /// Keeps what an edit of a restored value needs of its record, unless that is many.
  private func didRestore(_ key: String, isStale: Bool) {
    state.withLock { state in
      guard state.origins.count < Self.originLimit, state.origins[key] == nil else { return }
      state.origins[key] = SavedOrigin(nil, isStale: isStale)
    }
  }

  private func read(_ key: String, _ request: AnyBox) async -> RestoredValue? {
    let record: ResourceRecord?
    do {
      record = try await source.store.record(for: key)
    } catch {
      if !(error is CancellationError), !Task.isCancelled { report(.read, key, error, request) }
      return nil
    }
    // A cancelled load uses no value.
    guard let record, !Task.isCancelled else { return nil }
    do throws(SavedValueError) {
      return try restore(record, key, request)
    } catch {
      report(error, request)
      await removeUnusable(key, request)
      return nil
    }
  }

  private func restore(
    _ record: ResourceRecord,
    _ key: String,
    _ request: AnyBox
  ) throws(SavedValueError) -> RestoredValue {
    let metadata = try metadata(of: record, key)
    let value: AnyBox
    do {
      value = try source.codec.decode(record.body, metadata.date)
    } catch {
      let error = LoadError(HTTPRedaction.error(error))
      throw .cannotDecode(key: HTTPRedaction.text(key), error: error)
    }
    let age = age(of: metadata.date)
    if age < .zero {
      report(.fromFuture(key: HTTPRedaction.text(key), savedAt: metadata.date), request)
    }
    didRestore(key, isStale: metadata.isStale)
    return RestoredValue(value: value, age: age, isStale: metadata.isStale)
  }

  /// The time since a date; negative if the clock has no valid date, so that no value is young.
  private func age(of date: Date) -> Duration {
    let seconds = source.wallClock.now().timeIntervalSince(date)
    // A duration of more seconds ends the process.
    return seconds.magnitude < 1e15 ? .seconds(seconds) : .seconds(-1)
  }

  private func metadata(
    of record: ResourceRecord,
    _ key: String
  ) throws(SavedValueError) -> SavedMetadata {
    let (codec, key) = (source.codec, HTTPRedaction.text(key))
    guard let metadata = SavedMetadata(record) else { throw .foreign(key: key) }
    if metadata.version != codec.version {
      throw .otherVersion(key: key, found: metadata.version, expected: codec.version)
    }
    let isUsable = !codec.isForType || metadata.type == codec.typeName
    if isUsable, metadata.codec == codec.name { return metadata }
    throw .otherType(
      key: key,
      found: "\(metadata.type) (\(metadata.codec))",
      expected: "\(codec.typeName) (\(codec.name))"
    )
  }

  /// Removes a record within the read that found it unusable, so before any later write.
  private func removeUnusable(_ key: String, _ request: AnyBox) async {
    do {
      try await source.store.removeRecord(for: key)
    } catch {
      report(.remove, key, error, request)
    }
  }
}
