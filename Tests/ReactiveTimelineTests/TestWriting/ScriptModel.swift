import CombineShim
import Foundation
import LoadableTesting
import ReactiveLoadable

/// A model whose recordings become tests: a search, and a number that is refreshed.
final class ScriptModel: Sendable {
  enum Fault: Error, Hashable {
    case offline
    case status(Int)
  }

  struct Podcast: Sendable, Hashable {
    let title: String
    let episodes: Int?
  }

  let query = BehaviorRelay("")
  let refreshes = PublishRelay<Int>()
  private let search: RequestLoader<String, [Podcast]>
  private let count: ValueLoader<Int>

  var podcasts: ReadOnlyRelay<LoadState<[Podcast]>> { search.states }
  var total: ReadOnlyRelay<LoadState<Int>> { count.states }

  /// Creates a model with one of eight policies.
  init(
    variant: Int,
    clock: any Clock<Duration>,
    search: @escaping @Sendable (String) async throws -> [Podcast],
    count: @escaping @Sendable () async throws -> Int
  ) {
    let defect = ProcessInfo.processInfo.environment["PLANTED_DEFECT"]
    let policy = LoadPolicy(
      previous: variant & 1 == 0 ? .ofSameRequest : .always,
      duplicate: variant & 2 == 0 && defect != "no join" ? .join : .replace,
      retry: variant & 4 == 0 ? .never : .constant(.milliseconds(20), limit: 2),
      clock: clock
    )
    self.search = Loader(policy: policy) { text in try await search(text) }
    self.count = Loader(policy: policy) { try await count() }
    self.search.load(on: query.dropFirst(defect == "late query" ? 2 : 1))
    self.count.perform(on: refreshes.map { $0 == 0 ? .cancel : .load(NoRequest()) })
  }
}
