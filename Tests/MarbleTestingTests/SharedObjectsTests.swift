import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// Objects of one run in another one, and runs in unusual tasks.
@Suite struct SharedObjectsTests {
  @Test func `an input of an earlier run is reported in the run that uses it`() {
    var earlier: MarbleCold<String, Never>?
    marbles { m in
      earlier = m.cold("-a|")
      m.expectCleanRun()
    }
    let line = #line + 2
    let failures = failures {
      marbles { m in
        if let earlier { m.expect(earlier, "-a|") }
      }
    }
    #expect(failures.map(\.text.firstLine) == [text(of: "An input")])
    #expect(
      failures.first?.text.contains("This can explain the differences of an expectation:") == true
    )
    #expect(failures.first?.line == UInt(line))
  }

  @Test func `the clock of an earlier run is reported in the run that uses it`() {
    var earlier: MarbleClock?
    marbles { m in
      earlier = m.clock
      m.expectCleanRun()
    }
    let failures = failures {
      marbles { m in
        m.expectCleanRun()
        if let earlier { Task { try? await earlier.sleep(for: .milliseconds(10)) } }
      }
    }
    #expect(failures.map(\.text.firstLine) == [text(of: "The `m.clock`")])
  }

  @Test func `a run in a cancelled task is exact`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      marbles { m in
        let load = m.cold("--x|")
        let words = m.hot("-a-b|").elements.map { _ in try await load() }
        m.expect(words, "---x-(x|)")
      }
    }
    await task.value
    #expect(task.isCancelled)
  }

  @Test func `runs in the tasks of a group are independent`() async {
    await withTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c", "d"] {
        group.addTask { marbles { m in m.expect(m.hot("-\(name)"), "-\(name)") } }
      }
    }
  }

  @Test func `a body that throws ends the run, and the next run is clean`() {
    #expect(throws: Offline.self) {
      try marbles { m in
        m.expect(m.hot("-a"), "-b")
        throw Offline()
      }
    }
    marbles { m in m.expect(m.hot("-a"), "-a") }
  }

  private func text(of what: String) -> String {
    "\(what) of an earlier run was used in this run. It belongs to its own run, whose time has ended."
  }
}
