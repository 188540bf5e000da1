// swift-format-ignore-file
// Printed by ScriptTests.swift.

import Foundation
import LoadableTesting
import Testing

@MainActor @Test func `script 0`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(210)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "a", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "-", "-", "-", "-", "--#f", "----(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 calls
    let countAnswers = m.cold("-", [:] as [String: Int])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 7, clock: m.clock, search: search, count: count))
    // The lane 'query', 8 entries
    m.hot("-ss--(aw)--a-b-b", ["s": "sw", "a": "", "w": "swift \"", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--------0(00)---e0", ["0": 0, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nll--(ll)--l-l-l-1-----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ScriptModel.Podcast(title: "a", episodes: 2)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n------------ln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "-ss--(aw)--a-b-b---b", ["s": "sw", "a": "", "w": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "130ms d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 1`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(280)) { m in
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["t": [ScriptModel.Podcast(title: "", episodes: nil)], "i": [ScriptModel.Podcast(title: "", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(t|)", "-", "-----#f", "-----(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(2|)", ["2": 2] as [String: Int], then: ["-----(2|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("------se-a----sa", ["s": "swift \"", "e": "a", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--ddd2-2---d-2", ["d": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 9 entries
    m.expect(model.podcasts, "n-----ll-l-E--lR----1------A", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "", episodes: nil)]), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)])), "1": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)], attempt: 1)), "A": .loaded([ScriptModel.Podcast(title: "", episodes: 3)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-l----D---r----D", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2))])
    m.expect(searchRequests, "------se-a----sa------a", ["s": "swift \"", "e": "a", "a": ""] as [String: String])
    m.expect(countRequests, "--b--------b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 2`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["t": [ScriptModel.Podcast(title: "swift \"", episodes: 3)], "i": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["--(t|)", "-", "--#f", "-----(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["4": 4, "3": 3, "8": 8] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-(4|)", "-(3|)", "---#f", "---(8|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("----sw---s--sh", ["s": "sw", "w": "swift \"", "h": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--22-0-e-0e---2", ["2": 2, "0": 0, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n---ll-E-l---l-1------A", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 3)]), "1": .loading(Loading(attempt: 1)), "A": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 10 entries
    m.expect(model.total, "n-l--n-lD-rg--R--a----j", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "g": .loaded(3), "R": .loading(Loading(previous: 3)), "a": .loading(Loading(previous: 3, attempt: 1)), "j": .loaded(8)])
    m.expect(searchRequests, "----sw---s---h---h", ["s": "sw", "w": "swift \"", "h": "a"] as [String: String])
    m.expect(countRequests, "--d----d--d---d----d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 3`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "sw", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(R|)", "-", "--#f", "-----#f"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(8|)", ["8": 8] as [String: Int], failures: ["f": ScriptModel.Fault.offline], then: ["-#f"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 0, clock: m.clock, search: search, count: count))
    // The lane 'query', 9 entries
    m.hot("-s--bw--(bb)bs---s", ["s": "swift \"", "b": "", "w": "sw"]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("---2----1-0-2", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nl--ll-El-l-F-l----F", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "sw", episodes: 5)]), "F": .failed(LoadError(ScriptModel.Fault.offline))])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--l----D---ra", ["n": .notRequested, "l": .loading, "D": .loaded(8), "r": .loading(Loading(previous: 8)), "a": .failed(LoadError(ScriptModel.Fault.offline), previous: 8)])
    m.expect(searchRequests, "-s--bw--b-s---s", ["s": "swift \"", "b": "", "w": "sw"] as [String: String])
    m.expect(countRequests, "---d--------d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 4`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "a", episodes: nil)], "e": []] as [String: Array<ScriptModel.Podcast>], then: ["-", "---(R|)", "----(e|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", [:] as [String: Int], then: ["-", "-", "-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("------s--s-d---s", ["s": "swift \"", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("--(11)--2020--00", ["1": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-----l--l-l--Er---D", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "a", episodes: nil)])), "D": .loaded([])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-(ll)--lnln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "------s--s-d---s", ["s": "swift \"", "d": "a"] as [String: String])
    m.expect(countRequests, "--(bb)--b-b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 5`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-----(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["9": 9] as [String: Int], then: ["----(9|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 9 entries
    m.hot("---s--(wa)s--sasw", ["s": "sw", "w": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("-0---1--0---2", ["0": 0, "1": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "n--l--(ll)l--llll----E", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n----l--n---l---D", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---s--(wa)s--sasw", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-----b------b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 6`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "a", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-----(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 3 calls
    let countAnswers = m.cold("-", [:] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-#f", "-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 4 entries
    m.hot("-------s-a-e", ["s": "swift \"", "a": "", "e": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("--0(0d)--0-0-2(2d)--0", ["0": 0, "d": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 5 entries
    m.expect(model.podcasts, "n------l-l-l----E", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "a", episodes: 3)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n--l--n---l1--n", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1))])
    m.expect(searchRequests, "-------s-a-e", ["s": "swift \"", "a": "", "e": "a"] as [String: String])
    m.expect(countRequests, "---b------b--b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 7`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("--#f", ["R": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-", "-", "-", "---(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-(2|)", ["2": 2] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-#f"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 9 entries
    m.hot("--d---ss-(ds)b-b--s", ["d": "a", "s": "sw", "b": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("--0----1-1-0", ["0": 0, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n-l-F-ll-(ll)l-l--l--E", ["n": .notRequested, "l": .loading, "F": .failed(LoadError(ScriptModel.Fault.status(503))), "E": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n------lDra", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2)), "a": .failed(LoadError(ScriptModel.Fault.status(503)), previous: 2)])
    m.expect(searchRequests, "--d---ss-(ds)b-b--s", ["d": "a", "s": "sw", "b": ""] as [String: String])
    m.expect(countRequests, "-------e-e", ["e": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 8`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(160)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["t": [ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["---#f", "-", "--(t|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-----(4|)", ["4": 4, "0": 0] as [String: Int], then: ["-", "-(0|)", "--(4|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("--s-e-----s-(ss)", ["s": "sw", "e": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-d--2---(d0)(dd)---d", ["d": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-l-l--1--l-E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "nl----D-(rD)rg--R-D", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "g": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "--s-e----es", ["s": "sw", "e": "a"] as [String: String])
    m.expect(countRequests, "-b------bb---b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 9`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(140)) { m in
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-----#f", "-----(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["e": 1] as [String: Int], then: ["--(e|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 4 entries
    m.hot("--(ab)-----s", ["a": "", "b": "a", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("------(02)e2022-(00)", ["0": 0, "2": 2, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-(ll)----1l----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l--nl-D", ["n": .notRequested, "l": .loading, "D": .loaded(1)])
    m.expect(searchRequests, "--(ab)-----s", ["a": "", "b": "a", "s": "swift \""] as [String: String])
    m.expect(countRequests, "------d---d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 10`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["b": [], "R": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "--(b|)", "-", "--(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 calls
    let countAnswers = m.cold("--(4|)", ["4": 4] as [String: Int])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 0, clock: m.clock, search: search, count: count))
    // The lane 'query', 7 entries
    m.hot("---swa---s--w-w", ["s": "sw", "w": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 6 entries
    m.hot("----0--002-2-0", ["0": 0, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n--lll-D-l--l-E", ["n": .notRequested, "l": .loading, "D": .loaded([]), "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n--------l-e", ["n": .notRequested, "l": .loading, "e": .loaded(4)])
    m.expect(searchRequests, "---swa---s--w", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "---------d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 11`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["d": []] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "---(d|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 6 calls
    let countAnswers = m.cold("-#f", ["3": 3, "0": 0] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-(3|)", "----(0|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 2, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("---s--(aa)-a-a", ["s": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-1---2--22-0-2-2", ["1": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n--l--(ll)-l-l--D", ["n": .notRequested, "l": .loading, "D": .loaded([])])
    // The lane 'total', 11 entries
    m.expect(model.total, "nlF--l--ll-F-ler---g", ["n": .notRequested, "l": .loading, "F": .failed(LoadError(ScriptModel.Fault.status(503))), "e": .loaded(3), "r": .loading(Loading(previous: 3)), "g": .loaded(0)])
    m.expect(searchRequests, "---s--(aa)-a-a", ["s": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-b---b--bb---b-b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 12`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(220)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "swift \"", episodes: 5)], "t": [ScriptModel.Podcast(title: "sw", episodes: 1)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-(R|)", "-(t|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", ["7": 7] as [String: Int], failures: ["f": ScriptModel.Fault.offline], then: ["-----#f", "---#f", "--(7|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("-----e--s--w-s", ["e": "a", "s": "sw", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("---dd--(0d)-(gd)-dg", ["d": 2, "0": 0, "g": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n----l--l--lElA", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)]), "A": .loaded([ScriptModel.Podcast(title: "sw", episodes: 1)])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n--l---(nl)----1----2---D", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "D": .loaded(7)])
    m.expect(searchRequests, "-----e--s--w-s", ["e": "a", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---b---b------b----b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 13`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 9 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-", "--(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 3 calls
    let countAnswers = m.cold("-(4|)", ["4": 4, "8": 8] as [String: Int], then: ["-", "---(8|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 6, clock: m.clock, search: search, count: count))
    // The lane 'query', 10 entries
    m.hot("----(sw)--w(sa)---(ew)ae", ["s": "sw", "w": "swift \"", "a": "", "e": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 3 entries
    m.hot("--1---21", ["1": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n---(ll)--l(ll)---(ll)ll-E", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n-lD--rr--d", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "d": .loaded(8)])
    m.expect(searchRequests, "----(sw)--w(sa)---(ew)ae", ["s": "sw", "w": "swift \"", "a": "", "e": "a"] as [String: String])
    m.expect(countRequests, "--b---bb", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 14`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "---#f", "-", "---(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["1": 1] as [String: Int], then: ["-(1|)", "-", "-", "-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("-----s-(sa)---d-s", ["s": "sw", "a": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("---21--10-(22)0", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n----l-(ll)--Fl-l--E", ["n": .notRequested, "l": .loading, "F": .failed(LoadError(ScriptModel.Fault.status(503))), "E": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--llD-rD-(rr)D", ["n": .notRequested, "l": .loading, "D": .loaded(1), "r": .loading(Loading(previous: 1))])
    m.expect(searchRequests, "-----s-(sa)---d-s", ["s": "sw", "a": "", "d": "a"] as [String: String])
    m.expect(countRequests, "---bb--b--(bb)", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 15`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["t": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "---(t|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-(9|)", ["9": 9, "6": 6, "7": 7] as [String: Int], then: ["-", "-(6|)", "---(7|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("----------eaes", ["e": "a", "a": "", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("-0-(21)-1011--1", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n---------llll--E", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--lDrDrd--R--f", ["n": .notRequested, "l": .loading, "D": .loaded(9), "r": .loading(Loading(previous: 9)), "d": .loaded(6), "R": .loading(Loading(previous: 6)), "f": .loaded(7)])
    m.expect(searchRequests, "----------eaes", ["e": "a", "a": "", "s": "swift \""] as [String: String])
    m.expect(countRequests, "---b-b-b---b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 16`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-(R|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["9": 9] as [String: Int], then: ["-(9|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 2, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("---b--a--s---w", ["b": "a", "a": "", "s": "sw", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("---1002--0-0(00)", ["1": 1, "0": 0, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n--l--l--l---lE", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--ln-lD", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---b--a--s---w", ["b": "a", "a": "", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---d--d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 17`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 7 calls
    let searchAnswers = m.cold("--#f", ["e": [ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-(e|)", "--#f", "-", "-", "-", "-----(e|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", [:] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-#f", "----#f", "---#f"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 8 entries
    m.hot("-s-----(ss)---ws(as)", ["s": "sw", "w": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--d-0--(0g)-d", ["d": 1, "0": 0, "g": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "nl-1--Er-R-lr(lr)----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)])), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)], attempt: 1))])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-l-n--l1----2----F", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "F": .failed(LoadError(ScriptModel.Fault.status(503)))])
    m.expect(searchRequests, "-s---s-s---ws(as)", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "--b----b-b-----b", ["b": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 18`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-(e|)", ["e": [ScriptModel.Podcast(title: "swift \"", episodes: 4)], "t": [ScriptModel.Podcast(title: "", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-----(t|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("--(0|)", ["0": 0] as [String: Int], then: ["-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 0, clock: m.clock, search: search, count: count))
    // The lane 'query', 7 entries
    m.hot("-s--(ab)--b-s-a", ["s": "swift \"", "a": "", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 6 entries
    m.hot("------(21)-1---(20)0", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "nlE-(ll)----r-l----A", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "swift \"", episodes: 4)])), "A": .loaded([ScriptModel.Podcast(title: "", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l-D---(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "-s--(ab)----s-a", ["s": "swift \"", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "------d-----d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 19`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-----(e|)", ["e": [ScriptModel.Podcast(title: "", episodes: 4)], "t": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "--(t|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("----(6|)", ["6": 6] as [String: Int], then: ["-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("--a---a-sd----w", ["a": "", "s": "sw", "d": "a", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("----0-21-12-(10)", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-l----Err----r-A", ["n": .notRequested, "l": .loading, "E": .loaded([ScriptModel.Podcast(title: "", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: 4)])), "A": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l---D-(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(6), "R": .loading(Loading(previous: 6))])
    m.expect(searchRequests, "--a-----sd----w", ["a": "", "s": "sw", "d": "a", "w": "swift \""] as [String: String])
    m.expect(countRequests, "------b-----b", ["b": NoRequest()] as [String: NoRequest])
  }
}
