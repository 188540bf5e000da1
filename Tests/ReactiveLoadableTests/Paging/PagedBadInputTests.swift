import ReactiveLoadable
import Synchronization
import Testing

@testable import ReactivePaging

/// Pages and ids that no server should send.
@Suite("Bad input of paged lists (P6)") struct PagedBadInputTests {
  /// An id whose hash equals that of all others.
  struct Collision: Hashable, Sendable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }

  /// An id that equals nothing, not even itself, and has another hash each time.
  struct Liar: Hashable, Sendable {
    private static let calls = Atomic(0)
    let number: Int

    static func == (left: Self, right: Self) -> Bool { false }

    func hash(into hasher: inout Hasher) {
      hasher.combine(Self.calls.wrappingAdd(1, ordering: .relaxed).newValue)
    }
  }

  struct Item<ID: Hashable & Sendable>: Identifiable, Sendable {
    let id: ID
  }

  private func loader<ID: Hashable & Sendable>(
    _ pages: Int,
    of size: Int,
    _ policy: PagingPolicy = PagingPolicy(),
    id: @escaping @Sendable (Int) -> ID
  ) -> PagedLoader<NoRequest, Int, Item<ID>, LoadError> {
    PagedLoader(policy: policy) { (request: PageRequest<NoRequest, Int>) in
      let page = request.cursor ?? 0
      return Page(
        (0..<size).map { Item(id: id(page * size + $0)) },
        next: page + 1 < pages ? page + 1 : nil,
        previous: nil
      )
    }
  }

  private func loadAll<ID>(_ list: PagedLoader<NoRequest, Int, Item<ID>, LoadError>) async {
    await list.load().outcome()
    while case .idle = list.state.latest?.append { await list.next().outcome() }
  }

  @Test func `Ids with equal hashes are different items, also on later pages`() async throws {
    let list = loader(12, of: 10) { Collision(number: $0 % 100) }
    await loadAll(list)
    #expect(list.state.latest?.map(\.id.number) == Array(0..<100))
    #expect(list.state.latest?.duplicateCount == 20)
    #expect(list.remove(Collision(number: 50)) && !list.remove(Collision(number: 100)))
    #expect(list.insert(Item(id: Collision(number: 50)), at: .after(Collision(number: 99))))
    #expect(list.state.latest?.last?.id.number == 50)
  }

  @Test func `Ids with a wrong equality or hash change nothing else`() async {
    let list = loader(5, of: 4, PagingPolicy(window: 2)) { Liar(number: $0) }
    await loadAll(list)
    #expect(list.state.latest?.map(\.id.number) == Array(12..<20))
    #expect(list.state.latest?.duplicateCount == 0)
    #expect(!list.remove(Liar(number: 12)))
    list.visible(Liar(number: 12))
    #expect(await list.refresh().outcome().value?.map(\.id.number) == Array(0..<4))
  }

  @Test func `Thousands of pages with one item are one list, and all are loaded again`() async {
    let list = loader(5_000, of: 1) { $0 }
    await loadAll(list)
    #expect(list.state.latest?.map(\.id) == Array(0..<5_000))
    #expect(list.remove(2_500) && list.state.latest?.count == 4_999)
    #expect(list.state.latest?[2_500].id == 2_501)
    #expect(await list.refreshAllPages().outcome().value?.count == 5_000)
  }

  @Test func `Thousands of pages pass through a window of two`() async {
    let list = loader(5_000, of: 1, PagingPolicy(window: 2)) { $0 }
    await loadAll(list)
    #expect(list.state.latest?.map(\.id) == [4_998, 4_999])
    #expect(await list.previous().outcome().value?.map(\.id) == [4_997, 4_998])
  }

  @Test func `A page of 100,000 items is read, edited and dropped like any other`() async throws {
    let size = 100_000
    let list = loader(3, of: size, PagingPolicy(window: 2)) { $0 }
    await list.load().outcome()
    await list.next().outcome()
    let before = try #require(list.state.latest)
    #expect(before.count == 2 * size && before[size].id == size)
    #expect(list.insert(Item(id: -1), at: .before(size + 7)))
    #expect(list.remove(size - 1) && list.remove(0))
    let edited = try #require(list.state.latest)
    #expect(edited.count == 2 * size - 1 && edited[size + 5].id == -1)
    #expect(before.count == 2 * size && before[size - 1].id == size - 1)
    await list.next().outcome()
    let last = try #require(list.state.latest)
    #expect(last.count == 2 * size + 1 && last.first?.id == size && last.last?.id == 3 * size - 1)
  }

  @Test func `All items fit one window, which then stops growing`() async {
    let list = loader(6, of: 2, PagingPolicy(window: 6)) { $0 }
    await loadAll(list)
    #expect(list.state.latest?.map(\.id) == Array(0..<12))
    #expect(await list.next().outcome().value == nil)
  }

  /// An item that calls back when it is released.
  final class Caller: Identifiable, Sendable {
    let id: Int
    private let body: @Sendable () -> Void

    init(_ id: Int, _ body: @escaping @Sendable () -> Void) {
      self.id = id
      self.body = body
    }

    deinit { body() }
  }

  @Test func `Items whose deinit calls the loader are released outside its lock`() async {
    typealias Callers = PagedLoader<NoRequest, Int, Caller, LoadError>
    let released = Atomic(0)
    let reference = Mutex<Callers?>(nil)
    let callBack: @Sendable () -> Void = {
      released.wrappingAdd(1, ordering: .relaxed)
      guard let list = reference.withLock({ $0 }) else { return }
      _ = list.state.latest?.count
      list.invalidate()
      list.visible(-1)
    }
    let list = Callers(policy: PagingPolicy(window: 2, cachedLists: 0)) {
      (request: PageRequest<NoRequest, Int>) in
      let page = request.cursor ?? 0
      return Page([Caller(page, callBack)], next: page + 1)
    }
    reference.withLock { $0 = list }
    for _ in 0..<10 { await list.next().outcome() }
    #expect(list.state.latest?.map(\.id) == [8, 9])
    #expect(released.load(ordering: .relaxed) == 8)
    list.remove(8)
    list.reset()
    #expect(released.load(ordering: .relaxed) == 10)
    reference.withLock { $0 = nil }
  }
}
