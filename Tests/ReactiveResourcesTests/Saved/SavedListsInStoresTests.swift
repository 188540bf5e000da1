import Foundation
import LoadableTesting
import Testing

@testable import ReactiveResources

/// Lists that are saved in a store, and shown by a later loader (P11).
@Suite struct `Saved lists in a store` {
  private struct Note: Codable, Identifiable, Hashable, Sendable { let id: Int }
  private typealias Notes = Page<Int, Note>

  private static let pages: [String: Notes] = [
    "1": Page([Note(id: 1)], next: 2), "2": Page([Note(id: 2)], next: 3),
    "3": Page([Note(id: 3)], next: nil),
  ]

  @Test func `a second process shows the pages of the first one while it loads`() {
    let disk = MemoryStore()
    marbles { m in
      let first = m.cold("-1|", Self.pages, then: ["-2|", "-3|"])
      let feed = m.keep(
        PagedLoader(saved: .json(version: 1, pages: 2, in: disk) { "feed/\($0)" }) {
          (_: PageRequest<String, Int>) in try await first()
        }
      )
      m.hot("o") { _ in feed.load("a") }
      m.hot("---o--o") { _ in feed.next() }
      m.expect(
        feed.states.map { $0.latest?.count },
        "(ll)1-a2-b3",
        ["l": nil, "1": 1, "a": 1, "2": 2, "b": 2, "3": 3]
      )
    }
    marbles { m in
      let first = m.cold("--1|", Self.pages, then: ["-2|"])
      let feed = m.keep(
        PagedLoader(saved: .json(version: 1, pages: 2, in: disk) { "feed/\($0)" }) {
          (_: PageRequest<String, Int>) in try await first()
        }
      )
      m.hot("-o") { _ in feed.load("a") }
      m.at(.milliseconds(20)) {
        let saved = feed.state.latest
        #expect(feed.state.isLoading && saved.map(Array.init) == [Note(id: 1), Note(id: 2)])
        #expect(saved?.savedAt != nil && saved?.isStale == true && saved?.append == .idle)
      }
      m.at(.milliseconds(50)) {
        #expect(feed.state.latest?.count == 2 && feed.state.latest?.savedAt == nil)
      }
    }
  }

  @Test func `one list, typed failures and other formats have initializers`() async {
    struct Offline: Error {}
    let disk = MemoryStore()
    let plain = PagedLoader(saved: .json("notes", version: 1, pages: 1, in: disk)) {
      (_: PageRequest<NoRequest, Int>) in Notes([Note(id: 1)], next: nil)
    }
    await plain.load().outcome()
    #expect(plain.state.latest?.count == 1)
    let lists = SavedValues<NoRequest, [Notes]>.json("notes", version: 1, in: disk)
    await lists.finish()
    let typed = PagedLoader(saved: lists.pages(2), failure: { _ in Offline() }) {
      (_: PageRequest<NoRequest, Int>) async throws(Offline) -> Notes in throw Offline()
    }
    await typed.load().outcome()
    #expect(typed.state.latest?.count == 1 && typed.state.error != nil)
    let lists2 = SavedValues<String, [Notes]>.propertyList(version: 1, in: disk) { "key/\($0)" }
    let keyed = PagedLoader(saved: lists2, failure: { _ in Offline() }) {
      (_: PageRequest<String, Int>) async throws(Offline) -> Notes in Notes([], next: nil)
    }
    await keyed.load("a").outcome()
    #expect(keyed.state.latest?.isEmpty == true)
    await lists2.finish()
    #expect(await disk.record(for: "key/a") != nil)
  }
}
