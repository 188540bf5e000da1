// swift-format-ignore-file
// Printed by ScriptTests.swift.

import Foundation
import LoadableTesting
import Testing

@MainActor @Test func `script 0`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(210)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["2": [ScriptModel.Podcast(title: "a", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "-", "-", "-", "-", "--#f", "----(2|)"])
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
    m.hot("--------0(00)---d0", ["0": 0, "d": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nll--(ll)--l-l-l-1-----A", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "A": .loaded([ScriptModel.Podcast(title: "a", episodes: 2)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n------------ln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "-ss--(aw)--a-b-b---b", ["s": "sw", "a": "", "w": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "130ms C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 1`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(280)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "", episodes: nil)], "3": [ScriptModel.Podcast(title: "", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(i|)", "-", "-----#f", "-----(3|)"])
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
    m.hot("------sd-a----sa", ["s": "swift \"", "d": "a", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--bbb2-2---b-2", ["b": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 9 entries
    m.expect(model.podcasts, "n-----ll-l-N--lR----1------e", ["n": .notRequested, "l": .loading, "N": .loaded([ScriptModel.Podcast(title: "", episodes: nil)]), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)])), "1": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)], attempt: 1)), "e": .loaded([ScriptModel.Podcast(title: "", episodes: 3)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-l----D---r----D", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2))])
    m.expect(searchRequests, "------sd-a----sa------a", ["s": "swift \"", "d": "a", "a": ""] as [String: String])
    m.expect(countRequests, "--C--------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 2`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: 3)], "P": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["--(i|)", "-", "--#f", "-----(P|)"])
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
    m.hot("----sw---s--sg", ["s": "sw", "w": "swift \"", "g": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--22-0-d-0d---2", ["2": 2, "0": 0, "d": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n---ll-S-l---l-1------A", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 3)]), "1": .loading(Loading(attempt: 1)), "A": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 10 entries
    m.expect(model.total, "n-l--n-lD-re--R--a----h", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "e": .loaded(3), "R": .loading(Loading(previous: 3)), "a": .loading(Loading(previous: 3, attempt: 1)), "h": .loaded(8)])
    m.expect(searchRequests, "----sw---s---g---g", ["s": "sw", "w": "swift \"", "g": "a"] as [String: String])
    m.expect(countRequests, "--C----C--C---C----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 3`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["5": [ScriptModel.Podcast(title: "sw", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(5|)", "-", "--#f", "-----#f"])
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
    m.hot("-s--aw--(aa)as---s", ["s": "swift \"", "a": "", "w": "sw"]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("---2----1-0-2", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nl--ll-Sl-l-f-l----f", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "sw", episodes: 5)]), "f": .failed(LoadError(ScriptModel.Fault.offline))])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--l----D---rF", ["n": .notRequested, "l": .loading, "D": .loaded(8), "r": .loading(Loading(previous: 8)), "F": .failed(LoadError(ScriptModel.Fault.offline), previous: 8)])
    m.expect(searchRequests, "-s--aw--a-s---s", ["s": "swift \"", "a": "", "w": "sw"] as [String: String])
    m.expect(countRequests, "---C--------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 4`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "a", episodes: nil)], "d": []] as [String: Array<ScriptModel.Podcast>], then: ["-", "---(i|)", "----(d|)"])
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
    m.hot("------s--s-b---s", ["s": "swift \"", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("--(11)--2020--00", ["1": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-----l--l-l--Ar---D", ["n": .notRequested, "l": .loading, "A": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "a", episodes: nil)])), "D": .loaded([])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-(ll)--lnln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "------s--s-b---s", ["s": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "--(CC)--C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 5`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-----(i|)"])
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
    m.expect(model.podcasts, "n--l--(ll)l--llll----S", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n----l--n---l---D", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---s--(wa)s--sasw", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-----C------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 6`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["3": [ScriptModel.Podcast(title: "a", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-----(3|)"])
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
    m.hot("-------s-a-d", ["s": "swift \"", "a": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("--0(0b)--0-0-2(2b)--0", ["0": 0, "b": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 5 entries
    m.expect(model.podcasts, "n------l-l-l----A", ["n": .notRequested, "l": .loading, "A": .loaded([ScriptModel.Podcast(title: "a", episodes: 3)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n--l--n---l1--n", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1))])
    m.expect(searchRequests, "-------s-a-d", ["s": "swift \"", "a": "", "d": "a"] as [String: String])
    m.expect(countRequests, "---C------C--C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 7`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("--#f", ["w": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-", "-", "-", "---(w|)"])
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
    m.hot("--b---ss-(bs)a-a--s", ["b": "a", "s": "sw", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 4 entries
    m.hot("--0----1-1-0", ["0": 0, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n-l-f-ll-(ll)l-l--l--S", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "S": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n------lDrF", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2)), "F": .failed(LoadError(ScriptModel.Fault.status(503)), previous: 2)])
    m.expect(searchRequests, "--b---ss-(bs)a-a--s", ["b": "a", "s": "sw", "a": ""] as [String: String])
    m.expect(countRequests, "-------C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 8`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(160)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["---#f", "-", "--(w|)"])
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
    m.hot("--s-d-----s-(ss)", ["s": "sw", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-b--2---(b0)(bb)---b", ["b": 1, "2": 2, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-l-l--1--l-S", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "S": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "nl----D-(rD)re--R-D", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "e": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "--s-d----ds", ["s": "sw", "d": "a"] as [String: String])
    m.expect(countRequests, "-C------CC---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 9`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(140)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-----#f", "-----(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["d": 1] as [String: Int], then: ["--(d|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
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
    m.expect(model.podcasts, "n-(ll)----1l----S", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l--nl-D", ["n": .notRequested, "l": .loading, "D": .loaded(1)])
    m.expect(searchRequests, "--(ab)-----s", ["a": "", "b": "a", "s": "swift \""] as [String: String])
    m.expect(countRequests, "------C---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 10`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["b": [], "i": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "--(b|)", "-", "--(i|)"])
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
    m.expect(model.podcasts, "n--lll-D-l--l-S", ["n": .notRequested, "l": .loading, "D": .loaded([]), "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n--------l-d", ["n": .notRequested, "l": .loading, "d": .loaded(4)])
    m.expect(searchRequests, "---swa---s--w", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "---------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 11`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["b": []] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "---(b|)"])
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
    m.expect(model.total, "nlf--l--ll-f-ldr---e", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "d": .loaded(3), "r": .loading(Loading(previous: 3)), "e": .loaded(0)])
    m.expect(searchRequests, "---s--(aa)-a-a", ["s": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-C---C--CC---C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 12`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(220)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: 5)], "P": [ScriptModel.Podcast(title: "sw", episodes: 1)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-(i|)", "-(P|)"])
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
    m.hot("-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("---bb--(0b)-(eb)-be", ["b": 2, "0": 0, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n----l--l--lSlW", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)]), "W": .loaded([ScriptModel.Podcast(title: "sw", episodes: 1)])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n--l---(nl)----1----2---D", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "D": .loaded(7)])
    m.expect(searchRequests, "-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---C---C------C----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 13`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 9 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-", "--(i|)"])
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
    m.hot("----(sw)--w(sa)---(dw)ad", ["s": "sw", "w": "swift \"", "a": "", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 3 entries
    m.hot("--1---21", ["1": 1, "2": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "n---(ll)--l(ll)---(ll)ll-A", ["n": .notRequested, "l": .loading, "A": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n-lD--rr--b", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "b": .loaded(8)])
    m.expect(searchRequests, "----(sw)--w(sa)---(dw)ad", ["s": "sw", "w": "swift \"", "a": "", "d": "a"] as [String: String])
    m.expect(countRequests, "--C---CC", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 14`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "---#f", "-", "---(w|)"])
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
    m.hot("-----s-(sa)---b-s", ["s": "sw", "a": "", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("---21--10-(22)0", ["2": 2, "1": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n----l-(ll)--fl-l--S", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "S": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--llD-rD-(rr)D", ["n": .notRequested, "l": .loading, "D": .loaded(1), "r": .loading(Loading(previous: 1))])
    m.expect(searchRequests, "-----s-(sa)---b-s", ["s": "sw", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "---CC--C--(CC)", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 15`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "---(w|)"])
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
    m.hot("----------dads", ["d": "a", "a": "", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("-0-(21)-1011--1", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n---------llll--S", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--lDrDrb--R--e", ["n": .notRequested, "l": .loading, "D": .loaded(9), "r": .loading(Loading(previous: 9)), "b": .loaded(6), "R": .loading(Loading(previous: 6)), "e": .loaded(7)])
    m.expect(searchRequests, "----------dads", ["d": "a", "a": "", "s": "swift \""] as [String: String])
    m.expect(countRequests, "---C-C-C---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 16`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-(i|)"])
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
    m.expect(model.podcasts, "n--l--l--l---lS", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--ln-lD", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---b--a--s---w", ["b": "a", "a": "", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---C--C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 17`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 7 calls
    let searchAnswers = m.cold("--#f", ["w": [ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-(w|)", "--#f", "-", "-", "-", "-----(w|)"])
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
    m.hot("-s-----(ss)---is(as)", ["s": "sw", "i": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--b-0--(0d)-b", ["b": 1, "0": 0, "d": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "nl-1--Sr-R-lr(lr)----S", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "S": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)])), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)], attempt: 1))])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-l-n--l1----2----f", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "f": .failed(LoadError(ScriptModel.Fault.status(503)))])
    m.expect(searchRequests, "-s---s-s---is(as)", ["s": "sw", "i": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "--C----C-C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 18`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-(w|)", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: 4)], "i": [ScriptModel.Podcast(title: "", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-----(i|)"])
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
    m.expect(model.podcasts, "nlS-(ll)----r-l----N", ["n": .notRequested, "l": .loading, "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "swift \"", episodes: 4)])), "N": .loaded([ScriptModel.Podcast(title: "", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l-D---(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "-s--(ab)----s-a", ["s": "swift \"", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "------C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 19`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-----(4|)", ["4": [ScriptModel.Podcast(title: "", episodes: 4)], "i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "--(i|)"])
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
    m.hot("--a---a-sb----w", ["a": "", "s": "sw", "b": "a", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("----0-21-12-(10)", ["0": 0, "2": 2, "1": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n-l----Drr----r-S", ["n": .notRequested, "l": .loading, "D": .loaded([ScriptModel.Podcast(title: "", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: 4)])), "S": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l---d-(Rd)", ["n": .notRequested, "l": .loading, "d": .loaded(6), "R": .loading(Loading(previous: 6))])
    m.expect(searchRequests, "--a-----sb----w", ["a": "", "s": "sw", "b": "a", "w": "swift \""] as [String: String])
    m.expect(countRequests, "------C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}
