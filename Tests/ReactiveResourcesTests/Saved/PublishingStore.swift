import Foundation
import LoadableTesting
import ReactiveResources
import TestSupport

/// A store whose calls take virtual time, and publish at their end.
///
/// A save publishes the text of the record, a read `r`, a removal `x`, and that of all records `X`.
final class PublishingStore: ResourceStore {
  let calls = PublishRelay<String>()
  let memory = MemoryStore()
  private let clock: any Clock<Duration>
  private let delay: Duration

  init(_ clock: any Clock<Duration>, _ delay: Duration) {
    self.clock = clock
    self.delay = delay
  }

  func record(for key: String) async throws -> ResourceRecord? {
    try await clock.sleep(for: delay)
    calls.accept("r")
    return await memory.record(for: key)
  }

  func save(_ record: ResourceRecord, for key: String) async throws {
    try await clock.sleep(for: delay)
    calls.accept(String(decoding: record.body, as: UTF8.self))
    try await memory.save(record, for: key)
  }

  func removeRecord(for key: String) async throws {
    try await clock.sleep(for: delay)
    calls.accept("x")
    await memory.removeRecord(for: key)
  }

  func removeAll() async throws {
    try await clock.sleep(for: delay)
    calls.accept("X")
    memory.removeAll()
  }
}
