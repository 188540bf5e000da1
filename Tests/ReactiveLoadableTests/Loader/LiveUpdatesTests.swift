import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The race of "Updating a loaded value live": a load, and two changes of another client.
@Suite struct `Live updates` {
  private typealias Board = [Int: Item]

  private struct Item: Hashable, Sendable {
    var version: Int
  }

  /// A moment of the race; each is 10 ms after the one before.
  private enum Moment: CaseIterable {
    /// The load starts, the server reads its answer, the answer arrives.
    case load, read, answer
    /// The server makes a change, and its message arrives.
    case firstChange, firstMessage, secondChange, secondMessage

    /// The moments that come before this one.
    var before: [Moment] {
      switch self {
      case .load, .firstChange: []
      case .read: [.load]
      case .answer: [.read]
      case .firstMessage, .secondChange: [.firstChange]
      case .secondMessage: [.secondChange, .firstMessage]
      }
    }
  }

  private static var orders: [[Moment]] {
    func orders(after start: [Moment]) -> [[Moment]] {
      let next = Moment.allCases.filter { moment in
        !start.contains(moment) && moment.before.allSatisfy(start.contains)
      }
      return next.isEmpty ? [start] : next.flatMap { orders(after: start + [$0]) }
    }
    return orders(after: [])
  }

  @Test(arguments: [false, true])
  func `no message is lost in any order of a load and two changes`(isRefresh: Bool) {
    #expect(Self.orders.count == 70)
    for order in Self.orders {
      play(order, isRefresh: isRefresh) { board, item in
        board[1] = item
      } check: { server, seen in
        #expect(seen.last == server, "\(order)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `with versions, no older item is shown in any order`(isRefresh: Bool) {
    for order in Self.orders {
      play(order, isRefresh: isRefresh) { board, item in
        board.merge([1: item]) { old, new in old.version > new.version ? old : new }
      } check: { server, seen in
        #expect(seen.last == server, "\(order)")
        let versions = seen.map { $0[1]?.version ?? 0 }
        #expect(versions == versions.sorted(), "\(order)")
      }
    }
  }

  /// Plays an order; `check` receives the board of the server and all that were visible.
  private func play(
    _ order: [Moment],
    isRefresh: Bool,
    _ change: @escaping @Sendable (inout Board, Item) -> Void,
    check: @escaping @Sendable (_ server: Board, _ seen: [Board]) -> Void
  ) {
    marbles { m in
      let (server, answer) = (Log<Item>(), Log<Board>())
      let (seen, times) = (Log<Board>(), order.indices.map { Duration.milliseconds(20 + 10 * $0) })
      let moments = Dictionary(uniqueKeysWithValues: zip(order, times))
      let wait = moments[.answer, default: .zero] - moments[.load, default: .zero]
      let clock = m.clock
      let loader: ValueLoader<Board> = m.keep(
        Loader { () async throws in
          if isRefresh, seen.entries.isEmpty { return [:] }
          try await clock.sleep(for: wait)
          return answer.entries.last ?? [:]
        }
      )
      if isRefresh { loader.load() }
      m.keep(loader.states.sink { if let board = $0.latest { seen.note(board) } })
      for (moment, time) in zip(order, times) {
        m.at(time) {
          switch moment {
          case .load: if isRefresh { loader.refresh() } else { loader.load() }
          case .read: answer.note(server.entries.last.map { [1: $0] } ?? [:])
          case .answer: break
          case .firstChange: server.note(Item(version: 1))
          case .secondChange: server.note(Item(version: 2))
          case .firstMessage: loader.edit { change(&$0, Item(version: 1)) }
          case .secondMessage: loader.edit { change(&$0, Item(version: 2)) }
          }
        }
      }
      m.at(.milliseconds(200)) { check([1: Item(version: 2)], seen.entries) }
    }
  }

  @concurrent private static func hop() async {}

  @Test func `edits from many threads during loads are all in the value`() async {
    let server = Log<Int>()
    let loader: ValueLoader<Set<Int>> = Loader { () async throws in
      let answer = Set(server.entries)
      await Self.hop()
      return answer
    }
    loader.load()
    await onOwnThread {
      onThreads(4) { thread in
        for number in 0..<200 {
          server.note(thread * 200 + number)
          loader.edit { $0.insert(thread * 200 + number) }
          if number % 20 == 0 { loader.refresh() }
        }
      }
    }
    for await state in loader.states.elements where !state.isLoading { break }
    #expect(loader.state.value == Set(0..<800))
  }
}
