import Foundation
import LoadableTesting
import TestSupport
import Testing

@testable import ReactiveResources

/// Loaders with a store; a character is a second, a call of the store takes one.
@Suite struct `Loaders with saved values (V1 to V9)` {
  private func run(
    _ delay: Duration = .seconds(1),
    age: Double? = nil,
    _ body: @escaping @Sendable (Marbles, SavedScene) -> Void
  ) {
    marbles(frame: .seconds(1)) { m in
      body(m, SavedScene(m, delay, age.map { ["text": ("a", $0)] } ?? [:]))
    }
  }

  @Test func `first start, and a value that is saved (V1, V5)`() {
    run { m, scene in
      let loader = scene.loader("-----a|")
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nl-----A", SavedScene.states(0))
      m.expect(scene.store.calls, "--r-----a")
    }
  }

  @Test func `next start (V1)`() {
    run(age: 7200) { m, scene in
      let loader = scene.loader("-----b|")
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nlS----B", SavedScene.states(7200))
      m.expect(scene.store.calls, "--r-----b")
    }
  }

  @Test func `offline (V1)`() {
    run(age: 7200) { m, scene in
      let loader = scene.loader("-----#")
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nlS----F", SavedScene.states(7200))
      m.expect(scene.store.calls, "--r")
    }
  }

  @Test func `queued (V1)`() {
    run(age: 7200) { m, scene in
      let queue = LoadQueue(limit: 1)
      let other = m.keep(
        Loader(policy: LoadPolicy(queue: queue, clock: m.clock)) { [clock = m.clock] in
          try await clock.sleep(for: .seconds(5))
        }
      )
      let loader = scene.loader("-----b|", in: queue)
      m.at(.zero) { other.load() }
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nlS-------B", SavedScene.states(7200))
      m.expect(scene.store.calls, "--r--------b")
    }
  }

  @Test func `queued, and cancelled while it waits (V1, V3)`() {
    run(age: 7200) { m, scene in
      let queue = LoadQueue(limit: 1)
      let other = m.keep(
        Loader(policy: LoadPolicy(queue: queue, clock: m.clock)) { [clock = m.clock] in
          try await clock.sleep(for: .seconds(5))
        }
      )
      let loader = scene.loader(in: queue)
      m.at(.zero) { other.load() }
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(4)) { loader.cancel() }
      m.expect(loader.states, "nlS-A", SavedScene.states(7200))
    }
  }

  @Test func `hung store (V1)`() {
    run(.seconds(100)) { m, scene in
      let loader = scene.loader("-----a|", timeout: LoadTimeout(attempt: .seconds(6)))
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nl----------A", SavedScene.states(0))
      m.at(.seconds(13)) {
        #expect(
          scene.observed.entries == [
            "The record of text cannot be read: The request timed out."
          ]
        )
      }
    }
  }

  @Test func `young (V2)`() {
    run(age: 20) { m, scene in
      let loader = scene.loader(freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { loader.loadIfNeeded() }
      m.at(.seconds(39)) { loader.loadIfNeeded() }
      m.expect(loader.states, "nlA", SavedScene.states(20))
    }
  }

  @Test func `old (V2)`() {
    run(age: 60) { m, scene in
      let loader = scene.loader("-----b|", freshness: .lasting(.seconds(60)))
      m.at(.seconds(1)) { loader.loadIfNeeded() }
      m.expect(loader.states, "nlS----B", SavedScene.states(60))
    }
  }

  @Test func `cancel (V3)`() {
    run(age: 20) { m, scene in
      let loader = scene.loader("-----b|")
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(4)) { loader.cancel() }
      m.expect(loader.states, "nlS-A", SavedScene.states(20))
    }
  }

  @Test func `cancel in a read (V3)`() {
    run(.seconds(2), age: 20) { m, scene in
      let loader = scene.loader()
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(2)) { loader.cancel() }
      m.expect(loader.states, "nln", SavedScene.states(20))
    }
  }

  @Test func `set in a read (V3)`() {
    run(.seconds(2), age: 20) { m, scene in
      let loader = scene.loader("-----b|")
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(2)) { loader.set("t") }
      m.expect(loader.states, "nlT-----B", SavedScene.states(20))
    }
  }

  @Test func `edits apply to a restored value, and keep its date (V3, V5)`() {
    run(age: 7200) { m, scene in
      let loader = scene.loader("-----#")
      m.at(.seconds(1)) { loader.load() }
      m.at(.seconds(4)) { loader.edit { $0 += "e" } }
      m.expect(loader.states, "nlS-E--G", SavedScene.states(7200))
      // The date and the mark of the record are known from the read.
      m.expect(scene.store.calls, "--r-----E", ["r": "r", "E": "ae"])
    }
  }

  @Test func `a value that is set, edited or confirmed is saved, a partial value is not (V5)`() {
    run { m, scene in
      let loader = m.keep(
        Loader<NoRequest, String, Never>(
          saved: scene.saved { _ in "text" },
          policy: scene.policy()
        ) { [clock = m.clock] (report: LoadReporter<String>) in
          report.value("p")
          try? await clock.sleep(for: .seconds(2))
          return "a"
        }
      )
      m.at(.zero) { loader.load() }
      m.at(.seconds(5)) { loader.set("b") }
      m.at(.seconds(8)) { loader.edit { $0 += "e" } }
      m.at(.seconds(11)) { loader.invalidate() }
      m.at(.seconds(15)) { loader.reset() }
      m.expect(
        scene.store.calls,
        "-r--a-b--e--e---x",
        ["r": "r", "a": "a", "b": "b", "e": "be", "x": "x"]
      )
    }
  }

  @Test func `requests have their own records, and a reset removes that of the last one (V7)`() {
    run { m, scene in
      let loader = m.keep(
        Loader<Int, String, Never>(saved: scene.saved { "text/\($0)" }, policy: scene.policy()) {
          "\($0)"
        }
      )
      m.at(.zero) { loader.load(1) }
      m.at(.seconds(3)) { loader.load(2) }
      m.at(.seconds(6)) { loader.reset() }
      m.at(.seconds(8)) { loader.load(1) }
      m.at(.seconds(12)) { loader.load(2) }
      m.expect(scene.store.calls, "-r1-r2-x-r1--r2")
      m.expect(loader.states.compactMap(\.value), "-1--2----1---2")
    }
  }

  @Test func `nothing from before a reset is shown or written (V7)`() {
    run(.seconds(3), age: 20) { m, scene in
      let loader = scene.loader("-----b|", "--c|")
      m.at(.zero) { loader.load() }
      m.at(.seconds(1)) { loader.reset() }
      m.at(.seconds(2)) { loader.load() }
      m.expect(loader.states, "(nl)nl----B", SavedScene.states(20))
    }
  }

  @Test func `a record of another version is reported, and removed (V8)`() {
    run { m, scene in
      m.at(.zero) { [store = scene.store.memory] in
        m.keep(Task { try? await store.save(.text("x"), for: "text") })
      }
      let loader = scene.loader("-----a|")
      m.at(.seconds(1)) { loader.load() }
      m.expect(loader.states, "nl------A", SavedScene.states(20))
      m.expect(scene.store.calls, "--rx-----a")
      m.at(.seconds(20)) {
        #expect(
          scene.observed.entries == [
            "The record of text is no saved value, and is removed. Use keys or a store that nothing else uses.",
            "saved",
          ]
        )
      }
    }
  }

  @Test func `a store that fails fails no load (V8)`() async {
    let store = FailingStore()
    store.fail(at: ["read", "keep", "remove", "removeAll"])
    let log = Log<String>()
    let policy = LoadPolicy(
      observer: LoadObserver { event in
        if case .recordFailed(let error) = event.kind { log.note(error.localizedDescription) }
      }
    )
    let saved = SavedValues<NoRequest, Int>.json("number", version: 1, in: store)
    let loader = Loader(saved: saved, policy: policy) { 7 }
    #expect(await loader.load().outcome().value == 7)
    await saved.finish()
    loader.reset()
    await saved.finish()
    #expect(log.entries.count == 3, "\(log.entries)")
    #expect(await loader.load().outcome().value == 7)
    await saved.finish()
  }

  @Test func `two loaders of one key: the last write wins, another type is a miss (V9)`() async {
    let store = MemoryStore()
    let saved = SavedValues<NoRequest, Int>.json("number", version: 1, in: store)
    let texts = SavedValues<NoRequest, String>.json("number", version: 1, in: store)
    let log = Log<String>()
    let policy = LoadPolicy(
      observer: LoadObserver { event in
        if case .recordFailed(let error) = event.kind { log.note(error.localizedDescription) }
      }
    )
    let first = Loader(saved: saved) { 1 }
    let second = Loader(saved: saved) { 2 }
    let text = Loader(saved: texts, policy: policy) { "three" }
    await first.load().outcome()
    await second.load().outcome()
    await saved.finish()
    #expect(await store.record(for: "number")?.body == Data("2".utf8))
    #expect(await text.load().outcome().value == "three")
    text.reset()
    await first.load().outcome()
    await saved.finish()
    await text.load().outcome()
    #expect(log.entries.count == 1, "\(log.entries)")
    #expect(log.entries.first?.contains("a value of Int (json), not of String (json)") == true)
    await texts.finish()
    #expect(await store.record(for: "number")?.body == Data("\"three\"".utf8))
  }

  @Test func `a codec may call its loader`() async {
    let calls = Log<@Sendable () -> Void>()
    let store = MemoryStore()
    let saved = SavedValues<NoRequest, Int>(version: 1, in: store) { number in
      for call in calls.entries where number < 10 { call() }
      return Data("\(number)".utf8)
    } decode: { data in
      for call in calls.entries { call() }
      return Int(String(decoding: data, as: UTF8.self)) ?? 0
    } key: { _ in
      "number"
    }
    let first = Loader(saved: saved) { 1 }
    await first.load().outcome()
    await saved.finish()
    let loader = Loader(saved: saved) { 2 }
    calls.note { loader.set(11) }
    #expect(await loader.load().outcome().value == 2)
    await saved.finish()
    #expect(await store.record(for: "number")?.body == Data("11".utf8))
    #expect(loader.state.value == 11)
  }
}
