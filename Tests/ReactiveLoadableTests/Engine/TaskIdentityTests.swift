import Testing

@testable import ReactiveLoading

/// The identity of a task, for which `TaskSlot` assumes the layout of a task of the runtime.
@Suite struct TaskIdentityTests {
  @Test func `a current task has the size of an integer`() {
    #expect(MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<Int>.size)
  }

  @Test func `the identity of a task is constant and differs from that of another`() async {
    let (first, again) = (TaskSlot.currentIdentity, TaskSlot.currentIdentity)
    let other = await Task { TaskSlot.currentIdentity }.value
    #expect(first != nil)
    #expect(first == again)
    #expect(first != other)
  }
}
