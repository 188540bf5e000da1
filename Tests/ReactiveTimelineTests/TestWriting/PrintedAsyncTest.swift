// swift-format-ignore-file
// Printed by AsyncInputTests.swift.

import Foundation
import LoadableTesting
import Testing

@MainActor @Test func `a write without a result`() {
  marbles(frame: .milliseconds(10), until: .milliseconds(40)) { m in
    // The load function 'save', 1 call
    let saveAnswers = m.cold("--(d|)", ["d": ()] as [String: ()])
    let saveRequests = m.keep(PublishRelay<Int>())
    let save: @Sendable (Int) async throws -> () = { request in
      saveRequests.accept(request)
      return try await saveAnswers()
    }
    m.expect(saveRequests, "-7", ["7": 7] as [String: Int])
    let model = m.keep(AsyncModel(save: save))
    // The lane 'show', 1 entry
    m.hot("-7", ["7": 7]) { value in Task { await model.show(value) } }
    // The lane 'add', 3 entries
    m.expect(model.add.states.map { $0.map { _ in true } }, "nl-D", ["n": .notRequested, "l": .loading, "D": .loaded(true)])
    // The lane 'shown', 1 entry
    m.expect(model.shown, "-7", ["7": 7])
    // The lane 'done', 1 entry
    m.expect(model.done.map { _ in true }, "---d", ["d": true])
  }
}
