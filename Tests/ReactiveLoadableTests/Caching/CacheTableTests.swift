import ReactiveLoadable
import Testing

@testable import ReactiveCaching

/// The lookup of the records of a cache by key.
@Suite struct `The table of a cache (C3)` {
  typealias Table = CacheTable<String, Int, SampleError>
  typealias Entry = Table.Entry

  private func entry(_ key: String, _ value: Int, until end: Duration = .distantFuture) -> Entry {
    let entry = Entry(key)
    _ = entry.write(.loaded(value, staleAt: end), on: CacheEntryMetadata())
    return entry
  }

  @Test func `a row belongs to its key until it is removed, and then to another one`() throws {
    var table = Table()
    let rows = ["a", "b", "c"].map { table.insert(entry($0, 1)) }
    #expect(rows == [0, 1, 2])
    let removed = try #require(table[1])
    #expect(removed.key == "b")
    table.remove(removed, at: 1)
    #expect(table.row(of: "b") == nil)
    #expect(table["b"] == nil)
    #expect(table.insert(entry("d", 4)) == 1)
    #expect(table["d"]?.fastPath.value == 4)
    #expect(Set(table.keys) == ["a", "c", "d"])
  }

  @Test func `a read finds a cached value until it is stale or expired`() {
    var table = Table()
    let a = Entry("a")
    let row = table.insert(a)
    #expect(table.fastPath[row].value == nil)
    _ = a.write(.loaded(7, staleAt: .seconds(2)), on: CacheEntryMetadata())
    table.updateFastPath(a)
    #expect(table.fastPath[row].value == 7)
    #expect(table.fastPath[row].end == 2_000_000_000)
    a.core.metadata.expiry = .seconds(1)
    table.updateFastPath(a)
    #expect(table.fastPath[row].end == 1_000_000_000)
    // A visible value does not expire.
    _ = a.core.addInterest(.normal, at: .zero)
    table.updateFastPath(a)
    #expect(table.fastPath[row].end == 2_000_000_000)
    _ = table.insert(entry("b", 1))
    table.remove(a, at: row)
    #expect(table.fastPath[row].value == nil)
  }

  private static let times: [(Duration, Int64)] = [
    (.zero, 0), (.nanoseconds(7), 7), (.nanoseconds(-7), -7),
    (Duration(secondsComponent: 1, attosecondsComponent: 999_999_999), 1_000_000_000),
    (Duration(secondsComponent: -1, attosecondsComponent: -1), -1_000_000_001),
    (.distantPast, .min), (.distantFuture, .max), (.seconds(9_223_372_037), .max),
    (.seconds(-9_223_372_037), .min),
  ]

  @Test(arguments: times)
  func `a time is rounded down to nanoseconds, and never overflows`(time: Duration, whole: Int64) {
    #expect(time.wholeNanoseconds == whole)
  }
}
