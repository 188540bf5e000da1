// swift-format-ignore-file
// Printed by ScriptTests.swift.

import Foundation
import LoadableTesting
import Testing

@MainActor @Test func `script 0`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(210)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["p": [ScriptModel.Podcast(title: "a", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "-", "-", "-", "-", "--#f", "----(p|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 call
    let countAnswers = m.cold("-", [:] as [String: Int])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 7, clock: m.clock, search: search, count: count))
    // The lane 'query', 8 entries
    m.hot("-ss--(aw)--a-d-d", ["s": "sw", "a": "", "w": "swift \"", "d": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 5 entries
    m.hot("--------b(bb)---eb", ["b": 0, "e": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 10 entries
    m.expect(model.podcasts, "nll--(ll)--l-l-l-1-----P", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "P": .loaded([ScriptModel.Podcast(title: "a", episodes: 2)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n------------ln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "-ss--(aw)--a-d-d---d", ["s": "sw", "a": "", "w": "swift \"", "d": "a"] as [String: String])
    m.expect(countRequests, "130ms C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 1`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(280)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "", episodes: nil)], "p": [ScriptModel.Podcast(title: "", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(i|)", "-", "-----#f", "-----(p|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(d|)", ["d": 2] as [String: Int], then: ["-----(d|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("------se-a----sa", ["s": "swift \"", "e": "a", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--bbbd-d---b-d", ["b": 1, "d": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 9 entries
    m.expect(model.podcasts, "n-----ll-l-I--lR----1------P", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "", episodes: nil)]), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)])), "1": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: nil)], attempt: 1)), "P": .loaded([ScriptModel.Podcast(title: "", episodes: 3)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-l----D---r----D", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2))])
    m.expect(searchRequests, "------se-a----sa------a", ["s": "swift \"", "e": "a", "a": ""] as [String: String])
    m.expect(countRequests, "--C--------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 2`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(230)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: 3)], "p": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["--(i|)", "-", "--#f", "-----(p|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["h": 4, "j": 3, "m": 8] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-(h|)", "-(j|)", "---#f", "---(m|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("----sw---s--sk", ["s": "sw", "w": "swift \"", "k": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("--dd-e-g-eg---d", ["d": 2, "e": 0, "g": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n---ll-I-l---l-1------P", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 3)]), "1": .loading(Loading(attempt: 1)), "P": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 10 entries
    m.expect(model.total, "n-l--n-lH-rJ--R--a----M", ["n": .notRequested, "l": .loading, "H": .loaded(4), "r": .loading(Loading(previous: 4)), "J": .loaded(3), "R": .loading(Loading(previous: 3)), "a": .loading(Loading(previous: 3, attempt: 1)), "M": .loaded(8)])
    m.expect(searchRequests, "----sw---s---k---k", ["s": "sw", "w": "swift \"", "k": "a"] as [String: String])
    m.expect(countRequests, "--C----C--C---C----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 3`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 6 calls
    let searchAnswers = m.cold("-", ["p": [ScriptModel.Podcast(title: "sw", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.offline], then: ["-", "--(p|)", "-", "--#f", "-----#f"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-----(d|)", ["d": 8] as [String: Int], failures: ["f": ScriptModel.Fault.offline], then: ["-#f"])
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
    m.expect(model.podcasts, "nl--ll-Pl-l-f-l----f", ["n": .notRequested, "l": .loading, "P": .loaded([ScriptModel.Podcast(title: "sw", episodes: 5)]), "f": .failed(LoadError(ScriptModel.Fault.offline))])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--l----D---rF", ["n": .notRequested, "l": .loading, "D": .loaded(8), "r": .loading(Loading(previous: 8)), "F": .failed(LoadError(ScriptModel.Fault.offline), previous: 8)])
    m.expect(searchRequests, "-s--aw--a-s---s", ["s": "swift \"", "a": "", "w": "sw"] as [String: String])
    m.expect(countRequests, "---C--------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 4`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(200)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
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
    m.expect(model.podcasts, "n-----l--l-l--Ir---D", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "a", episodes: nil)])), "D": .loaded([])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-(ll)--lnln", ["n": .notRequested, "l": .loading])
    m.expect(searchRequests, "------s--s-b---s", ["s": "swift \"", "b": "a"] as [String: String])
    m.expect(countRequests, "--(CC)--C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 5`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-----(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["d": 9] as [String: Int], then: ["----(d|)"])
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
    m.expect(model.podcasts, "n--l--(ll)l--llll----I", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n----l--n---l---D", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---s--(wa)s--sasw", ["s": "sw", "w": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-----C------C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 6`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["p": [ScriptModel.Podcast(title: "a", episodes: 3)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-----(p|)"])
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
    m.hot("-------s-a-g", ["s": "swift \"", "a": "", "g": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("--b(bd)--b-b-e(ed)--b", ["b": 0, "d": 1, "e": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 5 entries
    m.expect(model.podcasts, "n------l-l-l----P", ["n": .notRequested, "l": .loading, "P": .loaded([ScriptModel.Podcast(title: "a", episodes: 3)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n--l--n---l1--n", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1))])
    m.expect(searchRequests, "-------s-a-g", ["s": "swift \"", "a": "", "g": "a"] as [String: String])
    m.expect(countRequests, "---C------C--C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 7`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 8 calls
    let searchAnswers = m.cold("--#f", ["w": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-", "-", "-", "---(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-(d|)", ["d": 2] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-#f"])
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
    m.expect(model.podcasts, "n-l-f-ll-(ll)l-l--l--W", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "W": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n------lDrF", ["n": .notRequested, "l": .loading, "D": .loaded(2), "r": .loading(Loading(previous: 2)), "F": .failed(LoadError(ScriptModel.Fault.status(503)), previous: 2)])
    m.expect(searchRequests, "--b---ss-(bs)a-a--s", ["b": "a", "s": "sw", "a": ""] as [String: String])
    m.expect(countRequests, "-------C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 8`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(160)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "sw", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["---#f", "-", "--(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-----(g|)", ["g": 4, "h": 0] as [String: Int], then: ["-", "-(h|)", "--(g|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("--s-e-----s-(ss)", ["s": "sw", "e": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-b--d---(bh)(bb)---b", ["b": 1, "d": 2, "h": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-l-l--1--l-W", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "W": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "nl----G-(rG)rH--R-G", ["n": .notRequested, "l": .loading, "G": .loaded(4), "r": .loading(Loading(previous: 4)), "H": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "--s-e----es", ["s": "sw", "e": "a"] as [String: String])
    m.expect(countRequests, "-C------CC---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 9`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(140)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 3 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-----#f", "-----(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["g": 1] as [String: Int], then: ["--(g|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 5, clock: m.clock, search: search, count: count))
    // The lane 'query', 4 entries
    m.hot("--(ab)-----s", ["a": "", "b": "a", "s": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 9 entries
    m.hot("------(de)gedee-(dd)", ["d": 0, "e": 2, "g": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 6 entries
    m.expect(model.podcasts, "n-(ll)----1l----W", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "W": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l--nl-G", ["n": .notRequested, "l": .loading, "G": .loaded(1)])
    m.expect(searchRequests, "--(ab)-----s", ["a": "", "b": "a", "s": "swift \""] as [String: String])
    m.expect(countRequests, "------C---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 10`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["d": [], "i": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "--(d|)", "-", "--(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 1 call
    let countAnswers = m.cold("--(b|)", ["b": 4] as [String: Int])
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
    m.expect(model.podcasts, "n--lll-D-l--l-I", ["n": .notRequested, "l": .loading, "D": .loaded([]), "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 3 entries
    m.expect(model.total, "n--------l-B", ["n": .notRequested, "l": .loading, "B": .loaded(4)])
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
    let countAnswers = m.cold("-#f", ["e": 3, "d": 0] as [String: Int], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "-", "-", "-(e|)", "----(d|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 2, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("---s--(aa)-a-a", ["s": "swift \"", "a": ""]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("-1---2--22-d-2-2", ["1": 1, "2": 2, "d": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n--l--(ll)-l-l--B", ["n": .notRequested, "l": .loading, "B": .loaded([])])
    // The lane 'total', 11 entries
    m.expect(model.total, "nlf--l--ll-f-lEr---D", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "E": .loaded(3), "r": .loading(Loading(previous: 3)), "D": .loaded(0)])
    m.expect(searchRequests, "---s--(aa)-a-a", ["s": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "-C---C--CC---C-C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 12`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(220)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: 5)], "p": [ScriptModel.Podcast(title: "sw", episodes: 1)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-(i|)", "-(p|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-", ["h": 7] as [String: Int], failures: ["f": ScriptModel.Fault.offline], then: ["-----#f", "---#f", "--(h|)"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 4, clock: m.clock, search: search, count: count))
    // The lane 'query', 5 entries
    m.hot("-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""]) { model.query.accept($0) }
    // The lane 'refreshes', 8 entries
    m.hot("---bb--(eb)-(gb)-bg", ["b": 2, "e": 0, "g": 1]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 7 entries
    m.expect(model.podcasts, "n----l--l--lIlP", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)]), "P": .loaded([ScriptModel.Podcast(title: "sw", episodes: 1)])])
    // The lane 'total', 7 entries
    m.expect(model.total, "n--l---(nl)----1----2---H", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "H": .loaded(7)])
    m.expect(searchRequests, "-----d--s--w-s", ["d": "a", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---C---C------C----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 13`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 9 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "a", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-", "-", "-", "-", "--(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 3 calls
    let countAnswers = m.cold("-(d|)", ["d": 4, "b": 8] as [String: Int], then: ["-", "---(b|)"])
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
    m.expect(model.podcasts, "n---(ll)--l(ll)---(ll)ll-I", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "a", episodes: nil)])])
    // The lane 'total', 6 entries
    m.expect(model.total, "n-lD--rr--B", ["n": .notRequested, "l": .loading, "D": .loaded(4), "r": .loading(Loading(previous: 4)), "B": .loaded(8)])
    m.expect(searchRequests, "----(sw)--w(sa)---(ew)ae", ["s": "sw", "w": "swift \"", "a": "", "e": "a"] as [String: String])
    m.expect(countRequests, "--C---CC", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 14`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "sw", episodes: 2)]] as [String: Array<ScriptModel.Podcast>], failures: ["f": ScriptModel.Fault.status(503)], then: ["-", "---#f", "-", "---(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 5 calls
    let countAnswers = m.cold("-", ["d": 1] as [String: Int], then: ["-(d|)", "-", "-", "-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 3, clock: m.clock, search: search, count: count))
    // The lane 'query', 6 entries
    m.hot("-----s-(sa)---b-s", ["s": "sw", "a": "", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 7 entries
    m.hot("---2d--d0-(22)0", ["2": 2, "d": 1, "0": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "n----l-(ll)--fl-l--W", ["n": .notRequested, "l": .loading, "f": .failed(LoadError(ScriptModel.Fault.status(503))), "W": .loaded([ScriptModel.Podcast(title: "sw", episodes: 2)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--llD-rD-(rr)D", ["n": .notRequested, "l": .loading, "D": .loaded(1), "r": .loading(Loading(previous: 1))])
    m.expect(searchRequests, "-----s-(sa)---b-s", ["s": "sw", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "---CC--C--(CC)", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 15`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: 5)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "---(w|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 4 calls
    let countAnswers = m.cold("-(d|)", ["d": 9, "b": 6, "f": 7] as [String: Int], then: ["-", "-(b|)", "---(f|)"])
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
    m.expect(model.podcasts, "n---------llll--W", ["n": .notRequested, "l": .loading, "W": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 5)])])
    // The lane 'total', 9 entries
    m.expect(model.total, "n--lDrDrB--R--F", ["n": .notRequested, "l": .loading, "D": .loaded(9), "r": .loading(Loading(previous: 9)), "B": .loaded(6), "R": .loading(Loading(previous: 6)), "F": .loaded(7)])
    m.expect(searchRequests, "----------eaes", ["e": "a", "a": "", "s": "swift \""] as [String: String])
    m.expect(countRequests, "---C-C-C---C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 16`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(150)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-", ["i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("-", ["d": 9] as [String: Int], then: ["-(d|)"])
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
    m.expect(model.podcasts, "n--l--l--l---lI", ["n": .notRequested, "l": .loading, "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n--ln-lD", ["n": .notRequested, "l": .loading, "D": .loaded(9)])
    m.expect(searchRequests, "---b--a--s---w", ["b": "a", "a": "", "s": "sw", "w": "swift \""] as [String: String])
    m.expect(countRequests, "---C--C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 17`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(190)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
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
    m.hot("--b-d--(de)-b", ["b": 1, "d": 0, "e": 2]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 11 entries
    m.expect(model.podcasts, "nl-1--Wr-R-lr(lr)----W", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "W": .loaded([ScriptModel.Podcast(title: "sw", episodes: nil)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)])), "R": .loading(Loading(previous: [ScriptModel.Podcast(title: "sw", episodes: nil)], attempt: 1))])
    // The lane 'total', 7 entries
    m.expect(model.total, "n-l-n--l1----2----f", ["n": .notRequested, "l": .loading, "1": .loading(Loading(attempt: 1)), "2": .loading(Loading(attempt: 2)), "f": .failed(LoadError(ScriptModel.Fault.status(503)))])
    m.expect(searchRequests, "-s---s-s---is(as)", ["s": "sw", "i": "swift \"", "a": ""] as [String: String])
    m.expect(countRequests, "--C----C-C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 18`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 5 calls
    let searchAnswers = m.cold("-(w|)", ["w": [ScriptModel.Podcast(title: "swift \"", episodes: 4)], "i": [ScriptModel.Podcast(title: "", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "-", "-----(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("--(d|)", ["d": 0] as [String: Int], then: ["-"])
    let countRequests = m.keep(PublishRelay<NoRequest>())
    let count: @Sendable () async throws -> Int = {
      countRequests.accept(NoRequest())
      return try await countAnswers()
    }
    let model = m.keep(ScriptModel(variant: 0, clock: m.clock, search: search, count: count))
    // The lane 'query', 7 entries
    m.hot("-s--(ab)--b-s-a", ["s": "swift \"", "a": "", "b": "a"]) { model.query.accept($0) }
    // The lane 'refreshes', 6 entries
    m.hot("------(21)-1---(2d)d", ["2": 2, "1": 1, "d": 0]) { model.refreshes.accept($0) }
    // The lane 'podcasts', 8 entries
    m.expect(model.podcasts, "nlW-(ll)----r-l----I", ["n": .notRequested, "l": .loading, "W": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "swift \"", episodes: 4)])), "I": .loaded([ScriptModel.Podcast(title: "", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l-D---(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(0), "R": .loading(Loading(previous: 0))])
    m.expect(searchRequests, "-s--(ab)----s-a", ["s": "swift \"", "a": "", "b": "a"] as [String: String])
    m.expect(countRequests, "------C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}

@MainActor @Test func `script 19`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(170)) { m in
    // Uses the memberwise initializers of ScriptModel.Podcast; pass a SwiftExpression for a type with another one, or with a private property
    // The load function 'search', 4 calls
    let searchAnswers = m.cold("-----(p|)", ["p": [ScriptModel.Podcast(title: "", episodes: 4)], "i": [ScriptModel.Podcast(title: "swift \"", episodes: nil)]] as [String: Array<ScriptModel.Podcast>], then: ["-", "-", "--(i|)"])
    let searchRequests = m.keep(PublishRelay<String>())
    let search: @Sendable (String) async throws -> Array<ScriptModel.Podcast> = { request in
      searchRequests.accept(request)
      return try await searchAnswers()
    }
    // The load function 'count', 2 calls
    let countAnswers = m.cold("----(d|)", ["d": 6] as [String: Int], then: ["-"])
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
    m.expect(model.podcasts, "n-l----Prr----r-I", ["n": .notRequested, "l": .loading, "P": .loaded([ScriptModel.Podcast(title: "", episodes: 4)]), "r": .loading(Loading(previous: [ScriptModel.Podcast(title: "", episodes: 4)])), "I": .loaded([ScriptModel.Podcast(title: "swift \"", episodes: nil)])])
    // The lane 'total', 5 entries
    m.expect(model.total, "n-----l---D-(RD)", ["n": .notRequested, "l": .loading, "D": .loaded(6), "R": .loading(Loading(previous: 6))])
    m.expect(searchRequests, "--a-----sb----w", ["a": "", "s": "sw", "b": "a", "w": "swift \""] as [String: String])
    m.expect(countRequests, "------C-----C", ["C": NoRequest()] as [String: NoRequest])
  }
}
