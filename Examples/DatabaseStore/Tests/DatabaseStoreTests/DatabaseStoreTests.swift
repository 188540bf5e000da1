import DatabaseStore
import Foundation
import GRDB
import ReactiveResources
import Testing

@Suite struct DatabaseStoreTests {
  @Test func `records are stored, replaced and removed`() async throws {
    let store = try DatabaseStore(DatabaseQueue())
    let record = ResourceRecord(metadata: ["saved-at": "1.5", "ä": "\n"], body: Data([0, 255]))
    #expect(try await store.record(for: "a") == nil)
    try await store.save(ResourceRecord(body: Data("old".utf8)), for: "a")
    try await store.save(record, for: "a")
    try await store.save(ResourceRecord(body: Data()), for: "b")
    #expect(try await store.record(for: "a") == record)
    try await store.removeRecord(for: "b")
    try await store.removeRecord(for: "c")
    #expect(try await store.record(for: "b") == nil)
    try await store.removeAll()
    #expect(try await store.record(for: "a") == nil)
  }
}
