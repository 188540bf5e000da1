import Foundation
import ReactiveLoadable

/// A value that waits to be saved, or the mark or the removal of a record.
final class SavedChange: RecordChange {
  private let records: SavedRecords
  private let key: String
  private let request: AnyBox
  /// The value to save; `nil` for a mark or a removal.
  private let value: AnyBox?
  /// The date of the value; `nil` if only its record has it.
  private let origin: SavedOrigin?

  init(
    _ records: SavedRecords,
    _ key: String,
    _ request: AnyBox,
    _ value: AnyBox?,
    _ origin: SavedOrigin?
  ) {
    self.records = records
    self.key = key
    self.request = request
    self.value = value
    self.origin = origin
  }

  func begin() { _ = origin?.date?.date(records.source.wallClock) }

  /// A mark saves a value that waits, as stale.
  func replacing(_ older: any RecordChange) -> any RecordChange {
    guard value == nil, let older = older as? SavedChange, let value = older.value else {
      return self
    }
    let origin = SavedOrigin(older.origin?.date, isStale: true)
    return SavedChange(older.records, key, older.request, value, origin)
  }

  func encode() -> Data? {
    guard let value else { return Data() }
    do {
      return try records.source.codec.encode(value)
    } catch {
      let error = SavedValueError.cannotEncode(
        key: HTTPRedaction.text(key),
        error: LoadError(HTTPRedaction.error(error))
      )
      records.report(error, request)
      records.didEnd(origin, key)
      return nil
    }
  }

  func save(_ body: Data) async -> Bool {
    defer { records.didEnd(origin, key) }
    if value == nil { return await markStale() }
    let fields = await metadata().fields
    let record = ResourceRecord(metadata: fields, body: body)
    do {
      try await records.source.store.save(record, for: key)
    } catch {
      records.report(.save, key, error, request)
      return false
    }
    records.report(.saved, request)
    return true
  }

  /// Marks the record as stale; returns false, because a mark replaces no record.
  private func markStale() async -> Bool {
    let store = records.source.store
    do {
      guard var record = try await store.record(for: key), var metadata = SavedMetadata(record),
        !metadata.isStale, !records.source.desk.isRemoving(key)
      else { return false }
      metadata.isStale = true
      record.metadata.merge(metadata.fields) { $1 }
      try await store.save(record, for: key)
    } catch {
      records.report(.save, key, error, request)
    }
    return false
  }

  /// The metadata of the value: an edit has the date of the value before, and is as stale as that.
  private func metadata() async -> SavedMetadata {
    let source = records.source
    var date = value?.savedAt ?? origin?.date?.date(source.wallClock)
    var isStale = origin?.isStale
    if date == nil || isStale == nil {
      let record = try? await source.store.record(for: key)
      let before = record.flatMap { SavedMetadata($0) }
      date = date ?? before?.date
      // A value whose date is not known must not be taken as young.
      isStale = isStale ?? before?.isStale ?? true
    }
    return SavedMetadata(
      source.codec,
      date: date ?? source.wallClock.now(),
      isStale: isStale ?? true
    )
  }

  func remove() async -> Bool {
    do {
      try await records.source.store.removeRecord(for: key)
      return true
    } catch {
      records.report(.remove, key, error, request)
      return false
    }
  }
}

/// The date of the newest value of a key that was loaded, set or marked as stale.
final class SavedOrigin: Sendable {
  /// `nil` if only the record has the date.
  let date: SavedDate?
  let isStale: Bool

  init(_ date: SavedDate?, isStale: Bool) {
    self.date = date
    self.isStale = isStale
  }
}

/// The date of a value, which is computed outside the lock under which the value was saved.
final class SavedDate: Sendable {
  private let age: Duration
  private let state = Lock<Date?>(nil)

  init(age: Duration) { self.age = age }

  /// Returns the date of the first call, minus the age.
  func date(_ wallClock: WallClock) -> Date {
    if let date = state.withLock({ $0 }) { return date }
    let date = wallClock.now() - age / .seconds(1)
    return state.withLock { state in
      state = state ?? date
      return state ?? date
    }
  }
}
