import Foundation
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

// The code of "In a list", "A new item" and "The order of writes", unchanged.

private struct Video: Identifiable, Hashable {
  let id: Int
  var isStarred = false
  var title = ""
}

private struct Title: Sendable {
  let id: Int
  let text: String
}

private struct API: Sendable {
  let videos: @Sendable (Int?) async throws -> Page<Int, Video>
  let save: @Sendable (Star) async throws -> Void

  func videos(_ cursor: Int?) async throws -> Page<Int, Video> { try await videos(cursor) }
  func save(_ star: Star) async throws { try await save(star) }
  func save(_ title: Title) async throws {}
}

private struct Star: Sendable {
  let id: Int
  let isOn: Bool
}

@MainActor
private final class VideoList {
  let videos: PagedLoader<NoRequest, Int, Video, LoadError>
  private let star: Mutation<Star, Void, LoadError>

  init(api: API) {
    videos = PagedLoader { page in try await api.videos(page.cursor) }
    star = Mutation(order: .byKey { $0.id }, editing: videos) { (star: Star) in
      [.change(star.id) { $0.isStarred = star.isOn }]
    } write: { star in
      try await api.save(star)
    }
  }

  func toggle(_ video: Video) {
    star.run(Star(id: video.id, isOn: !video.isStarred))
  }
}

private func inOrder(
  _ videos: PagedLoader<NoRequest, Int, Video, LoadError>,
  _ api: API
) -> (Mutation<Star, Void, LoadError>, Mutation<Title, Void, LoadError>) {
  let order = WriteOrder()
  let star = Mutation(order: .byKey(in: order) { $0.id }, editing: videos) { (star: Star) in
    [.change(star.id) { $0.isStarred = star.isOn }]
  } write: { star in
    try await api.save(star)
  }
  let rename = Mutation(order: .byKey(in: order) { $0.id }, editing: videos) { (title: Title) in
    [.change(title.id) { $0.title = title.text }]
  } write: { title in
    try await api.save(title)
  }
  return (star, rename)
}

private struct Message: Identifiable, Hashable {
  var id: Int
  var text = ""
}

private struct Chat: Sendable {
  let send: @Sendable (Message) async throws -> Message

  func send(_ draft: Message) async throws -> Message { try await send(draft) }
}

private func sending(
  _ messages: PagedLoader<NoRequest, Int, Message, LoadError>,
  _ api: Chat
) -> Mutation<Message, Message, LoadError> {
  let send = Mutation(editing: messages) { (draft: Message) in
    [.insert(draft, at: .afterLastPage)]
  } write: { draft in
    try await api.send(draft)
  } confirm: { draft, saved in
    [.insert(saved, at: .afterLastPage)]
  }
  return send
}

@Suite struct `Optimistic updates in a paged list` {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let write: String
    let taps: String
    var refresh = ""
    let star: String
  }

  @Test(arguments: [
    Case(testDescription: "the write fails", write: "---#", taps: "---x", star: "n-ox--o"),
    Case(testDescription: "two writes fail", write: "---#", taps: "---xx", star: "n-oxo"),
    Case(testDescription: "the write succeeds", write: "---(x|)", taps: "---x", star: "n-ox"),
    Case(
      testDescription: "the write succeeds during a refresh",
      write: "---(x|)",
      taps: "---x",
      refresh: "-----r",
      star: "n-ox"
    ),
    Case(
      testDescription: "the first of two writes succeeds",
      write: "---(x|)",
      taps: "---xx",
      star: "n-oxo"
    ),
  ])
  func `a star is rolled back if its write fails, and stays otherwise`(_ example: Case) {
    marbles(on: MainActor.shared) { m in
      let page = m.cold("--p|", ["p": Page<Int, Video>([Video(id: 1)], next: nil)])
      let save = m.cold(example.write, failure: SampleError.first)
      let list = m.keep(
        VideoList(api: API(videos: { _ in try await page() }, save: { _ in _ = try await save() }))
      )
      m.hot("l") { _ in list.videos.load() }
      m.hot(example.taps) { _ in
        if let first = list.videos.state.latest?.first { list.toggle(first) }
      }
      m.hot(example.refresh) { _ in list.videos.refresh() }
      m.expect(
        reading: { list.videos.state.latest?.first.map { $0.isStarred ? "x" : "o" } ?? "n" },
        example.star
      )
    }
  }

  @Test func `a saved message replaces its draft`() {
    marbles { m in
      let first = m.cold("-p|", ["p": Page([Message(id: 1)], next: 2)])
      let second = m.cold("-p|", ["p": Page<Int, Message>([Message(id: 2)], next: nil)])
      let messages = m.keep(
        PagedLoader { (page: PageRequest<NoRequest, Int>) in
          try await (page.cursor == nil ? first : second)()
        }
      )
      let answer = m.cold("--s|", ["s": Message(id: 7)])
      let send = m.keep(sending(messages, Chat { _ in try await answer() }))
      m.hot("l") { _ in messages.load() }
      m.hot("--d") { _ in send.run(Message(id: -1)) }
      m.hot("------n") { _ in messages.next() }
      m.expect(
        messages.states.map { $0.latest.map { $0.map(\.id) } ?? [] }.removeDuplicates(),
        "e1d-s--n",
        ["e": [], "1": [1], "d": [1, -1], "s": [1, 7], "n": [1, 2, 7]]
      )
    }
  }

  @Test func `every line of the section is compiled here`() throws {
    let blocks = try ArticleCode("EditingOptimistically").blocks
    let here = try String(contentsOfFile: #filePath, encoding: .utf8)
    for sample in [
      "final class VideoList {", "let send = Mutation(editing: messages)",
      "let order = WriteOrder()",
    ] {
      let block = try #require(blocks.first { $0.contains { $0.contains(sample) } })
      for line in block {
        let line = line.trimmingCharacters(in: .whitespaces)
        #expect(here.contains(line), "no test compiles this line of the article: \(line)")
      }
    }
  }
}
