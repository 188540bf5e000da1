import Foundation
import Testing

@testable import ReactiveResources

@Suite struct SweepsTests {
  /// Records by the second of their last use, of 10 bytes each by default.
  private func records(_ uses: [Double], bytes: Int = 10) -> [RecordEntry] {
    uses.map {
      RecordEntry(name: "\($0)", bytes: bytes, lastUse: Date(timeIntervalSince1970: $0))
    }
  }

  private func plan(
    _ records: [RecordEntry],
    limit: Int,
    left: Double = 0.5,
    age: Duration? = nil,
    largest: Int? = nil,
    at now: Double = 100
  ) -> [String] {
    let policy = DiskCachePolicy(
      sizeLimit: limit,
      sweepFraction: left,
      ageLimit: age,
      recordSizeLimit: largest ?? limit
    )
    let plan = policy.removals(among: records, at: Date(timeIntervalSince1970: now))
    return plan.expired.map { "age \($0.name)" } + plan.evicted.map { "size \($0.name)" }
  }

  @Test func `a sweep to the largest limit does not overflow`() {
    #expect(DiskCachePolicy(sizeLimit: .max, sweepFraction: 1).sweepTarget == .max)
    #expect(DiskCachePolicy(sizeLimit: 100, sweepFraction: 0.5).sweepTarget == 50)
  }

  @Test func `nothing is removed up to the limit`() {
    #expect(plan(records([1, 2, 3]), limit: 30) == [])
    #expect(plan([], limit: 1) == [])
  }

  @Test func `over the limit, the least recently used are removed down to the target (D7)`() {
    #expect(plan(records([3, 1, 4, 2]), limit: 39) == ["size 1.0", "size 2.0", "size 3.0"])
    #expect(plan(records([3, 1, 4, 2]), limit: 39, left: 0.52) == ["size 1.0", "size 2.0"])
    #expect(plan(records([3, 1, 4, 2]), limit: 39, left: 1) == ["size 1.0"])
    #expect(plan(records([1, 2]), limit: 15, left: 0) == ["size 1.0", "size 2.0"])
  }

  @Test func `records older than the age limit are removed, and those of that age stay (D8)`() {
    #expect(plan(records([89, 90, 91]), limit: 1_000, age: .seconds(10)) == ["age 89.0"])
    #expect(plan(records([1_000]), limit: 1_000, age: .seconds(10)) == [])
  }

  @Test func `room freed by age counts towards the target`() {
    #expect(
      plan(records([1, 2, 95, 96]), limit: 25, age: .seconds(10)) == ["age 1.0", "age 2.0"]
    )
    #expect(
      plan(records([1, 95, 96, 97]), limit: 25, age: .seconds(10))
        == ["age 1.0", "size 95.0", "size 96.0"]
    )
  }

  @Test func `a record above its limit is removed, and evicts no others (D6)`() {
    let huge = RecordEntry(name: "huge", bytes: .max, lastUse: Date(timeIntervalSince1970: 9))
    let small = records([1, 2])
    #expect(plan(small + [huge], limit: 30, largest: 10) == ["size huge"])
    #expect(plan(small + [huge, huge], limit: 30, largest: 10) == ["size huge", "size huge"])
    #expect([huge, huge].bytes == .max)
  }

  @Test func `records used at the same time are removed by name`() {
    let uses = ["b", "a"].map { RecordEntry(name: $0, bytes: 10, lastUse: .distantPast) }
    #expect(plan(uses, limit: 19, left: 0.6) == ["size a"])
  }
}
