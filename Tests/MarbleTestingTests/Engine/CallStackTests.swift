import MarbleTesting
import TestSupport
import Testing

@testable import MarbleEngine

/// The functions that wait in a task.
@Suite(.needs(.outsideWork)) struct CallStackTests {
  @Test func `functions wait only while their task waits for a continuation`() {
    let counts = Log<Int>()
    marbles { m in
      m.expectCleanRun()
      Task {
        counts.note(CallStack.ofTask.waiting.count)
        await wait(counts)
        counts.note(CallStack.ofTask.waiting.count)
      }
    }
    #expect(counts.entries.map { $0 > 0 } == [false, true, false, false])
  }

  @Test func `no function waits outside a task`() {
    #expect(CallStack.ofTask.waiting.isEmpty)
  }
}

/// Notes the functions that wait during and after a continuation.
private func wait(_ counts: Log<Int>) async {
  await withUnsafeContinuation { continuation in
    counts.note(CallStack.ofTask.waiting.count)
    continuation.resume()
  }
  counts.note(CallStack.ofTask.waiting.count)
}
