import ReactiveLoadable
import Testing

@testable import ReactiveLoading

/// Every order of events up to a depth, checked against the contract of a gate.
@Suite struct `The state machine of a gate (W1, W2)` {
  enum Step: CaseIterable { case element, open, shut, elementsEnd, gateEnds }

  struct World {
    var machine = GateStateMachine<Int>()
    var count = 0
    var isOpen = false
    var elementsEnded = false
    var gateEnded = false
    var passed: [Int] = []
    /// The newest element that arrived while the gate was closed, and has not passed.
    var wanted: Int?
  }

  @Test func `no order of events breaks the contract`() {
    var orders = 0
    explore(World(), depth: 7, &orders)
    #expect(orders > 5_000, "the exploration ends early")
  }

  private func explore(_ world: World, depth: Int, _ orders: inout Int) {
    orders += 1
    guard depth > 0, !world.machine.hasEnded else { return }
    for step in Step.allCases where world.allows(step) {
      var next = world
      next.take(step)
      explore(next, depth: depth - 1, &orders)
    }
  }
}

extension `The state machine of a gate (W1, W2)`.World {
  typealias Step = `The state machine of a gate (W1, W2)`.Step

  func allows(_ step: Step) -> Bool {
    switch step {
    case .element, .elementsEnd: !elementsEnded
    case .open, .shut, .gateEnds: !gateEnded
    }
  }

  mutating func take(_ step: Step) {
    let expected: Int?
    switch step {
    case .element:
      count += 1
      expected = isOpen ? count : nil
      wanted = isOpen ? nil : count
      pass(machine.handle(.element(count)), expected)
    case .open:
      expected = wanted
      (isOpen, wanted) = (true, nil)
      pass(machine.handle(.gate(isOpen: true)), expected)
    case .shut:
      isOpen = false
      pass(machine.handle(.gate(isOpen: false)), nil)
    case .elementsEnd:
      elementsEnded = true
      pass(machine.handle(.elementsEnded), nil)
    case .gateEnds:
      gateEnded = true
      pass(machine.handle(.gateEnded), nil)
    }
    let canPass = isOpen ? !elementsEnded : !gateEnded && (!elementsEnded || wanted != nil)
    expect(machine.hasEnded == !canPass, "the end")
  }

  private mutating func pass(_ element: Int?, _ expected: Int?) {
    expect(element == expected, "\(String(describing: element)) passed")
    guard let element else { return }
    expect(passed.allSatisfy { $0 < element }, "an element is duplicated or out of order")
    passed.append(element)
  }
}

/// `#expect` is too slow for millions of calls.
private func expect(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  if !isKept { Issue.record("\(broken())") }
}
