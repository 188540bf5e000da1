// swift-format-ignore-file
// Printed by SceneRecordingTests.swift.

import Foundation
import LoadableTesting
import ReactiveStore
import Testing

@testable import Demo

@MainActor @Test func `podcasts, three flags`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/podcasts-three-flags-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(380)) { m in
    // The load function 'fetch', 5 calls
    let fetchAnswers = m.cold("-------#f", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.status(500)], then: ["-------(D|)", "-------#f", "---------(D|)", "-------(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(LegacyPodcastsModel(fetch: fetch))
    // The lane 'load', 5 entries
    m.hot("-c--------c--------c--------cc") { model.load() }
    // The lane 'podcasts', 4 entries
    m.expect(model.podcasts, "n 160ms p 180ms pp", ["n": nil, "p": fixture1])
    // The lane 'isLoading', 11 entries
    m.expect(model.isLoading, "at------a-t------a-t------a-tt------aa", ["a": false, "t": true])
    // The lane 'error', 6 entries
    m.expect(model.error, "n-------O--------n--------O---------nn", ["n": nil, "O": APIError.status(500)])
    m.expect(fetchRequests, "-c--------c--------c--------cc", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `podcasts, one state`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/podcasts-one-state-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(330)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("-------#f", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.status(500)], then: ["-------(D|)", "-------#f", "-------(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api.planted, fetch))
    // The lane 'load', 5 entries
    m.hot("-c-------c-------c-------(cc)") { _ = model.load() }
    // The lane 'states', 9 entries
    m.expect(model.states, "nl------fl------Er------Fr------E", ["n": .notRequested, "l": .loading, "f": .failed(APIError.status(500)), "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.status(500), previous: fixture1)])
    m.expect(fetchRequests, "-c-------c-------c-------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `account, the account`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Account.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/account-the-account-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    Account.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/account-the-account-2.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(320)) { m in
    // The load function 'fetch', 3 calls
    let fetchAnswers = m.cold("---------(D|)", ["D": fixture1, "e": fixture2] as [String: Account], failures: ["f": APIError.status(500)], then: ["---------(e|)", "---------#f"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Account = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api.planted, fetch))
    // The lane 'loadIfNeeded', 2 entries
    m.hot("-c---------c") { _ = model.loadIfNeeded() }
    // The lane 'refresh', 2 entries
    m.hot("------------c---------c") { _ = model.refresh() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--------E-r--------MR--------F", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1, cause: .refresh)), "M": .loaded(fixture2), "R": .loading(Loading(previous: fixture2, cause: .refresh)), "F": .failed(APIError.status(500), previous: fixture2, cause: .refresh)])
    m.expect(fetchRequests, "-c----------c---------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `search, typing`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-typing-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-typing-2.json"))
  )
  let fixture3 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-typing-3.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(800)) { m in
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("260ms (c|)", ["c": Page(fixture3, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1h-18-y-35-39-2t-36-3d-y-1m-y-2v-2t-y-3h", total: 113), "R": Page(fixture1, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1h-18-y-35-39-2t-36-3d-y-1m-y-2v-2t-36-31-y-3h", total: 10), "t": Page(fixture2, next: nil, total: 4)] as [String: Page<String, SearchHit>], then: ["-(R|)", "-(t|)"])
    let searchRequests = PublishRelay<PageRequest<String, String>>()
    let search: @Sendable (PageRequest<String, String>) async throws(APIError) -> Page<String, SearchHit> = { request async throws(APIError) in
      searchRequests.accept(request)
      await PlantedDefect.delay()
      return try await searchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(SearchModel(clock: m.clock, search: search))
    // The lane 'query', 9 entries
    m.hot("-g---e 200ms r---m 210ms ab---d 210ms a", ["g": "g", "e": "ge", "r": "ger", "m": "germ", "a": "", "b": "日", "d": "日本"]) { model.query.accept($0) }
    // The lane 'states', 8 entries
    m.expect(model.states, "n 240ms l 240ms l5n 240ms l4n", ["n": .notRequested, "l": .loading, "5": .loaded(PagedList(key: "germ", fixture1, append: .idle, total: 10)), "4": .loaded(PagedList(key: "日本", fixture2, total: 4))])
    m.expect(searchRequests, "250ms f 240ms i 260ms s", ["f": PageRequest<String, String>(key: "ge", cursor: nil, direction: PageRequest<String, String>.Direction.first), "i": PageRequest<String, String>(key: "germ", cursor: nil, direction: PageRequest<String, String>.Direction.first), "s": PageRequest<String, String>(key: "日本", cursor: nil, direction: PageRequest<String, String>.Direction.first)] as [String: PageRequest<String, String>])
  }
}

@MainActor @Test func `search, scrolling`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-2.json"))
  )
  let fixture3 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-3.json"))
  )
  let fixture4 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-4.json"))
  )
  let fixture5 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-5.json"))
  )
  let fixture6 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-6.json"))
  )
  let fixture7 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-7.json"))
  )
  let fixture8 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-8.json"))
  )
  let fixture9 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-9.json"))
  )
  let fixture10 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-10.json"))
  )
  let fixture11 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-11.json"))
  )
  let fixture12 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-12.json"))
  )
  let fixture13 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-13.json"))
  )
  let fixture14 = try JSONDecoder().decode(
    Array<SearchHit>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/search-scrolling-14.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(780)) { m in
    // The load function 'search', 10 calls
    let searchAnswers = m.cold("-(R|)", ["R": Page(fixture1, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1e-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1017), "c": Page(fixture8, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1g-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "t": Page(fixture9, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1d-18-y-33-2u-2u-37-2t-38-y-1m-1g-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "v": Page(fixture10, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1i-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "d": Page(fixture11, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1k-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "j": Page(fixture12, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1d-1c-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "m": Page(fixture13, next: nil, total: 1018), "q": Page(fixture14, next: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1e-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", total: 1018), "w": Page(fixture7, next: nil, total: 10)] as [String: Page<String, SearchHit>], failures: ["f": APIError.status(500)], then: ["-(c|)", "-(t|)", "-(v|)", "--(d|)", "-#f", "-(j|)", "-(m|)", "--(q|)", "-(w|)"])
    let searchRequests = PublishRelay<PageRequest<String, String>>()
    let search: @Sendable (PageRequest<String, String>) async throws(APIError) -> Page<String, SearchHit> = { request async throws(APIError) in
      searchRequests.accept(request)
      await PlantedDefect.delay()
      return try await searchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(SearchModel(clock: m.clock, search: search))
    // The lane 'query', 4 entries
    m.hot("-b 510ms s 230ms b", ["b": "an", "s": "germ"]) { model.query.accept($0) }
    // The lane 'shows(row:)', 8 entries
    m.hot("240ms 1--9---8-8-g--g-----k---p", ["1": 199, "9": 398, "8": 598, "g": 798, "k": 998, "p": 11]) { model.shows(row:)($0) }
    // The lane 'retry', 1 entries
    m.hot("410ms h") { model.retry() }
    // The lane 'refresh', 1 entries
    m.hot("480ms h") { model.refresh() }
    // The lane 'states', 20 entries
    m.expect(model.states, "n 200ms l2-03-I-5-T-7-EM----ES-Do--r-2 220ms lO--2", ["n": .notRequested, "l": .loading, "2": .loaded(PagedList(key: "an", fixture1, append: .idle, total: 1017)), "0": .loaded(PagedList(key: "an", fixture1, append: .loading(attempt: 0), total: 1017)), "3": .loaded(PagedList(key: "an", fixture2, append: .idle, total: 1018, duplicateCount: 1)), "I": .loaded(PagedList(key: "an", fixture2, append: .loading(attempt: 0), total: 1018, duplicateCount: 1)), "5": .loaded(PagedList(key: "an", fixture3, append: .idle, total: 1018, duplicateCount: 1)), "T": .loaded(PagedList(key: "an", fixture3, append: .loading(attempt: 0), total: 1018, duplicateCount: 1)), "7": .loaded(PagedList(key: "an", fixture4, append: .idle, total: 1018, duplicateCount: 1)), "E": .loaded(PagedList(key: "an", fixture4, append: .loading(attempt: 0), total: 1018, duplicateCount: 1)), "M": .loaded(PagedList(key: "an", fixture4, append: .failed(APIError.status(500)), total: 1018, duplicateCount: 1)), "S": .loaded(PagedList(key: "an", fixture5, append: .idle, total: 1018, duplicateCount: 1)), "D": .loaded(PagedList(key: "an", fixture5, append: .loading(attempt: 0), total: 1018, duplicateCount: 1)), "o": .loaded(PagedList(key: "an", fixture6, total: 1018, duplicateCount: 1)), "r": .loading(Loading(previous: PagedList(key: "an", fixture6, total: 1018, duplicateCount: 1), cause: .refresh)), "O": .loaded(PagedList(key: "germ", fixture7, total: 10))])
    m.expect(searchRequests, "210ms i--e--ex--e---e-----e--e---i 240ms u", ["i": PageRequest<String, String>(key: "an", cursor: nil, direction: PageRequest<String, String>.Direction.first), "e": PageRequest<String, String>(key: "an", cursor: "3f-y-2q-30-2p-32-2z-37-y-1m-1c-18-y-33-2u-2u-37-2t-38-y-1m-1e-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", direction: PageRequest<String, String>.Direction.next), "x": PageRequest<String, String>(key: "an", cursor: "3f-y-2q-30-2p-32-2z-37-y-1m-1d-18-y-33-2u-2u-37-2t-38-y-1m-1g-1c-1c-18-y-35-39-2t-36-3d-y-1m-y-2p-32-y-3h", direction: PageRequest<String, String>.Direction.next), "u": PageRequest<String, String>(key: "germ", cursor: nil, direction: PageRequest<String, String>.Direction.first)] as [String: PageRequest<String, String>])
  }
}

@MainActor @Test func `faults, No server, never`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-no-server-never-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(80)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.noConnection(host: "127.0.0.1:1")], then: ["#f"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .never, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 5 entries
    m.expect(model.states, "nl--E--(rF)", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.noConnection(host: "127.0.0.1:1"), previous: fixture1)])
    m.expect(fetchRequests, "-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, No server, backoff`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-no-server-backoff-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.noConnection(host: "127.0.0.1:1")], then: ["#f", "#f", "---(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .backoff, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--E--(r1)-2------E", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "1": .loading(Loading(previous: fixture1, attempt: 1)), "2": .loading(Loading(previous: fixture1, attempt: 2))])
    m.expect(fetchRequests, "-c-----c-c---c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, HTTP 500, never`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-http-500-never-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(110)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.status(500)], then: ["---#f"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .never, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 5 entries
    m.expect(model.states, "nl--E--r--F", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.status(500), previous: fixture1)])
    m.expect(fetchRequests, "-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, HTTP 500, backoff`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-http-500-backoff-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.status(500)], then: ["---#f", "---#f", "---(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .backoff, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--E--r--1----2------E", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "1": .loading(Loading(previous: fixture1, attempt: 1)), "2": .loading(Loading(previous: fixture1, attempt: 2))])
    m.expect(fetchRequests, "-c-----c----c------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, Broken JSON, never`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-broken-json-never-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(110)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.malformed("it is not valid JSON.")], then: ["---#f"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .never, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 5 entries
    m.expect(model.states, "nl--E--r--F", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.malformed("it is not valid JSON."), previous: fixture1)])
    m.expect(fetchRequests, "-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, Broken JSON, backoff`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-broken-json-backoff-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.malformed("it is not valid JSON.")], then: ["---#f", "---#f", "---(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .backoff, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--E--r--1----2------E", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "1": .loading(Loading(previous: fixture1, attempt: 1)), "2": .loading(Loading(previous: fixture1, attempt: 2))])
    m.expect(fetchRequests, "-c-----c----c------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, A connection that breaks halfway, never`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-a-connection-that-breaks-halfway-never-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(110)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.connectionLost], then: ["---#f"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .never, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 5 entries
    m.expect(model.states, "nl--E--r--F", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.connectionLost, previous: fixture1)])
    m.expect(fetchRequests, "-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, A connection that breaks halfway, backoff`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-a-connection-that-breaks-halfway-backoff-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], failures: ["f": APIError.connectionLost], then: ["---#f", "---#f", "---(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .backoff, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--E--r--1----2------E", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "1": .loading(Loading(previous: fixture1, attempt: 1)), "2": .loading(Loading(previous: fixture1, attempt: 2))])
    m.expect(fetchRequests, "-c-----c----c------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, A request without an answer, never`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-a-request-without-an-answer-never-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(60080)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], then: ["-"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .never, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 5 entries
    m.expect(model.states, "nl--E--r 59.99s F", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "F": .failed(APIError.timedOut, previous: fixture1)])
    m.expect(fetchRequests, "-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `faults, A request without an answer, backoff`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Podcast>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/faults-a-request-without-an-answer-backoff-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(120170)) { m in
    // The load function 'fetch', 4 calls
    let fetchAnswers = m.cold("---(D|)", ["D": fixture1] as [String: Array<Podcast>], then: ["-", "-", "---(D|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> Array<Podcast> = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(Loader(policy: .api(within: .seconds(60), retry: .backoff, clock: m.clock), fetch))
    // The lane 'load', 2 entries
    m.hot("-c-----c") { _ = model.load() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--E--r 59.99s 1 60.01s 2------E", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1)), "1": .loading(Loading(previous: fixture1, attempt: 1)), "2": .loading(Loading(previous: fixture1, attempt: 2))])
    m.expect(fetchRequests, "-c-----c 60.01s c 60.03s c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `stale, launch 1`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/stale-launch-1-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/stale-launch-1-2.json"))
  )
  let fixture3 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/stale-launch-1-3.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(301430)) { m in
    let saved: Optional<ListeningQueue> = nil
    // The load function 'fetch', 3 calls
    let fetchAnswers = m.cold("------(D|)", ["D": fixture1, "e": fixture2, "L": fixture3] as [String: ListeningQueue], then: ["------(e|)", "------(L|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> ListeningQueue = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'put', 1 calls
    let putAnswers = m.cold("-(o|)", ["o": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: 6)] as [String: ListeningQueue.Item])
    let putRequests = PublishRelay<ListeningQueue.Item>()
    let put: @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      putRequests.accept(request)
      await PlantedDefect.delay()
      return try await putAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(QueueModel(policy: .api(fresh: .lasting(.seconds(300)), clock: m.clock), saved: BehaviorRelay(saved), fetch: fetch, put: put))
    // The lane 'appear', 4 entries
    m.hot("-c------------c 301.07s c 130ms c") { _ = model.appear() }
    // The lane 'add', 1 entries
    m.hot("301.34s m", ["m": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)]) { _ = model.add($0) }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl-----E 301.14s r-----M-------R-----O", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "r": .loading(Loading(previous: fixture1, cause: .refresh)), "M": .loaded(fixture2), "R": .loading(Loading(previous: fixture2, cause: .refresh)), "O": .loaded(fixture3)])
    m.expect(fetchRequests, "-c 301.2s c 130ms c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(putRequests, "301.34s m", ["m": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)] as [String: ListeningQueue.Item])
  }
}

@MainActor @Test func `stale, launch 2`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/stale-launch-2-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/stale-launch-2-2.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(80)) { m in
    let saved: Optional<ListeningQueue> = fixture1
    // The load function 'fetch', 1 calls
    let fetchAnswers = m.cold("------(D|)", ["D": fixture2] as [String: ListeningQueue])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> ListeningQueue = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'put', 0 calls
    let putAnswers = m.cold("-", [:] as [String: ListeningQueue.Item])
    let putRequests = PublishRelay<ListeningQueue.Item>()
    let put: @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      putRequests.accept(request)
      await PlantedDefect.delay()
      return try await putAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(QueueModel(policy: .api(fresh: .lasting(.seconds(300)), clock: m.clock), saved: BehaviorRelay(saved), fetch: fetch, put: put))
    // The lane 'appear', 1 entries
    m.hot("-c") { _ = model.appear() }
    // The lane 'states', 4 entries
    m.expect(model.states, "n(lr)-----E", ["n": .notRequested, "l": .loading, "r": .loading(Loading(previous: fixture1)), "E": .loaded(fixture2)])
    m.expect(fetchRequests, "-c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(putRequests, "-", [:] as [String: ListeningQueue.Item])
  }
}

@MainActor @Test func `edit, the queue`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-2.json"))
  )
  let fixture3 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-3.json"))
  )
  let fixture4 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-4.json"))
  )
  let fixture5 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-5.json"))
  )
  let fixture6 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-6.json"))
  )
  let fixture7 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-7.json"))
  )
  let fixture8 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-8.json"))
  )
  let fixture9 = try JSONDecoder().decode(
    ListeningQueue.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/edit-the-queue-9.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(380)) { m in
    // The load function 'fetch', 3 calls
    let fetchAnswers = m.cold("-----(D|)", ["D": fixture1, "i": fixture9, "a": fixture8] as [String: ListeningQueue], then: ["-----(i|)", "-----(a|)"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable () async throws(APIError) -> ListeningQueue = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'change', 2 calls
    let changeAnswers = m.cold("140ms #f", ["s": ListeningQueue.Item(id: "30-for-30-podcasts", title: "A better title", isLiked: false, number: 2)] as [String: ListeningQueue.Item], failures: ["f": APIError.status(500)], then: ["180ms (s|)"])
    let changeRequests = PublishRelay<QueueEdit>()
    let change: @Sendable (QueueEdit) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      changeRequests.accept(request)
      await PlantedDefect.delay()
      return try await changeAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'put', 1 calls
    let putAnswers = m.cold("180ms (t|)", ["t": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: 6)] as [String: ListeningQueue.Item])
    let putRequests = PublishRelay<ListeningQueue.Item>()
    let put: @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      putRequests.accept(request)
      await PlantedDefect.delay()
      return try await putAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(EditableQueueModel(fetch: fetch, change: change, put: put))
    // The lane 'load', 3 entries
    m.hot("-c 130ms c 160ms c") { _ = model.load() }
    // The lane 'change', 2 entries
    m.hot("----------(em)", ["e": QueueEdit.like("13-minutes-to-the-moon"), "m": QueueEdit.rename("30-for-30-podcasts", to: "A better title")]) { _ = model.change($0) }
    // The lane 'add', 1 entries
    m.hot("----------o", ["o": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)]) { _ = model.add($0) }
    // The lane 'states', 12 entries
    m.expect(model.states, "nl----E---(MOL)----r----I---S---T---R----b", ["n": .notRequested, "l": .loading, "E": .loaded(fixture1), "M": .loaded(fixture2), "O": .loaded(fixture3), "L": .loaded(fixture4), "r": .loading(Loading(previous: fixture4)), "I": .loaded(fixture5), "S": .loaded(fixture6), "T": .loaded(fixture7), "R": .loading(Loading(previous: fixture7)), "b": .loaded(fixture8)])
    m.expect(fetchRequests, "-c 130ms c 160ms c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(changeRequests, "----------(em)", ["e": QueueEdit.like("13-minutes-to-the-moon"), "m": QueueEdit.rename("30-for-30-podcasts", to: "A better title")] as [String: QueueEdit])
    m.expect(putRequests, "----------o", ["o": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)] as [String: ListeningQueue.Item])
  }
}

@MainActor @Test func `download, the episode`() {
  marbles(frame: .milliseconds(2), until: .milliseconds(806)) { m in
    // The load function 'fetch', 2 calls
    let fetchAnswers = m.cold("482ms (\'156\'|)", ["156": SampleEpisode.data] as [String: Data], then: ["-"])
    let fetchReports = m.cold("-----\'96\'---\'97\'---\'98\'---\'99\'---\'100\'---\'101\'---\'102\'---\'103\'---\'104\'---\'105\'---\'106\'---\'107\'---\'108\'---\'109\'---\'110\'---\'111\'---\'112\'---\'113\'---\'114\'---\'115\'---\'116\'---\'117\'---\'118\'---\'119\'---\'120\'---\'121\'---\'122\'---\'123\'---\'124\'---\'125\'---\'126\'---\'127\'---\'128\'---\'129\'---\'130\'---\'131\'---\'132\'---\'133\'---\'134\'---\'135\'---\'136\'---\'137\'---\'138\'---\'139\'---\'140\'---\'141\'---\'142\'---\'143\'---\'144\'---\'145\'---\'146\'---\'147\'---\'148\'---\'149\'---\'150\'---\'151\'---\'152\'---\'153\'---\'154\'---\'155\'", ["96": LoadProgress(completed: 50000, of: 3000000), "97": LoadProgress(completed: 100000, of: 3000000), "98": LoadProgress(completed: 150000, of: 3000000), "99": LoadProgress(completed: 200000, of: 3000000), "100": LoadProgress(completed: 250000, of: 3000000), "101": LoadProgress(completed: 300000, of: 3000000), "102": LoadProgress(completed: 350000, of: 3000000), "103": LoadProgress(completed: 400000, of: 3000000), "104": LoadProgress(completed: 450000, of: 3000000), "105": LoadProgress(completed: 500000, of: 3000000), "106": LoadProgress(completed: 550000, of: 3000000), "107": LoadProgress(completed: 600000, of: 3000000), "108": LoadProgress(completed: 650000, of: 3000000), "109": LoadProgress(completed: 700000, of: 3000000), "110": LoadProgress(completed: 750000, of: 3000000), "111": LoadProgress(completed: 800000, of: 3000000), "112": LoadProgress(completed: 850000, of: 3000000), "113": LoadProgress(completed: 900000, of: 3000000), "114": LoadProgress(completed: 950000, of: 3000000), "115": LoadProgress(completed: 1000000, of: 3000000), "116": LoadProgress(completed: 1050000, of: 3000000), "117": LoadProgress(completed: 1100000, of: 3000000), "118": LoadProgress(completed: 1150000, of: 3000000), "119": LoadProgress(completed: 1200000, of: 3000000), "120": LoadProgress(completed: 1250000, of: 3000000), "121": LoadProgress(completed: 1300000, of: 3000000), "122": LoadProgress(completed: 1350000, of: 3000000), "123": LoadProgress(completed: 1400000, of: 3000000), "124": LoadProgress(completed: 1450000, of: 3000000), "125": LoadProgress(completed: 1500000, of: 3000000), "126": LoadProgress(completed: 1550000, of: 3000000), "127": LoadProgress(completed: 1600000, of: 3000000), "128": LoadProgress(completed: 1650000, of: 3000000), "129": LoadProgress(completed: 1700000, of: 3000000), "130": LoadProgress(completed: 1750000, of: 3000000), "131": LoadProgress(completed: 1800000, of: 3000000), "132": LoadProgress(completed: 1850000, of: 3000000), "133": LoadProgress(completed: 1900000, of: 3000000), "134": LoadProgress(completed: 1950000, of: 3000000), "135": LoadProgress(completed: 2000000, of: 3000000), "136": LoadProgress(completed: 2050000, of: 3000000), "137": LoadProgress(completed: 2100000, of: 3000000), "138": LoadProgress(completed: 2150000, of: 3000000), "139": LoadProgress(completed: 2200000, of: 3000000), "140": LoadProgress(completed: 2250000, of: 3000000), "141": LoadProgress(completed: 2300000, of: 3000000), "142": LoadProgress(completed: 2350000, of: 3000000), "143": LoadProgress(completed: 2400000, of: 3000000), "144": LoadProgress(completed: 2450000, of: 3000000), "145": LoadProgress(completed: 2500000, of: 3000000), "146": LoadProgress(completed: 2550000, of: 3000000), "147": LoadProgress(completed: 2600000, of: 3000000), "148": LoadProgress(completed: 2650000, of: 3000000), "149": LoadProgress(completed: 2700000, of: 3000000), "150": LoadProgress(completed: 2750000, of: 3000000), "151": LoadProgress(completed: 2800000, of: 3000000), "152": LoadProgress(completed: 2850000, of: 3000000), "153": LoadProgress(completed: 2900000, of: 3000000), "154": LoadProgress(completed: 2950000, of: 3000000), "155": LoadProgress(completed: 3000000, of: 3000000)] as [String: LoadProgress], then: ["-----\'96\'---\'97\'---\'98\'---\'99\'---\'100\'---\'101\'---\'102\'---\'103\'---\'104\'---\'105\'---\'106\'---\'107\'---\'108\'---\'109\'---\'110\'---\'111\'---\'112\'---\'113\'---\'114\'---\'115\'---\'116\'---\'117\'---\'118\'---\'119\'---\'120\'---\'121\'---\'122\'---\'123\'---\'124\'---\'125\'"])
    let fetchRequests = PublishRelay<NoRequest>()
    let fetch: @Sendable (@escaping @Sendable (LoadProgress) -> Void) async throws(APIError) -> Data = { report async throws(APIError) in
      fetchRequests.accept(NoRequest())
      let reports = fetchReports.sink { report($0) }
      defer { reports.cancel() }
      await PlantedDefect.delay()
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    let model = m.keep(EpisodeLoader.episode { progress async throws(APIError) in try await fetch { progress($0.completed ?? 0, $0.total) } })
    // The lane 'load', 2 entries
    m.hot("-----\'95\' 540ms \'95\'") { _ = model.load() }
    // The lane 'cancel', 1 entries
    m.hot("804ms \'95\'") { model.cancel() }
    // The lane 'states', 95 entries
    m.expect(model.states, "n----l----p---P---a---b---c---d---e---f---g---h---i---j---k---m---o---q---r---s---t---u---v---w---x---y---z---A---B---C---D---E---F---G---H---I---J---K---L---M---N---O---Q---R---S---T---U---V---W---X---Y---Z---0---1---2---3---4---5---6---7---8---(9\'157\') 58ms \'63\'----\'64\'---\'65\'---\'66\'---\'67\'---\'68\'---\'69\'---\'70\'---\'71\'---\'72\'---\'73\'---\'74\'---\'75\'---\'76\'---\'77\'---\'78\'---\'79\'---\'80\'---\'81\'---\'82\'---\'83\'---\'84\'---\'85\'---\'86\'---\'87\'---\'88\'---\'89\'---\'90\'---\'91\'---\'92\'---\'93\'----\'157\'", ["n": .notRequested, "l": .loading, "p": .loading(Loading(progress: LoadProgress(completed: 50000, of: 3000000))), "P": .loading(Loading(progress: LoadProgress(completed: 100000, of: 3000000))), "a": .loading(Loading(progress: LoadProgress(completed: 150000, of: 3000000))), "b": .loading(Loading(progress: LoadProgress(completed: 200000, of: 3000000))), "c": .loading(Loading(progress: LoadProgress(completed: 250000, of: 3000000))), "d": .loading(Loading(progress: LoadProgress(completed: 300000, of: 3000000))), "e": .loading(Loading(progress: LoadProgress(completed: 350000, of: 3000000))), "f": .loading(Loading(progress: LoadProgress(completed: 400000, of: 3000000))), "g": .loading(Loading(progress: LoadProgress(completed: 450000, of: 3000000))), "h": .loading(Loading(progress: LoadProgress(completed: 500000, of: 3000000))), "i": .loading(Loading(progress: LoadProgress(completed: 550000, of: 3000000))), "j": .loading(Loading(progress: LoadProgress(completed: 600000, of: 3000000))), "k": .loading(Loading(progress: LoadProgress(completed: 650000, of: 3000000))), "m": .loading(Loading(progress: LoadProgress(completed: 700000, of: 3000000))), "o": .loading(Loading(progress: LoadProgress(completed: 750000, of: 3000000))), "q": .loading(Loading(progress: LoadProgress(completed: 800000, of: 3000000))), "r": .loading(Loading(progress: LoadProgress(completed: 850000, of: 3000000))), "s": .loading(Loading(progress: LoadProgress(completed: 900000, of: 3000000))), "t": .loading(Loading(progress: LoadProgress(completed: 950000, of: 3000000))), "u": .loading(Loading(progress: LoadProgress(completed: 1000000, of: 3000000))), "v": .loading(Loading(progress: LoadProgress(completed: 1050000, of: 3000000))), "w": .loading(Loading(progress: LoadProgress(completed: 1100000, of: 3000000))), "x": .loading(Loading(progress: LoadProgress(completed: 1150000, of: 3000000))), "y": .loading(Loading(progress: LoadProgress(completed: 1200000, of: 3000000))), "z": .loading(Loading(progress: LoadProgress(completed: 1250000, of: 3000000))), "A": .loading(Loading(progress: LoadProgress(completed: 1300000, of: 3000000))), "B": .loading(Loading(progress: LoadProgress(completed: 1350000, of: 3000000))), "C": .loading(Loading(progress: LoadProgress(completed: 1400000, of: 3000000))), "D": .loading(Loading(progress: LoadProgress(completed: 1450000, of: 3000000))), "E": .loading(Loading(progress: LoadProgress(completed: 1500000, of: 3000000))), "F": .loading(Loading(progress: LoadProgress(completed: 1550000, of: 3000000))), "G": .loading(Loading(progress: LoadProgress(completed: 1600000, of: 3000000))), "H": .loading(Loading(progress: LoadProgress(completed: 1650000, of: 3000000))), "I": .loading(Loading(progress: LoadProgress(completed: 1700000, of: 3000000))), "J": .loading(Loading(progress: LoadProgress(completed: 1750000, of: 3000000))), "K": .loading(Loading(progress: LoadProgress(completed: 1800000, of: 3000000))), "L": .loading(Loading(progress: LoadProgress(completed: 1850000, of: 3000000))), "M": .loading(Loading(progress: LoadProgress(completed: 1900000, of: 3000000))), "N": .loading(Loading(progress: LoadProgress(completed: 1950000, of: 3000000))), "O": .loading(Loading(progress: LoadProgress(completed: 2000000, of: 3000000))), "Q": .loading(Loading(progress: LoadProgress(completed: 2050000, of: 3000000))), "R": .loading(Loading(progress: LoadProgress(completed: 2100000, of: 3000000))), "S": .loading(Loading(progress: LoadProgress(completed: 2150000, of: 3000000))), "T": .loading(Loading(progress: LoadProgress(completed: 2200000, of: 3000000))), "U": .loading(Loading(progress: LoadProgress(completed: 2250000, of: 3000000))), "V": .loading(Loading(progress: LoadProgress(completed: 2300000, of: 3000000))), "W": .loading(Loading(progress: LoadProgress(completed: 2350000, of: 3000000))), "X": .loading(Loading(progress: LoadProgress(completed: 2400000, of: 3000000))), "Y": .loading(Loading(progress: LoadProgress(completed: 2450000, of: 3000000))), "Z": .loading(Loading(progress: LoadProgress(completed: 2500000, of: 3000000))), "0": .loading(Loading(progress: LoadProgress(completed: 2550000, of: 3000000))), "1": .loading(Loading(progress: LoadProgress(completed: 2600000, of: 3000000))), "2": .loading(Loading(progress: LoadProgress(completed: 2650000, of: 3000000))), "3": .loading(Loading(progress: LoadProgress(completed: 2700000, of: 3000000))), "4": .loading(Loading(progress: LoadProgress(completed: 2750000, of: 3000000))), "5": .loading(Loading(progress: LoadProgress(completed: 2800000, of: 3000000))), "6": .loading(Loading(progress: LoadProgress(completed: 2850000, of: 3000000))), "7": .loading(Loading(progress: LoadProgress(completed: 2900000, of: 3000000))), "8": .loading(Loading(progress: LoadProgress(completed: 2950000, of: 3000000))), "9": .loading(Loading(progress: LoadProgress(completed: 3000000, of: 3000000))), "157": .loaded(SampleEpisode.data), "63": .loading(Loading(previous: SampleEpisode.data)), "64": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 50000, of: 3000000))), "65": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 100000, of: 3000000))), "66": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 150000, of: 3000000))), "67": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 200000, of: 3000000))), "68": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 250000, of: 3000000))), "69": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 300000, of: 3000000))), "70": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 350000, of: 3000000))), "71": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 400000, of: 3000000))), "72": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 450000, of: 3000000))), "73": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 500000, of: 3000000))), "74": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 550000, of: 3000000))), "75": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 600000, of: 3000000))), "76": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 650000, of: 3000000))), "77": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 700000, of: 3000000))), "78": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 750000, of: 3000000))), "79": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 800000, of: 3000000))), "80": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 850000, of: 3000000))), "81": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 900000, of: 3000000))), "82": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 950000, of: 3000000))), "83": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1000000, of: 3000000))), "84": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1050000, of: 3000000))), "85": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1100000, of: 3000000))), "86": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1150000, of: 3000000))), "87": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1200000, of: 3000000))), "88": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1250000, of: 3000000))), "89": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1300000, of: 3000000))), "90": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1350000, of: 3000000))), "91": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1400000, of: 3000000))), "92": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1450000, of: 3000000))), "93": .loading(Loading(previous: SampleEpisode.data, progress: LoadProgress(completed: 1500000, of: 3000000)))])
    m.expect(fetchRequests, "-----\'95\' 540ms \'95\'", ["95": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `store, a launch`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-1.json"))
  )
  let fixture2 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-2.json"))
  )
  let fixture3 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-3.json"))
  )
  let fixture4 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-4.json"))
  )
  let fixture5 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-5.json"))
  )
  let fixture6 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-6.json"))
  )
  let fixture7 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-7.json"))
  )
  let fixture8 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-8.json"))
  )
  let fixture9 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-9.json"))
  )
  let fixture10 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-10.json"))
  )
  let fixture11 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-11.json"))
  )
  let fixture12 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-12.json"))
  )
  let fixture13 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-13.json"))
  )
  let fixture14 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-14.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(750)) { m in
    // The load function 'read', 1 calls
    let readAnswers = m.cold("#f", [:] as [String: SavedValues], failures: ["f": SavedFile.Trouble.missing])
    let readRequests = PublishRelay<NoRequest>()
    let read: @Sendable () async throws -> SavedValues = {
      readRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await readAnswers()
    }
    // The load function 'write', 5 calls
    let writeAnswers = m.cold("(\'95\'|)", ["95": ()] as [String: ()], then: ["(\'95\'|)", "(\'95\'|)", "(\'95\'|)", "--(\'95\'|)"])
    let writeRequests = PublishRelay<SavedValues>()
    let write: @Sendable (SavedValues) async throws -> () = { request in
      writeRequests.accept(request)
      await PlantedDefect.delay()
      return try await writeAnswers()
    }
    // The load function 'page', 8 calls
    let pageAnswers = m.cold("---(R|)", ["R": Page(fixture1, next: 2, total: 36), "t": Page(fixture10, next: 3, total: 36), "L": Page(fixture11, next: nil, total: 36), "8": Page(fixture4, next: 2, total: 36), "74": Page(fixture5, next: 2, total: 15), "79": Page(fixture12, next: nil, total: 15), "96": Page(fixture1, next: 2, total: 40)] as [String: Page<Int, Movie>], failures: ["F": APIError.status(500)], then: ["---#F", "---(t|)", "---(L|)", "---(8|)", "---(\'74\'|)", "---(\'79\'|)", "---(\'96\'|)"])
    let pageRequests = PublishRelay<PageRequest<MovieQuery, Int>>()
    let page: @Sendable (PageRequest<MovieQuery, Int>) async throws -> Page<Int, Movie> = { request in
      pageRequests.accept(request)
      await PlantedDefect.delay()
      return try await pageAnswers()
    }
    // The load function 'details', 3 calls
    let detailsAnswers = m.cold("---(\'65\'|)", ["65": MovieDetails(movie: Movie(id: 1, title: "The Lighthouse at Noon", year: 1974, poster: "/the-lighthouse-at-noon.png"), facts: MovieFacts(id: 1, rating: 7.2, votes: 7714, minutes: 161, genres: [2, 5], cast: ["Jonas Keller", "Dario Nakata", "Tove Farrow"], adults: false), similar: fixture13), "69": MovieDetails(movie: Movie(id: 2, title: "Paper Comets", year: 2003, poster: "/paper-comets.jpg"), facts: MovieFacts(id: 2, rating: 7.5, votes: 5831, minutes: 97, genres: [5, 6], cast: ["Rosa Hartog", "Rosa Duarte", "Clara Lindqvist"], adults: false), similar: fixture14)] as [String: MovieDetails], failures: ["F": APIError.status(500)], then: ["---#F", "---(\'69\'|)"])
    let detailsRequests = PublishRelay<Int>()
    let details: @Sendable (Int) async throws -> MovieDetails = { request in
      detailsRequests.accept(request)
      await PlantedDefect.delay()
      return try await detailsAnswers()
    }
    let model = m.keep(Store(MovieApp.State()) { MovieApp(source: MovieSource(page: { try await page(PageRequest(key: $0, cursor: $1)) }, details: details, genres: { [] }), saved: SavedMovies(read: read, write: write), clock: m.clock) })
    // The lane 'send', 135 entries
    m.hot("-D--(eee)---(movibdghjkpqrr)---s---(movibdghjkpquwxyzABCGHJK)---(movibdghjkpquwxyzABCGHJKNOPSUVWXYZ05)(movibdghjkpquwxyzABCGHJKNOPSUVWXYZ05)r6---e(\'63\' \'63\' \'63\')---\'66\'---\'68\'---\'66\'(\'70\' \'71\' \'72\') 230ms \'76\'---\'76\' \'81\'(\'82\' \'85\' \'88\' \'90\' \'92\')", ["D": MovieApp.Action.saved(SavedMovies.Action.restore), "e": MovieApp.Action.lists(MovieLists.Action.show(MovieList.popular)), "m": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(38))), "o": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(13))), "v": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(11))), "i": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(36))), "b": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(7))), "d": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(17))), "g": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(1))), "h": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(32))), "j": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(27))), "k": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(19))), "p": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(6))), "q": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(2))), "r": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.next)), "s": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.retry)), "u": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(30))), "w": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(24))), "x": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(12))), "y": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(15))), "z": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(33))), "A": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(29))), "B": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(14))), "C": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(23))), "G": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(40))), "H": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(26))), "J": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(4))), "K": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(31))), "N": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(37))), "O": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(8))), "P": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(22))), "S": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(34))), "U": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(16))), "V": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(9))), "W": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(21))), "X": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(10))), "Y": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(3))), "Z": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(25))), "0": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(20))), "5": MovieApp.Action.lists(MovieLists.Action.pages(PagingAction<MovieQuery, Int, Movie>.visible(39))), "6": MovieApp.Action.lists(MovieLists.Action.show(MovieList.top)), "63": MovieApp.Action.open(1), "66": MovieApp.Action.open(2), "68": MovieApp.Action.detail(2, LoadingAction<NoRequest, MovieDetails, Never>.retry), "70": MovieApp.Action.search(MovieSearch.Action.typed("t")), "71": MovieApp.Action.search(MovieSearch.Action.typed("th")), "72": MovieApp.Action.search(MovieSearch.Action.typed("the")), "76": MovieApp.Action.search(MovieSearch.Action.results(PagingAction<MovieQuery, Int, Movie>.next)), "81": MovieApp.Action.search(MovieSearch.Action.typed("")), "82": MovieApp.Action.saved(SavedMovies.Action.edit(SavedEdit.favorite(2))), "85": MovieApp.Action.saved(SavedMovies.Action.edit(SavedEdit.favorite(1))), "88": MovieApp.Action.saved(SavedMovies.Action.edit(SavedEdit.see(1))), "90": MovieApp.Action.saved(SavedMovies.Action.edit(SavedEdit.sort(MovieOrder(rawValue: "title")!))), "92": MovieApp.Action.saved(SavedMovies.Action.edit(SavedEdit.adults(true)))]) { _ = model.send($0) }
    // The lane 'states.map(\.lists.pages.loadable).removeDuplicates()', 14 entries
    m.expect(model.states.map(\.lists.pages.loadable).removeDuplicates(), "n---l--12--I2--4T--3---l--93 430ms l--\'97\'", ["n": .notRequested, "l": .loading, "1": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture1, append: .idle, total: 36)), "2": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture1, append: .loading(attempt: 0), total: 36)), "I": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture1, append: .failed(LoadError(APIError.status(500))), total: 36)), "4": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture2, append: .idle, total: 36)), "T": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture2, append: .loading(attempt: 0), total: 36)), "3": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: false), fixture3, total: 36)), "9": .loaded(PagedList(key: MovieQuery(list: MovieList.top, adults: false), fixture4, append: .idle, total: 36)), "97": .loaded(PagedList(key: MovieQuery(list: MovieList.popular, adults: true), fixture1, append: .idle, total: 40))])
    // The lane 'states.map(\.search.results.loadable).removeDuplicates()', 6 entries
    m.expect(model.states.map(\.search.results.loadable).removeDuplicates(), "n 600ms l--\'75\' \'77\'--\'80\'-n", ["n": .notRequested, "l": .loading, "75": .loaded(PagedList(key: MovieQuery(list: MovieList.found("the"), adults: false), fixture5, append: .idle, total: 15)), "77": .loaded(PagedList(key: MovieQuery(list: MovieList.found("the"), adults: false), fixture5, append: .loading(attempt: 0), total: 15)), "80": .loaded(PagedList(key: MovieQuery(list: MovieList.found("the"), adults: false), fixture6, total: 15))])
    // The lane 'states.map(\.favorites).removeDuplicates()', 3 entries
    m.expect(model.states.map(\.favorites).removeDuplicates(), "a 700ms (\'83\' \'86\')", ["a": fixture7, "83": fixture8, "86": fixture9])
    m.expect(readRequests, "-c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(writeRequests, "710ms (\'84\' \'87\' \'89\' \'91\' \'93\')", ["84": SavedValues(favorites: [2], seen: [], order: MovieOrder(rawValue: "added")!, adults: false), "87": SavedValues(favorites: [2, 1], seen: [], order: MovieOrder(rawValue: "added")!, adults: false), "89": SavedValues(favorites: [2, 1], seen: [1], order: MovieOrder(rawValue: "added")!, adults: false), "91": SavedValues(favorites: [2, 1], seen: [1], order: MovieOrder(rawValue: "title")!, adults: false), "93": SavedValues(favorites: [2, 1], seen: [1], order: MovieOrder(rawValue: "title")!, adults: true)] as [String: SavedValues])
    m.expect(pageRequests, "----M---Q---Q---E------7 370ms \'73\'---\'78\'-----\'94\'", ["M": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.popular, adults: false), cursor: nil, direction: PageRequest<MovieQuery, Int>.Direction.first), "Q": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.popular, adults: false), cursor: 2, direction: PageRequest<MovieQuery, Int>.Direction.first), "E": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.popular, adults: false), cursor: 3, direction: PageRequest<MovieQuery, Int>.Direction.first), "7": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.top, adults: false), cursor: nil, direction: PageRequest<MovieQuery, Int>.Direction.first), "73": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.found("the"), adults: false), cursor: nil, direction: PageRequest<MovieQuery, Int>.Direction.first), "78": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.found("the"), adults: false), cursor: 2, direction: PageRequest<MovieQuery, Int>.Direction.first), "94": PageRequest<MovieQuery, Int>(key: MovieQuery(list: MovieList.popular, adults: true), cursor: nil, direction: PageRequest<MovieQuery, Int>.Direction.first)] as [String: PageRequest<MovieQuery, Int>])
    m.expect(detailsRequests, "280ms \'64\'---\'67\'---\'67\'", ["64": 1, "67": 2] as [String: Int])
  }
}

@MainActor @Test func `store, a launch 2`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-2-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(20)) { m in
    // The load function 'read', 1 calls
    let readAnswers = m.cold("(e|)", ["e": SavedValues(favorites: [2, 1], seen: [1], order: MovieOrder(rawValue: "title")!, adults: true)] as [String: SavedValues])
    let readRequests = PublishRelay<NoRequest>()
    let read: @Sendable () async throws -> SavedValues = {
      readRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await readAnswers()
    }
    // The load function 'write', 0 calls
    let writeAnswers = m.cold("-", [:] as [String: ()])
    let writeRequests = PublishRelay<SavedValues>()
    let write: @Sendable (SavedValues) async throws -> () = { request in
      writeRequests.accept(request)
      await PlantedDefect.delay()
      return try await writeAnswers()
    }
    // The load function 'page', 0 calls
    let pageAnswers = m.cold("-", [:] as [String: Page<Int, Movie>])
    let pageRequests = PublishRelay<PageRequest<MovieQuery, Int>>()
    let page: @Sendable (PageRequest<MovieQuery, Int>) async throws -> Page<Int, Movie> = { request in
      pageRequests.accept(request)
      await PlantedDefect.delay()
      return try await pageAnswers()
    }
    // The load function 'details', 0 calls
    let detailsAnswers = m.cold("-", [:] as [String: MovieDetails])
    let detailsRequests = PublishRelay<Int>()
    let details: @Sendable (Int) async throws -> MovieDetails = { request in
      detailsRequests.accept(request)
      await PlantedDefect.delay()
      return try await detailsAnswers()
    }
    let model = m.keep(Store(MovieApp.State()) { MovieApp(source: MovieSource(page: { try await page(PageRequest(key: $0, cursor: $1)) }, details: details, genres: { [] }), saved: SavedMovies(read: read, write: write), clock: m.clock) })
    // The lane 'send', 1 entries
    m.hot("-D", ["D": MovieApp.Action.saved(SavedMovies.Action.restore)]) { _ = model.send($0) }
    // The lane 'states.map(\.lists.pages.loadable).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.lists.pages.loadable).removeDuplicates(), "n", ["n": .notRequested])
    // The lane 'states.map(\.search.results.loadable).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.search.results.loadable).removeDuplicates(), "n", ["n": .notRequested])
    // The lane 'states.map(\.favorites).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.favorites).removeDuplicates(), "a", ["a": fixture1])
    m.expect(readRequests, "-c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(writeRequests, "-", [:] as [String: SavedValues])
    m.expect(pageRequests, "-", [:] as [String: PageRequest<MovieQuery, Int>])
    m.expect(detailsRequests, "-", [:] as [String: Int])
  }
}

@MainActor @Test func `store, a launch 3`() throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let fixture1 = try JSONDecoder().decode(
    Array<Movie>.self,
    from: Data(contentsOf: folder.appending(path: "Fixtures/store-a-launch-3-1.json"))
  )
  marbles(frame: .milliseconds(10), until: .milliseconds(20)) { m in
    // The load function 'read', 1 calls
    let readAnswers = m.cold("#f", [:] as [String: SavedValues], failures: ["f": SavedFile.Trouble.broken(kept: "movies.json.broken")])
    let readRequests = PublishRelay<NoRequest>()
    let read: @Sendable () async throws -> SavedValues = {
      readRequests.accept(NoRequest())
      await PlantedDefect.delay()
      return try await readAnswers()
    }
    // The load function 'write', 0 calls
    let writeAnswers = m.cold("-", [:] as [String: ()])
    let writeRequests = PublishRelay<SavedValues>()
    let write: @Sendable (SavedValues) async throws -> () = { request in
      writeRequests.accept(request)
      await PlantedDefect.delay()
      return try await writeAnswers()
    }
    // The load function 'page', 0 calls
    let pageAnswers = m.cold("-", [:] as [String: Page<Int, Movie>])
    let pageRequests = PublishRelay<PageRequest<MovieQuery, Int>>()
    let page: @Sendable (PageRequest<MovieQuery, Int>) async throws -> Page<Int, Movie> = { request in
      pageRequests.accept(request)
      await PlantedDefect.delay()
      return try await pageAnswers()
    }
    // The load function 'details', 0 calls
    let detailsAnswers = m.cold("-", [:] as [String: MovieDetails])
    let detailsRequests = PublishRelay<Int>()
    let details: @Sendable (Int) async throws -> MovieDetails = { request in
      detailsRequests.accept(request)
      await PlantedDefect.delay()
      return try await detailsAnswers()
    }
    let model = m.keep(Store(MovieApp.State()) { MovieApp(source: MovieSource(page: { try await page(PageRequest(key: $0, cursor: $1)) }, details: details, genres: { [] }), saved: SavedMovies(read: read, write: write), clock: m.clock) })
    // The lane 'send', 1 entries
    m.hot("-D", ["D": MovieApp.Action.saved(SavedMovies.Action.restore)]) { _ = model.send($0) }
    // The lane 'states.map(\.lists.pages.loadable).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.lists.pages.loadable).removeDuplicates(), "n", ["n": .notRequested])
    // The lane 'states.map(\.search.results.loadable).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.search.results.loadable).removeDuplicates(), "n", ["n": .notRequested])
    // The lane 'states.map(\.favorites).removeDuplicates()', 1 entries
    m.expect(model.states.map(\.favorites).removeDuplicates(), "a", ["a": fixture1])
    m.expect(readRequests, "-c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(writeRequests, "-", [:] as [String: SavedValues])
    m.expect(pageRequests, "-", [:] as [String: PageRequest<MovieQuery, Int>])
    m.expect(detailsRequests, "-", [:] as [String: Int])
  }
}

@MainActor @Test func `welcome, the welcome`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(110)) { m in
    // The load function 'fetch', 5 calls
    let fetchAnswers = m.cold("-(W|)", ["W": "Welcome, Ada!", "i": "Willkommen, Ada!", "a": "Willkommen, Ada! (2)", "B": "Benvenuta, Ada! (2)"] as [String: String], failures: ["f": APIError.status(500)], then: ["-(i|)", "-(a|)", "-#f", "-(B|)"])
    let fetchRequests = PublishRelay<Welcome.Request>()
    let fetch: @Sendable (Welcome.Request) async throws -> String = { request in
      fetchRequests.accept(request)
      await PlantedDefect.delay()
      return try await fetchAnswers()
    }
    let model = m.keep(Store(WelcomeApp.State()) { WelcomeApp(fetch: fetch) })
    // The lane 'send', 5 entries
    m.hot("-D-m-c-b-h", ["D": WelcomeApp.Action.logIn("Ada"), "m": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.loaded(Welcome.Action.speak(language: "de"))), "c": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.refresh), "b": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.loaded(Welcome.Action.speak(language: "it"))), "h": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.retry)]) { _ = model.send($0) }
    // The lane 'states.map(\.line).removeDuplicates()', 11 entries
    m.expect(model.states.map(\.line).removeDuplicates(), "NLWoikadtdB", ["N": "Not logged in.", "L": "Loading for Ada in “en” …", "W": "Welcome, Ada!", "o": "Loading for Ada in “de” … Still: Welcome, Ada!", "i": "Willkommen, Ada!", "k": "Willkommen, Ada! …", "a": "Willkommen, Ada! (2)", "d": "Loading for Ada in “it” … Still: Willkommen, Ada! (2)", "t": "No “it”: The server answered with status 500. Still: Willkommen, Ada! (2)", "B": "Benvenuta, Ada! (2)"])
    m.expect(fetchRequests, "-e-l-l-g-g", ["e": Welcome.Request(name: "Ada", language: "en"), "l": Welcome.Request(name: "Ada", language: "de"), "g": Welcome.Request(name: "Ada", language: "it")] as [String: Welcome.Request])
  }
}
