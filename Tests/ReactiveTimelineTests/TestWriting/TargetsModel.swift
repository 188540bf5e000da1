import CombineShim
import Foundation
import LoadableTesting
import ReactiveLoadable

/// A model whose writes edit a list, a key of a cache and a loader.
final class TargetsModel {
  enum Act: Hashable, Sendable {
    case load, refreshBadge, refreshDetail, refreshIssues, next
    case close(Int)
  }

  struct Issue: Identifiable, Hashable, Sendable {
    let id: Int
    var isOpen: Bool
  }

  enum Fault: Error, Hashable { case offline }

  let acts = PublishRelay<Act>()
  let badge: ValueLoader<Set<Int>>
  let details: LoaderCache<Int, Issue, LoadError>
  let issues: PagedLoader<NoRequest, Int, Issue, LoadError>
  let close: Mutation<Int, Int, LoadError>
  private var subscription: AnyCancellable?

  init(
    clock: any Clock<Duration>,
    open: @escaping @Sendable () async throws -> Set<Int>,
    detail: @escaping @Sendable (Int) async throws -> Issue,
    page: @escaping @Sendable (Int) async throws -> Page<Int, Issue>,
    save: @escaping @Sendable (Int) async throws -> Int
  ) {
    let defect = ProcessInfo.processInfo.environment["PLANTED_DEFECT"]
    let load = LoadPolicy(clock: clock)
    badge = Loader(policy: load) { try await open() }
    details = LoaderCache(policy: CachePolicy(load: load)) { id in try await detail(id) }
    issues = PagedLoader(policy: PagingPolicy(load: load)) { request in
      try await page(request.cursor ?? 0)
    }
    close = Mutation(
      policy: MutationPolicy(overlap: .concurrent),
      editing: [
        .list(issues) { (id: Int) in [.change(id) { $0.isOpen = false }] },
        .key(details, of: { $0 }) { _, issue in issue.isOpen = defect == "no edit" },
        .loader(badge) { id, open in
          open.remove(id)
        } confirm: { id, version, open in
          open.remove(id)
          open.insert(version)
        },
      ]
    ) { id in
      try await save(id)
    }
    subscription = acts.sink { [badge, details, issues, close] act in
      switch act {
      case .load:
        badge.load()
        issues.load()
      case .refreshBadge: badge.refresh()
      case .refreshDetail: details.refresh(7)
      case .refreshIssues: issues.refresh()
      case .next: issues.next()
      case .close(let id): close.run(id)
      }
    }
  }
}
