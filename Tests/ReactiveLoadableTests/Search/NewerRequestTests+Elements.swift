import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Requests of async sequences.
extension `A newer request and a held one (L15)` {
  @Test func `of an element and a call in one turn the later one wins, in any order of tasks`() {
    marbles(exploring: 50, frame: .milliseconds(100)) { m in
      let (tapped, results) = (m.keep(PublishRelay<String>()), results(m))
      results.load(on: tapped.elements)
      m.hot("-b--x") { letter in
        if letter == "b" {
          tapped.accept("b")
          results.load("x")
        } else {
          results.load("x")
          tapped.accept("b")
        }
      }
      m.at(.milliseconds(300)) { #expect(results.state == .loaded("X")) }
      m.at(.milliseconds(700)) { #expect(results.state == .loaded("B")) }
    }
  }

  @Test func `of the elements of two sequences the later one wins, in any order of tasks`() {
    marbles(exploring: 50, frame: .milliseconds(100)) { m in
      let (first, second) = (m.keep(PublishRelay<String>()), m.keep(PublishRelay<String>()))
      let results = results(m)
      results.load(on: first.elements)
      results.loadIfNeeded(on: second.elements)
      m.at(.milliseconds(100)) {
        second.accept("b")
        first.accept("x")
      }
      m.at(.milliseconds(500)) { #expect(results.state == .loaded("X")) }
    }
  }

  @Test func `a late reset is performed, and a late cancel is not`() {
    marbles(frame: .milliseconds(100)) { m in
      let (loggedOut, stopped) = (m.keep(PublishRelay<Void>()), m.keep(PublishRelay<Void>()))
      let results = results(m)
      results.perform(.reset, on: loggedOut.elements)
      results.perform(.cancel, on: stopped.elements)
      m.at(.milliseconds(100)) {
        stopped.accept(())
        results.load("x")
      }
      m.at(.milliseconds(500)) {
        loggedOut.accept(())
        results.load("a")
      }
      m.expect(results.states, "nlX--(ln)", Self.states)
    }
  }

  @Test func `elements that were buffered before are loaded in order, and each once`() {
    let log = Log<String>()
    marbles { m in
      m.expectCleanRun()
      let tapped = m.keep(PublishRelay<String>())
      let elements = tapped.elements
      let results = m.keep(
        Loader { (text: String) in
          log.note(text)
          return text
        }
      )
      tapped.accept("a")
      tapped.accept("b")
      results.load(on: elements)
      m.hot("-c") { tapped.accept($0) }
    }
    #expect(log.entries == ["a", "b", "c"])
  }

  @Test func `elements that were delivered before count from the call that reads them`() {
    marbles { m in
      let tapped = m.keep(PublishRelay<String>())
      let elements = tapped.elements
      let results = m.keep(Loader { (text: String) in text })
      // With a stream, the loader numbers its requests.
      results.load(on: m.keep(PublishRelay<String>()))
      tapped.accept("a")
      results.load("x")
      results.load(on: elements)
      m.expect(results.states.loadedValues(), "a")
    }
  }

  @Test func `a bounded buffer of elements keeps its bound, and counts`() {
    marbles { m in
      let (log, tapped) = (Log<String>(), m.keep(PublishRelay<String>()))
      let elements = tapped.elements(buffering: .newest(1))
      let results = m.keep(
        Loader { (text: String) in
          log.note(text)
          return text
        }
      )
      m.hot("-a") { _ in
        for text in ["a", "b", "c"] { tapped.accept(text) }
        results.load(on: elements)
        for text in ["d", "e", "f"] { tapped.accept(text) }
      }
      m.at(.milliseconds(50)) {
        #expect(log.entries.last == "f")
        #expect(elements.dropped == 6 - log.entries.count)
      }
    }
  }

  @Test func `a text that is loaded already is newer than a held request`() {
    marbles { m in
      let (typed, chosen) = (m.keep(PublishRelay<String>()), m.keep(PublishRelay<String>()))
      let gate = m.keep(BehaviorRelay(false))
      let results = m.keep(Loader { (text: String) in text })
      results.search(on: typed, debounce: .milliseconds(30), clock: m.clock)
      results.load(on: chosen.elements.gated(by: gate.elements))
      m.hot("-b-------cb") { typed.accept($0) }
      m.hot("-------g") { chosen.accept($0) }
      m.hot("----------------t") { _ in gate.accept(true) }
      m.expect(results.states.loadedValues(), "----b")
    }
  }

  @Test func `the end of the publisher ends the elements of a loader`() {
    marbles { m in
      let source = m.cold("-a-b|", ["a": "a", "b": "x"])
      let results = results(m)
      results.load(on: source.map { $0 }.elements)
      m.expectSubscriptions(source, ["^---!"])
    }
  }

  @Test func `a released loader ends the elements that it reads`() {
    marbles { m in
      let source = m.cold("-a-b-----")
      let owned = Owned(Loader { (text: String) in text })
      owned.object?.load(on: source.map { $0 }.elements)
      m.at(.milliseconds(20)) { owned.object = nil }
      m.expectSubscriptions(source, ["^-!"])
    }
  }
}
