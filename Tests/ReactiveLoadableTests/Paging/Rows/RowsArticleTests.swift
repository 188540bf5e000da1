import ReactiveLoadable
import TestSupport
import Testing

// The code of the article on showing the rows of a paged list, unchanged, without UIKit.

private struct Message: Identifiable, Sendable {
  let id: Int
  let day: Int
  let isRead: Bool
}

private struct Card: Identifiable, Hashable, Sendable {
  let id: Int
  let day: Int

  init(_ message: Message) { (id, day) = (message.id, message.day) }
}

private struct Person: Identifiable, Hashable, Sendable {
  let id: Int
  let name: String
}

private struct API: Sendable {
  func messages(_ page: PageRequest<NoRequest, Int>) async throws -> Page<Int, Message> {
    let number = page.cursor ?? 0
    let messages = (0..<4).map { Message(id: number * 4 + $0, day: number, isRead: $0 == 1) }
    return Page(messages, next: number == 4 ? nil : number + 1)
  }
}

@Suite @MainActor struct `The code of the article on showing the rows of a paged list` {
  @Test(.needsImmediateTasks) func `an inbox shows unread mail by days`() {
    let api = API()
    let subscription: AnyCancellable
    var table: [SectionedRow<Int, Card>.ID] = []
    func draw(
      _ list: PagedList<NoRequest, SectionedRow<Int, Card>, LoadError>?,
      _ changes: ListChanges
    ) {
      table = list?.map(\.id) ?? []
    }

    let inbox = PagedLoader { page in try await api.messages(page) }
    let unread = inbox.sectionedRows(of: { $0.isRead ? nil : Card($0) }, by: \.day)

    subscription = unread.states.withChanges().sinkOnMainActor { draw($0.list, $0.changes) }
    inbox.load()
    #expect(unread.state.value?.count == 4)
    guard let row = unread.state.value?.last else { return }
    unread.visible(row.id)  // as rows come into view; not inbox.visible
    #expect(unread.state.value?.count == 12)
    inbox.refresh()  // intents go to the loader
    #expect(unread.state.value?.first?.section == 0)
    withExtendedLifetime(subscription) {}
    #expect(table.isEmpty, "a value from another thread is drawn a hop later")
  }

  @Test(.needsImmediateTasks) func `contacts are drawn as they arrive`() {
    let printed = Log<String>()
    @Sendable nonisolated func print(_ line: String) { printed.note(line) }
    let people = ["Ada", "Alan", "Grace"].enumerated().map { Person(id: $0, name: $1) }
    let loader = PagedLoader<NoRequest, Int, Person, LoadError> { _ in Page(people, next: nil) }
    let contacts = loader.sectionedRows { $0.name.prefix(1) }

    let subscription = contacts.states.withChanges().sink { update in
      for index in update.changes.insertions {
        switch update.list?[index] {
        case .section(let letter, _): print("-- \(letter) --")
        case .item(let person): print(person.name)
        case nil: break
        }
      }
    }
    loader.load()
    #expect(printed.entries == ["-- A --", "Ada", "Alan", "-- G --", "Grace"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a test has every line of the article`() throws {
    let article = try ArticleCode("ShowingRowsOfAPagedList")
    #expect(article.blocks.count == 2)
    #expect(article.others == 1)
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
