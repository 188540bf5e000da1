// swift-format-ignore-file
// Printed by SceneRecordingTests.swift.

import Foundation
import LoadableTesting
import ReactiveStore
import Testing

@testable import Demo

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
    let fetchAnswers = m.cold(PlantedDefect.late + "---------(s|)", ["s": fixture1, "a": fixture2] as [String: Account], failures: ["f": APIError.status(500)], then: ["---------(a|)", "---------#f"])
    let fetchRequests = m.keep(PublishRelay<NoRequest>())
    let fetch: @Sendable () async throws(APIError) -> Account = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    m.expect(fetchRequests, "-c----------c---------c", ["c": NoRequest()] as [String: NoRequest])
    let model = m.keep(Loader(policy: .api.planted, fetch))
    // The lane 'loadIfNeeded', 2 entries
    m.hot("-c---------c") { _ = model.loadIfNeeded() }
    // The lane 'refresh', 2 entries
    m.hot("------------c---------c") { _ = model.refresh() }
    // The lane 'states', 7 entries
    m.expect(model.states, "nl--------S-r--------AR--------F", ["n": .notRequested, "l": .loading, "S": .loaded(fixture1), "r": .loading(Loading(previous: fixture1, cause: .refresh)), "A": .loaded(fixture2), "R": .loading(Loading(previous: fixture2, cause: .refresh)), "F": .failed(APIError.status(500), previous: fixture2, cause: .refresh)])
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
    // Uses the memberwise initializers of ListeningQueue.Item; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'fetch', 3 calls
    let fetchAnswers = m.cold(PlantedDefect.late + "-----(a|)", ["a": fixture1, "s": fixture9, "m": fixture8] as [String: ListeningQueue], then: ["-----(s|)", "-----(m|)"])
    let fetchRequests = m.keep(PublishRelay<NoRequest>())
    let fetch: @Sendable () async throws(APIError) -> ListeningQueue = { () async throws(APIError) in
      fetchRequests.accept(NoRequest())
      return try await fetchAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'change', 2 calls
    let changeAnswers = m.cold(PlantedDefect.late + "140ms #f", ["o": ListeningQueue.Item(id: "30-for-30-podcasts", title: "A better title", isLiked: false, number: 2)] as [String: ListeningQueue.Item], failures: ["f": APIError.status(500)], then: ["180ms (o|)"])
    let changeRequests = m.keep(PublishRelay<QueueEdit>())
    let change: @Sendable (QueueEdit) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      changeRequests.accept(request)
      return try await changeAnswers(orCancelled: APIError.cancelled)
    }
    // The load function 'put', 1 call
    let putAnswers = m.cold(PlantedDefect.late + "180ms (y|)", ["y": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: 6)] as [String: ListeningQueue.Item])
    let putRequests = m.keep(PublishRelay<ListeningQueue.Item>())
    let put: @Sendable (ListeningQueue.Item) async throws(APIError) -> ListeningQueue.Item = { request async throws(APIError) in
      putRequests.accept(request)
      return try await putAnswers(orCancelled: APIError.cancelled)
    }
    m.expect(fetchRequests, "-c 130ms c 160ms c", ["c": NoRequest()] as [String: NoRequest])
    m.expect(changeRequests, "----------(ie)", ["i": QueueEdit.like("13-minutes-to-the-moon"), "e": QueueEdit.rename("30-for-30-podcasts", to: "A better title")] as [String: QueueEdit])
    m.expect(putRequests, "----------b", ["b": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)] as [String: ListeningQueue.Item])
    let model = m.keep(EditableQueueModel(fetch: fetch, change: change, put: put))
    // The lane 'load', 3 entries
    m.hot("-c 130ms c 160ms c") { _ = model.load() }
    // The lane 'change', 2 entries
    m.hot("----------(ie)", ["i": QueueEdit.like("13-minutes-to-the-moon"), "e": QueueEdit.rename("30-for-30-podcasts", to: "A better title")]) { _ = model.change($0) }
    // The lane 'add', 1 entry
    m.hot("----------b", ["b": ListeningQueue.Item(id: "by-phone", title: "Added here", isLiked: false, number: nil)]) { _ = model.add($0) }
    // The lane 'states', 12 entries
    m.expect(model.states, "nl----A---(TUE)----r----B---F---L---R----M", ["n": .notRequested, "l": .loading, "A": .loaded(fixture1), "T": .loaded(fixture2), "U": .loaded(fixture3), "E": .loaded(fixture4), "r": .loading(Loading(previous: fixture4)), "B": .loaded(fixture5), "F": .loaded(fixture6), "L": .loaded(fixture7), "R": .loading(Loading(previous: fixture7)), "M": .loaded(fixture8)])
  }
}

@MainActor @Test func `welcome, the welcome`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(110)) { m in
    // Uses the memberwise initializers of Welcome.Request; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'fetch', 5 calls
    let fetchAnswers = m.cold(PlantedDefect.late + "-(W|)", ["W": "Welcome, Ada!", "i": "Willkommen, Ada!", "m": "Willkommen, Ada! (2)", "B": "Benvenuta, Ada! (2)"] as [String: String], failures: ["f": APIError.status(500)], then: ["-(i|)", "-(m|)", "-#f", "-(B|)"])
    let fetchRequests = m.keep(PublishRelay<Welcome.Request>())
    let fetch: @Sendable (Welcome.Request) async throws -> String = { request in
      fetchRequests.accept(request)
      return try await fetchAnswers()
    }
    m.expect(fetchRequests, "-e-d-d-t-t", ["e": Welcome.Request(name: "Ada", language: "en"), "d": Welcome.Request(name: "Ada", language: "de"), "t": Welcome.Request(name: "Ada", language: "it")] as [String: Welcome.Request])
    let model = m.keep(Store(WelcomeApp.State()) { WelcomeApp(fetch: fetch) })
    // The lane 'send', 5 entries
    m.hot("-l-w-c-a-r", ["l": WelcomeApp.Action.logIn("Ada"), "w": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.loaded(Welcome.Action.speak(language: "de"))), "c": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.refresh), "a": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.loaded(Welcome.Action.speak(language: "it"))), "r": WelcomeApp.Action.welcome(LoadingAction<Welcome.Request, Welcome.State, Welcome.Action>.retry)]) { _ = model.send($0) }
    // The lane 'states.map(\.line).removeDuplicates()', 11 entries
    m.expect(model.states.map(\.line).removeDuplicates(), "NLWoikmnTnB", ["N": "Not logged in.", "L": "Loading for Ada in “en” …", "W": "Welcome, Ada!", "o": "Loading for Ada in “de” … Still: Welcome, Ada!", "i": "Willkommen, Ada!", "k": "Willkommen, Ada! …", "m": "Willkommen, Ada! (2)", "n": "Loading for Ada in “it” … Still: Willkommen, Ada! (2)", "T": "No “it”: The server answered with status 500. Still: Willkommen, Ada! (2)", "B": "Benvenuta, Ada! (2)"])
  }
}
