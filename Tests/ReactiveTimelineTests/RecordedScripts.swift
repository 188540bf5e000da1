// swift-format-ignore-file
// Printed by ScriptTests.swift.

import Foundation
import LoadableTesting
import Testing

@Test func `script 0`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(210)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: 2)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.offline], then: ["-", "-", "-", "-", "-", "--#F", "----(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 calls
    let countAnswers = m.cold("-", [:] as [String: Int])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 7, clock: m.clock, search: search, count: count))
    // The lane 'query', 8 entries
    m.hot("-ss--(aw)--a-b-b", ["s": "sw", "a": "", "w": "swift \"", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--------0(00)---d0", ["0": 0, "d": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nll--(ll)--l-l-l-1-----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: 2)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n------------ln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "-ss--(aw)--a-b-b---b", ["s": "sw", "a": "", "w": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "130ms c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 1`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(280)) { m in
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["e": [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)], "t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: 3)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.offline], then: ["-", "--(e|)", "-", "-----#F", "-----(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(2|)", ["2": 2] as [String: Int], then: ["-----(2|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("------sd-a----sa", ["s": "swift \"", "d": "a", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--bbb2-2---b-2", ["b": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 9 entries
    m.expect(model.podcasts, "n-----ll-l-E--lR----1------A", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)]), "R": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)])), "1": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)], attempt: 1)), "A": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: 3)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-l----D---r----D", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2))])
    m.expect(searchRequests, "------sd-a----sa------a", ["s": "swift \"", "d": "a", "a": ""] as [String: String])
    m.expect(countRequests, "--c--------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 2`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["e": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 3)], "t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["--(e|)", "-", "--#F", "-----(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["4": 4, "3": 3, "8": 8] as [String: Int], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-(4|)", "-(3|)", "---#F", "---(8|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("----sw---s--sh", ["s": "sw", "w": "swift \"", "h": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--22-0-d-0d---2", ["2": 2, "0": 0, "d": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n---ll-E-l---l-1------A", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 3)]), "1": .loading(Loading(attempt: 1)), "A": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 10 entries
    m.expect(model.total, "n-l--n-lD-rg--R--a----i", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "g": .loaded(3), "R": .loading(Loading(previous: 3)), "a": .loading(Loading(previous: 3, attempt: 1)), "i": .loaded(8)])
    m.expect(searchRequests, "----sw---s---h---h", ["s": "sw", "w": "swift \"", "h": "a"] as [String: String])
    m.expect(countRequests, "--c----c--c---c----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 3`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 5)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.offline], then: ["-", "--(R|)", "-", "--#F", "-----#F"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(8|)", ["8": 8] as [String: Int], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.offline], then: ["-#F"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 0, clock: m.clock, search: search, count: count))
    // The lane 'query', 9 entries
    m.hot("-s--cw--(cc)cs---s", ["s": "swift \"", "c": "", "w": "sw"]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("---2----1-0-2", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nl--ll-El-l-a-l----a", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 5)]), "a": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.offline))])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--l----D---rb", ["n": .notRequested, "l": .loading, "D": .loaded(8), "r": .loading(Loading(previous: 8)), "b": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.offline), previous: 8)])
    m.expect(searchRequests, "-s--cw--c-s---s", ["s": "swift \"", "c": "", "w": "sw"] as [String: String])
    m.expect(countRequests, "---d--------d", ["d": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 4`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)], "d": []] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "---(R|)", "----(d|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", [:] as [String: Int], then: ["-", "-", "-"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("------s--s-b---s", ["s": "swift \"", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("--(11)--2020--00", ["1": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-----l--l-l--Er---D", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)]), "r": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)])), "D": .loaded([])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-(ll)--lnln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "------s--s-b---s", ["s": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "--(cc)--c-c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 5`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-----(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["9": 9] as [String: Int], then: ["----(9|)"])
    let countRequests = PublishRelay<NoRequest>()
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
    m.expect(model.podcasts, "n--l--(ll)l--llll----E", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n----l--n---l---D", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---s--(wa)s--sasw", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-----c------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 6`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: 3)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-----(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 3 calls
    let countAnswers = m.cold("-", [:] as [String: Int], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-#F", "-"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 4 entries
    m.hot("-------s-a-d", ["s": "swift \"", "a": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("--0(0b)--0-0-2(2b)--0", ["0": 0, "b": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 5 entries
    m.expect(model.podcasts, "n------l-l-l----E", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: 3)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n--l--n---l1--n", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1))])
    m.expect(searchRequests, "-------s-a-d", ["s": "swift \"", "a": "", "d": "a"] as [String: String])
    m.expect(countRequests, "---c------c--c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 7`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("--#f", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["f": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-", "-", "-", "---(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-(2|)", ["2": 2] as [String: Int], failures: ["f": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-#f"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 9 entries
    m.hot("--d---ss-(ds)c-c--s", ["d": "a", "s": "sw", "c": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("--0----1-1-0", ["0": 0, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n-l-F-ll-(ll)l-l--l--E", ["n": .notRequested, "l": .loading, "F": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.status(503))), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n------lDrb", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2)), "b": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.status(503)), previous: 2)])
    m.expect(searchRequests, "--d---ss-(ds)c-c--s", ["d": "a", "s": "sw", "c": ""] as [String: String])
    m.expect(countRequests, "-------e-e", ["e": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 8`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(160)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["---#F", "-", "--(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-----(4|)", ["4": 4, "0": 0] as [String: Int], then: ["-", "-(0|)", "--(4|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("--s-d-----s-(ss)", ["s": "sw", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-b--2---(b0)(bb)---b", ["b": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-l-l--1--l-E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "nl----D-(rD)re--R-D", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "e": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "--s-d----ds", ["s": "sw", "d": "a"] as [String: String])
    m.expect(countRequests, "-c------cc---c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 9`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(140)) { m in
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-----#F", "-----(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["d": 1] as [String: Int], then: ["--(d|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 4 entries
    m.hot("--(ab)-----s", ["a": "", "b": "a", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("------(02)d2022-(00)", ["0": 0, "2": 2, "d": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-(ll)----1l----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l--nl-D", ["n": .notRequested, "l": .loading, "D": .loaded(1)])
    m.expect(searchRequests, "--(ab)-----s", ["a": "", "b": "a", "s": "swift \""] as [String: String])
    m.expect(countRequests, "------c---c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 10`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["b": [], "R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "--(b|)", "-", "--(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 calls
    let countAnswers = m.cold("--(4|)", ["4": 4] as [String: Int])
    let countRequests = PublishRelay<NoRequest>()
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
    m.expect(model.podcasts, "n--lll-D-l--l-E", ["n": .notRequested, "l": .loading, "D": .loaded([]), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n--------l-d", ["n": .notRequested, "l": .loading, "d": .loaded(4)])
    m.expect(searchRequests, "---swa---s--w", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "---------c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 11`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["d": []] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "-", "---(d|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 6 calls
    let countAnswers = m.cold("-#f", ["3": 3, "0": 0] as [String: Int], failures: ["f": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-(3|)", "----(0|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 2, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("---s--(bb)-b-b", ["s": "swift \"", "b": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-1---2--22-0-2-2", ["1": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n--l--(ll)-l-l--D", ["n": .notRequested, "l": .loading, "D": .loaded([])])
    // The lane 'total', 11 entries
    m.expect(model.total, "nlF--l--ll-F-ler---g", ["n": .notRequested, "l": .loading, "F": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.status(503))), "e": .loaded(3), "r": .loading(Loading(previous: 3)), "g": .loaded(0)])
    m.expect(searchRequests, "---s--(bb)-b-b", ["s": "swift \"", "b": ""] as [String: String])
    m.expect(countRequests, "-c---c--cc---c-c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 12`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(220)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)], "t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 1)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-(R|)", "-(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", ["7": 7] as [String: Int], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.offline], then: ["-----#F", "---#F", "--(7|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("---bb--(0b)-(eb)-be", ["b": 2, "0": 0, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n----l--l--lElA", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)]), "A": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 1)])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n--l---(nl)----1----2---D", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "D": .loaded(7)])
    m.expect(searchRequests, "-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---c---c------c----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 13`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 9 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-", "--(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 3 calls
    let countAnswers = m.cold("-(4|)", ["4": 4, "8": 8] as [String: Int], then: ["-", "---(8|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 6, clock: m.clock, search: search, count: count))
    // The lane 'query', 10 entries
    m.hot("----(sw)--w(sa)---(dw)ad", ["s": "sw", "w": "swift \"", "a": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 3 entries
    m.hot("--1---21", ["1": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n---(ll)--l(ll)---(ll)ll-E", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n-lD--rr--b", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "b": .loaded(8)])
    m.expect(searchRequests, "----(sw)--w(sa)---(dw)ad", ["s": "sw", "w": "swift \"", "a": "", "d": "a"] as [String: String])
    m.expect(countRequests, "--c---cc", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 14`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["F": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-", "---#F", "-", "---(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["1": 1] as [String: Int], then: ["-(1|)", "-", "-", "-"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("-----s-(sb)---d-s", ["s": "sw", "b": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("---21--10-(22)0", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n----l-(ll)--al-l--E", ["n": .notRequested, "l": .loading, "a": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.status(503))), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--llD-rD-(rr)D", ["n": .notRequested, "l": .loading, "D": .loaded(1), "r": .loading(Loading(previous: 1))])
    m.expect(searchRequests, "-----s-(sb)---d-s", ["s": "sw", "b": "", "d": "a"] as [String: String])
    m.expect(countRequests, "---cc--c--(cc)", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 15`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "---(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-(9|)", ["9": 9, "6": 6, "7": 7] as [String: Int], then: ["-", "-(6|)", "---(7|)"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("----------dads", ["d": "a", "a": "", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("-0-(21)-1011--1", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n---------llll--E", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--lDrDrb--R--e", ["n": .notRequested, "l": .loading, "D": .loaded(9), "r": .loading(Loading(previous: 9)), "b": .loaded(6), "R": .loading(Loading(previous: 6)), "e": .loaded(7)])
    m.expect(searchRequests, "----------dads", ["d": "a", "a": "", "s": "swift \""] as [String: String])
    m.expect(countRequests, "---c-c-c---c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 16`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["R": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "-(R|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["9": 9] as [String: Int], then: ["-(9|)"])
    let countRequests = PublishRelay<NoRequest>()
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
    m.expect(model.podcasts, "n--l--l--l---lE", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--ln-lD", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---b--a--s---w", ["b": "a", "a": "", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---c--c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 17`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // The load function 'search', 7 calls
    let searchAnswers = m.cold("--#f", ["e": [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], failures: ["f": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-(e|)", "--#f", "-", "-", "-", "-----(e|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", [:] as [String: Int], failures: ["f": ReactiveTimelineTests.ScriptModel.Fault.status(503)], then: ["-#f", "----#f", "---#f"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 8 entries
    m.hot("-s-----(ss)---ws(bs)", ["s": "sw", "w": "swift \"", "b": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--d-0--(0g)-d", ["d": 1, "0": 0, "g": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "nl-1--Er-R-lr(lr)----E", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)]), "r": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)])), "R": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "sw", episodes: nil)], attempt: 1))])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-l-n--l1----2----a", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "a": .failed(LoadError(ReactiveTimelineTests.ScriptModel.Fault.status(503)))])
    m.expect(searchRequests, "-s---s-s---ws(bs)", ["s": "sw", "w": "swift \"", "b": ""] as [String: String])
    m.expect(countRequests, "--c----c-c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 18`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-(e|)", ["e": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 4)], "t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "-", "-----(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("--(0|)", ["0": 0] as [String: Int], then: ["-"])
    let countRequests = PublishRelay<NoRequest>()
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
    m.expect(model.podcasts, "nlE-(ll)----r-l----A", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 4)]), "r": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: 4)])), "A": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l-D---(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "-s--(ab)----s-a", ["s": "swift \"", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "------c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}

@Test func `script 19`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-----(e|)", ["e": [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: 4)], "t": [ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ReactiveTimelineTests.ScriptModel.Podcast>], then: ["-", "-", "--(t|)"])
    let searchRequests = PublishRelay<String>()
    let search: @Sendable (String) async throws -> Array<ReactiveTimelineTests.ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("----(6|)", ["6": 6] as [String: Int], then: ["-"])
    let countRequests = PublishRelay<NoRequest>()
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("--a---a-sb----w", ["a": "", "s": "sw", "b": "a", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("----0-21-12-(10)", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-l----Err----r-A", ["n": .notRequested, "l": .loading, "E": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: 4)]), "r": .loading(Loading(previous: [ReactiveTimelineTests.ScriptModel.Podcast(title: "", episodes: 4)])), "A": .loaded([ReactiveTimelineTests.ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l---D-(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(6), "R": .loading(Loading(previous: 6))])
    m.expect(searchRequests, "--a-----sb----w", ["a": "", "s": "sw", "b": "a", "w": "swift \""] as [String: String])
    m.expect(countRequests, "------c-----c", ["c": NoRequest()] as [String: NoRequest])
  }
}
