import Testing

@testable import Demo

@Suite struct KeyQueueTests {
  private let screen = LiveScreen(pageSize: 5)

  @Test func `without time to settle every key has its turn`() {
    var queue = KeyQueue(.atOnce)
    queue.add([.text("a"), .enter])
    #expect(queue.next(on: screen, isSettled: false) == .text("a"))
    #expect(queue.next(on: screen, isSettled: false) == .enter)
    #expect(queue.next(on: screen, isSettled: false) == nil)
  }

  @Test func `with time to settle, typed text waits for nothing, and other keys do`() {
    var queue = KeyQueue(.whenSettled)
    queue.add([.text("a"), .backspace, .enter])
    #expect(queue.next(on: screen, isSettled: false) == .text("a"))
    #expect(queue.next(on: screen, isSettled: false) == .backspace)
    #expect(queue.next(on: screen, isSettled: false) == nil)
    #expect(queue.next(on: screen, isSettled: true) == .enter)
  }

  @Test func `it ends when the input has ended and no key is left`() {
    var queue = KeyQueue(.atOnce)
    queue.add([.enter])
    #expect(!queue.isOver)
    queue.end()
    #expect(!queue.isOver)
    _ = queue.next(on: screen, isSettled: true)
    #expect(queue.isOver)
  }
}
