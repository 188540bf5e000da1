import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport

@testable import ReactiveCaching
@testable import ReactiveLoading

extension Marbles {
  /// A cache with records whose loads are diagrams, by key.
  func cache(
    _ work: [String: TextWork],
    _ policy: CachePolicy<String>,
    _ records: FakeRecords
  ) -> TextCache {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    return keep(
      TextCache(
        policy,
        LoadWork.plain { key async throws(SampleError) -> String in
          guard let work = work[key] else { throw .first }
          return try await work(orCancelled: .second)
        },
        records: records
      )
    )
  }

  /// A cache without grace time, with records.
  func cache(_ work: [String: TextWork], _ records: FakeRecords) -> TextCache {
    cache(work, .sample(grace: .zero), records)
  }

  /// Records whose key k has the value A of an age.
  func records(
    _ age: Duration? = .seconds(2 * 60 * 60),
    isStale: Bool = false
  ) -> FakeRecords {
    FakeRecords(on: clock, age.map { ["k": ("A", $0)] } ?? [:], isStale: isStale)
  }
}

extension FakeRecords {
  /// The states of a key, with those over the saved value A: `S` loading, `X` with an edit, `R`
  /// refreshing, `T` retrying, `F` failed, `G` failed after a refresh; `W` is B with an edit.
  func states(age: Duration = .seconds(2 * 60 * 60)) -> [String: TextState] {
    let date = date(.zero - age)
    return textStates.merging([
      "S": .loading(Loading(previous: "A", savedAt: date)),
      "W": .loaded("BX"), "X": .loading(Loading(previous: "AX", savedAt: date)),
      "R": .loading(Loading(previous: "A", cause: .refresh, savedAt: date)),
      "T": .loading(Loading(previous: "A", cause: .retry, lastError: .first, savedAt: date)),
      "F": .failed(Failed(error: .first, previous: "A", savedAt: date)),
      "G": .failed(Failed(error: .first, previous: "A", cause: .refresh, savedAt: date)),
    ]) { $1 }
  }
}

extension CachePolicy<String> {
  /// A policy without grace time whose values are fresh for 60 ms.
  static var fresh60: Self {
    .sample(grace: .zero, LoadPolicy(freshness: .lasting(.milliseconds(60))))
  }

  /// The same policy, which runs a closure when a value arrives.
  static func fresh60(_ receive: @escaping @Sendable (String) -> Void) -> Self {
    var policy = fresh60
    policy.lifetime = { value in
      receive(value)
      return CacheLifetime()
    }
    return policy
  }
}
