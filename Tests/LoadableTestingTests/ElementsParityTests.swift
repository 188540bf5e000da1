import CombineShim
import LoadableTesting
import TestSupport
import Testing

/// The sequence of an input and that of the same input as a publisher have the same events.
@Suite struct ElementsParityTests {
  @Test func `both sequences have the same events in each order`() {
    marbles(exploring: 100) { m in
      let words = m.hot("-a-(bc)--d#", failure: Broken())
      m.expect(words.elements, "-a-(bc)--d#", failure: Broken())
      m.expect(words.map { $0 }.elements, "-a-(bc)--d#", failure: Broken())
      let answer = m.cold("--x-yz|")
      m.expect(answer.elements, "--x-yz|")
      m.expect(answer.map { $0 }.elements, "--x-yz|")
    }
  }

  @Test(arguments: [15, 20, 30, 45]) func `a cancellation has the same effect`(time: Int) {
    let own = Log<String>(), other = Log<String>()
    marbles { m in
      let words = m.hot("-(ab)-c-d|"), clock = m.clock
      let elements = words.elements, relayed: Elements<String, Never> = words.map { $0 }.elements
      let tasks = [
        Task {
          for await word in elements {
            own.note("\(word) \(clock.now.offset)")
            try? await clock.sleep(for: .milliseconds(5))
          }
          own.note("end \(clock.now.offset)")
        },
        Task {
          for await word in relayed {
            other.note("\(word) \(clock.now.offset)")
            try? await clock.sleep(for: .milliseconds(5))
          }
          other.note("end \(clock.now.offset)")
        },
      ]
      m.at(.milliseconds(time)) { for task in tasks { task.cancel() } }
    }
    #expect(own.entries == other.entries)
  }
}

private struct Broken: Error, Equatable {}
