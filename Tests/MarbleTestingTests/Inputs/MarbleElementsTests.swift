import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct MarbleElementsTests {
  @Test func `a hot input's elements arrive in their frames, with the end`() {
    marbles { m in m.expect(m.hot("-a-(bc)-|").elements, "-a-(bc)-|") }
  }

  @Test func `a cold input plays for each reading separately`() {
    marbles { m in
      let load = m.cold("-x-y|")
      m.expect(load.elements, "-x-y|")
      m.at(.milliseconds(50)) { m.keep(Task { for await _ in load.elements {} }) }
      m.expectSubscriptions(load, ["^---!", "-----^---!"])
    }
  }

  @Test func `a failure is thrown with its type, after the values before it`() {
    let seen = Log<String>()
    marbles { m in
      let words = m.hot("-a-b#", failure: Offline())
      let elements = words.elements, clock = m.clock
      m.keep(
        Task {
          try await clock.sleep(for: .milliseconds(100))
          do throws(Offline) {
            for try await word in elements { seen.note(word) }
          } catch {
            seen.note("offline at \(clock.now.offset)")
          }
        }
      )
      m.expect(words.elements, "-a-b#", failure: Offline())
    }
    #expect(seen.entries == ["a", "b", "offline at 0.1 seconds"])
  }

  @Test func `after a failure the sequence is at its end`() {
    let seen = Log<String>()
    marbles { m in
      let elements = m.hot("#", failure: Offline()).elements
      Task {
        var iterator = elements.makeAsyncIterator()
        do { _ = try await iterator.next() } catch { seen.note("failed") }
        seen.note(try await iterator.next() ?? "ended")
      }
      m.expectCleanRun()
    }
    #expect(seen.entries == ["failed", "ended"])
  }

  @Test func `values before the first next are buffered`() {
    marbles { m in
      let elements = m.hot("abc---d|").elements, clock = m.clock
      let (late, continuation) = AsyncStream.makeStream(of: String.self)
      Task {
        try await clock.sleep(for: .milliseconds(40))
        for await word in elements { continuation.yield(word) }
        continuation.finish()
      }
      m.expect(late, "----(abc)-d|")
    }
  }

  @Test func `reading the property subscribes`() {
    marbles { m in
      let load = m.cold("x---|")
      let elements = load.elements
      m.at(.milliseconds(20)) { m.keep(Task { for await _ in elements {} }) }
      m.expectSubscriptions(load, ["^---!"])
    }
  }

  @Test func `the cancellation of the iterating task ends the subscription`() {
    let seen = Log<String>()
    marbles { m in
      let load = m.cold("-a---b|")
      let task = Task {
        for await word in load.elements { seen.note(word) }
        seen.note(Task.isCancelled ? "cancelled" : "ended")
      }
      m.at(.milliseconds(30)) { task.cancel() }
      m.expectSubscriptions(load, ["^--!"])
    }
    #expect(seen.entries == ["a", "cancelled"])
  }

  @Test func `a cancelled task receives no buffered value`() {
    let seen = Log<String>()
    marbles { m in
      let elements = m.hot("(ab)").elements, clock = m.clock
      let task = Task {
        for await word in elements {
          seen.note(word)
          try? await clock.sleep(for: .milliseconds(50))
        }
      }
      m.at(.milliseconds(20)) { task.cancel() }
      m.expectCleanRun()
    }
    #expect(seen.entries == ["a"])
  }

  @Test func `the release without an iterator ends the subscription`() {
    marbles { m in
      let load = m.cold("--x|")
      let owned = Owned(Holder(load.elements))
      m.at(.milliseconds(10)) { owned.object = nil }
      m.expectSubscriptions(load, ["^!"])
    }
  }

  @Test func `leaving the loop ends the subscription`() {
    marbles { m in
      let load = m.cold("-a-b-c|")
      Task { for await word in load.elements where word == "b" { break } }
      m.expectSubscriptions(load, ["^--!"])
    }
  }

  @Test func `a second iterator reports an issue and ends`() {
    let seen = Log<String>()
    let failures = failures {
      marbles { m in
        let elements = m.hot("-a-b|").elements
        m.expect(elements, "-a-b|")
        m.at(.milliseconds(20)) {
          Task {
            for await word in elements { seen.note(word) }
            seen.note("ended")
          }
        }
      }
    }
    #expect(seen.entries == ["ended"])
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("A second iterator of `input.elements`") == true)
  }

  @Test func `a second task that waits reports an issue and ends`() {
    let seen = Log<String>()
    let failures = failures {
      marbles { m in
        // SAFETY: both tasks run on the thread of the run, and each iterates its copy.
        nonisolated(unsafe) let iterator = m.hot("-a-b|").elements.makeAsyncIterator()
        for name in ["first", "second"] {
          Task {
            var copy = iterator
            seen.note("\(name) \(await copy.next() ?? "ended")")
          }
        }
        m.expectCleanRun()
      }
    }
    #expect(seen.entries == ["second ended", "first a"])
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasPrefix("A second task requested") == true)
  }

  @Test func `the elements stay on the main actor`() {
    marbles(on: MainActor.shared) { m in
      let words = m.hot("-a-b|")
      let seen = PassthroughSubject<String, Never>()
      m.keep(
        Task { @MainActor in
          for await word in words.elements {
            MainActor.preconditionIsolated()
            seen.send(word)
          }
          seen.send(completion: .finished)
        }
      )
      m.expect(seen, "-a-b|")
    }
  }
}

private final class Holder: Sendable {
  private let elements: MarbleElements<String, Never>

  init(_ elements: MarbleElements<String, Never>) { self.elements = elements }
}
