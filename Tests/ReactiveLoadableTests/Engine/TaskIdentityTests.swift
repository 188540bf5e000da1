import Testing

/// The layout that `RunningLoad` assumes of a task of the runtime, whose bits it compares.
@Suite struct TaskIdentityTests {
  @Test func `a current task has the size of an integer`() {
    #expect(MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<Int>.size)
  }

  @Test func `the bits of a current task are equal within it and differ from those of another`()
    async
  {
    let (first, again) = (bitsOfCurrentTask(), bitsOfCurrentTask())
    let other = await Task { bitsOfCurrentTask() }.value
    #expect(first != nil)
    #expect(first == again)
    #expect(first != other)
  }
}

private func bitsOfCurrentTask() -> Int? {
  withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: Int.self) } }
}
