import Testing

@testable import Demo

@Suite struct GateTests {
  @Test func `an open gate passes every task`() async {
    let gate = Gate()
    let waiting = (0..<10).map { _ in Task { await gate.pass() } }
    gate.open()
    for task in waiting { await task.value }
    await gate.pass()
  }

  @Test func `a cancelled task passes and the gate stays closed for others`() async {
    let gate = Gate()
    let (passed, continuation) = AsyncStream.makeStream(of: String.self)
    let patient = Task {
      await gate.pass()
      continuation.yield("patient")
    }
    let cancelled = Task {
      await gate.pass()
      continuation.yield("cancelled")
    }
    cancelled.cancel()
    await cancelled.value
    continuation.yield("opened")
    gate.open()
    await patient.value
    continuation.finish()
    #expect(await passed.reduce(into: []) { $0.append($1) } == ["cancelled", "opened", "patient"])
  }
}
