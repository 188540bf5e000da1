import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Reused rows: one key at a time, and never a late result of another one.
///
/// A character is 10 ms, the grace time is 30 ms.
@Suite struct `Reused rows (C9-C12)` {
  typealias Row = KeyedModel<TextCache>

  /// Plays a diagram on a row: a letter is a key to show, `x` is disappearing, `0` is a clear.
  @MainActor private func play(_ m: Marbles, _ diagram: String, _ row: Row) {
    m.hot(diagram) { act in
      switch act {
      case "x": row.disappear()
      case "0": row.clear()
      case let key: row.show(key)
      }
    }
  }

  @MainActor private func expect(_ m: Marbles, _ row: Row, _ diagram: String) {
    m.expect(reading: { row.state }, diagram, textStates)
  }

  @Test(.needsImmediateTasks) @MainActor func `a cached value is visible within the call (C9)`() {
    marbles(on: MainActor.shared) { m in
      let cache = m.cache([:])
      cache.set("A", for: "a")
      let row = m.keep(Row(cache))
      m.at(.milliseconds(10)) {
        row.show("a")
        #expect(row.state == .loaded("A"))
        #expect(row.isHit)
      }
    }
  }

  @Test @MainActor func `a late result is not published by a row that shows another key (C11)`() {
    marbles(on: MainActor.shared) { m in
      let (a, b) = (m.text("---A|", .ignored), m.text("-----B|"))
      let cache = m.cache(["a": a, "b": b])
      let row = m.keep(Row(cache))
      play(m, "-ab", row)
      expect(m, row, "nl-----B")
    }
  }

  @Test @MainActor func `showing the same key again starts no load (C10)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("----A|")
      let row = m.keep(Row(m.cache(["a": a])))
      play(m, "-a-a", row)
      expect(m, row, "nl---A")
      m.expectSubscriptions(a, ["-^---!"])
    }
  }

  @Test @MainActor
  func `the load of a row that disappears is cancelled, and starts again with the row (C12)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("------A|")
      let row = m.keep(Row(m.cache(["a": a])))
      play(m, "-ax-----a", row)
      expect(m, row, "nln-----l-----A")
      m.expectSubscriptions(a, ["-^---!", "--------^-----!"])
    }
  }

  @Test @MainActor func `a loaded value stays cached after its row has disappeared (C12)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("--A|")
      let row = m.keep(Row(m.cache(["a": a])))
      play(m, "-a--x", row)
      expect(m, row, "nl-A")
      m.at(.milliseconds(60)) {
        row.retry()
        m.keep(Task { await row.refresh() })
        #expect(row.key == nil && row.interest == nil && !row.isHit)
      }
      m.expectSubscriptions(a, ["-^-!"])
    }
  }

  @Test @MainActor func `the old value stays cached if its row disappears during a reload (C12)`() {
    marbles(on: MainActor.shared) { m in
      let row = m.keep(Row(m.cache(["a": m.text("-A|", then: ["---B|"])])))
      play(m, "-a---x", row)
      m.at(.milliseconds(40)) { m.keep(Task { await row.refresh() }) }
      expect(m, row, "nlA-rA")
    }
  }

  @Test @MainActor func `a load without a value is forgotten after its row has disappeared (C12)`()
  {
    marbles(on: MainActor.shared) { m in
      let row = m.keep(Row(m.cache(["a": m.text("--A|")])))
      play(m, "-ax", row)
      expect(m, row, "nln")
    }
  }

  @Test @MainActor
  func `a failure stays after its row has disappeared, and waits for the next show (C12)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("#", then: ["--A|"])
      let row = m.keep(Row(m.cache(["a": a], .sample(afterFailure: .constant(.zero, limit: .max)))))
      play(m, "-a--x--a", row)
      m.at(.milliseconds(50)) { row.retry() }
      m.at(.milliseconds(60)) { m.keep(Task { await row.refresh() }) }
      expect(m, row, "n(lf)-----l-A")
      m.expectSubscriptions(a, ["-(^!)", "-------^-!"])
    }
  }

  @Test @MainActor func `a row whose policy retains its interest keeps its key (C12)`() {
    marbles(on: MainActor.shared) { m in
      for policy in [KeyedDisappearPolicy.lowerPriority, .keep] {
        let row = m.keep(Row(m.cache(["a": m.text("--A|")]), onDisappear: policy))
        play(m, "-ax", row)
        m.at(.milliseconds(60)) { #expect(row.key == "a") }
      }
    }
  }

  @Test @MainActor func `a row that disappears may lower its priority (C12)`() {
    marbles(on: MainActor.shared) { m in
      let policy = CachePolicy<String>.sample(LoadPolicy(queue: LoadQueue(limit: 1)))
      let work = ["a": m.text("--A|"), "b": m.text("--B|"), "c": m.text("--C|")]
      let cache = m.cache(work, policy)
      let rows = (0..<3).map { _ in m.keep(Row(cache, onDisappear: .lowerPriority)) }
      play(m, "-a", rows[0])
      play(m, "-bx", rows[1])
      play(m, "-c", rows[2])
      expect(m, rows[1], "nl-----B")
      expect(m, rows[2], "nl---C")
    }
  }

  @Test @MainActor func `a row that reappears has its former priority (C12)`() {
    marbles(on: MainActor.shared) { m in
      let policy = CachePolicy<String>.sample(LoadPolicy(queue: LoadQueue(limit: 1)))
      let work = ["a": m.text("----A|"), "b": m.text("--B|"), "c": m.text("--C|")]
      let cache = m.cache(work, policy)
      let first = m.keep(Row(cache))
      let back = m.keep(Row(cache, onDisappear: .lowerPriority))
      let other = m.keep(Row(cache, at: .normal))
      play(m, "-a", first)
      play(m, "-bxb", back)
      play(m, "-c", other)
      expect(m, back, "nl-----B")
      expect(m, other, "nl-------C")
    }
  }

  @Test @MainActor func `showing a failed key again does not retry it (C10)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("#")
      let row = m.keep(Row(m.cache(["a": a], .sample(afterFailure: .constant(.zero, limit: .max)))))
      play(m, "-a--a", row)
      expect(m, row, "n(lf)")
      m.expectSubscriptions(a, ["-(^!)"])
    }
  }

  @Test @MainActor func `the load of a row that disappears may continue unchanged (C12)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("------A|")
      let row = m.keep(Row(m.cache(["a": a]), onDisappear: .keep))
      play(m, "-ax", row)
      expect(m, row, "nl-----A")
    }
  }

  @Test @MainActor func `a cleared row shows nothing and has no interest (C11)`() {
    marbles(on: MainActor.shared) { m in
      let a = m.text("--A|")
      let cache = m.cache(["a": a])
      let row = m.keep(Row(cache))
      play(m, "-a---0", row)
      expect(m, row, "nl-A-n")
      m.at(.milliseconds(60)) {
        #expect(row.key == nil)
        #expect(cache.statistics.activeKeys == 0)
      }
    }
  }

  @Test @MainActor func `a dropped row has no interest (C11)`() {
    marbles(on: MainActor.shared) { m in
      let cache = m.cache(["a": m.text("--A|")])
      var row: Row? = Row(cache)
      m.at(.milliseconds(10)) { row?.show("a") }
      m.at(.milliseconds(50)) { row = nil }
      m.at(.milliseconds(60)) { #expect(cache.statistics.activeKeys == 0) }
    }
  }

  @Test @MainActor func `a row retries and refreshes its key`() {
    marbles(on: MainActor.shared) { m in
      let cache = m.cache(["a": m.text("#", then: ["-A|", "-A|"])])
      let row = m.keep(Row(cache))
      play(m, "-a", row)
      m.at(.milliseconds(30)) { row.retry() }
      m.at(.milliseconds(60)) { m.keep(Task { await row.refresh() }) }
      expect(m, row, "n(lf)-tA-rA")
    }
  }

  @Test @MainActor func `the states of a row begin with the current one`() {
    marbles(on: MainActor.shared) { m in
      let row = m.keep(KeyedModel(m.cache(["a": m.text("--A|")])))
      m.at(.milliseconds(10)) { row.show("a") }
      m.at(.milliseconds(60)) { row.clear() }
      m.expect(row.states, "nl-A--n", textStates)
      let late = m.keep(PublishRelay<TextState>())
      m.at(.milliseconds(20)) { m.keep(row.states.sink { late.accept($0) }) }
      m.expect(late, "--lA--n", textStates)
    }
  }
}
