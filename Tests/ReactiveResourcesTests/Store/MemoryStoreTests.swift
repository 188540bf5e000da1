import Foundation
import ReactiveResources
import Testing

@Suite struct MemoryStoreTests {
  private func record(_ count: Int) -> ResourceRecord {
    ResourceRecord(body: Data(count: count))
  }

  @Test func `a record is stored until another replaces it, or it is removed`() async throws {
    let store = MemoryStore()
    #expect(await store.record(for: "a") == nil)
    try await store.save(ResourceRecord(metadata: ["etag": "1"], body: Data("A".utf8)), for: "a")
    try await store.save(ResourceRecord(metadata: ["etag": "22"], body: Data("BB".utf8)), for: "a")
    #expect(await store.record(for: "a")?.metadata == ["etag": "22"])
    #expect((store.count, store.bytes) == (1, 8))
    await store.removeRecord(for: "a")
    await store.removeRecord(for: "b")
    #expect(await store.record(for: "a") == nil)
    #expect((store.count, store.bytes) == (0, 0))
  }

  @Test
  func `the least recently used records are evicted, a fifth of the limit each time`() async throws
  {
    let store = MemoryStore(sizeLimit: 100)
    for number in 0..<10 { try await store.save(record(10), for: "\(number)") }
    #expect(store.bytes == 100)
    _ = await store.record(for: "0")
    try await store.save(record(1), for: "new")
    for key in ["1", "2", "3"] { #expect(await store.record(for: key) == nil) }
    for key in ["0", "4", "new"] { #expect(await store.record(for: key) != nil) }
    #expect(store.bytes == 71)
  }

  @Test func `a record as large as the store is its only one, and a larger one is refused`()
    async throws
  {
    let store = MemoryStore(sizeLimit: 100)
    try await store.save(record(25), for: "a")
    try await store.save(record(100), for: "b")
    #expect((store.count, store.bytes) == (1, 100))
    await #expect(throws: MemoryStoreError.tooLarge(key: "b", bytes: 101, limit: 100)) {
      try await store.save(record(101), for: "b")
    }
    #expect(await store.record(for: "b")?.body.count == 100)
  }

  @Test func `removing all drops every record`() async throws {
    let store = MemoryStore()
    for key in ["a", "b"] { try await store.save(record(1), for: key) }
    store.removeAll()
    #expect((store.count, store.bytes) == (0, 0))
  }

  @Test func `a body whose deinit calls the store causes no deadlock`() async throws {
    let store = MemoryStore(sizeLimit: 100)
    for key in ["a", "b"] { try await store.save(returning(to: store), for: key) }
    try await store.save(returning(to: store), for: "a")
    await store.removeRecord(for: "a")
    store.removeAll()
    #expect((store.count, store.bytes) == (0, 0))
  }

  private func returning(to store: MemoryStore) -> ResourceRecord {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 50, alignment: 1)
    let body = Data(
      bytesNoCopy: bytes,
      count: 50,
      deallocator: .custom { [weak store] bytes, _ in
        bytes.deallocate()
        _ = store?.count
      }
    )
    return ResourceRecord(body: body)
  }

  @Test func `many tasks may use it concurrently`() async throws {
    let store = MemoryStore(sizeLimit: 1000)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            let key = "\((number * 7 + task) % 60)"
            switch number % 3 {
            case 0: try? await store.save(record(number % 90), for: key)
            case 1: _ = await store.record(for: key)
            case _: await store.removeRecord(for: key)
            }
          }
        }
      }
    }
    #expect(store.bytes <= 1000)
    for key in 0..<60 { await store.removeRecord(for: "\(key)") }
    #expect((store.count, store.bytes) == (0, 0))
  }
}
