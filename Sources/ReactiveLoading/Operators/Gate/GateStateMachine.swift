/// The pure state machine of a gate: one event in, at most one element out.
///
/// See <doc:LoadingWhenItIsTime#W1-Gating>.
struct GateStateMachine<Element> {
  enum Event {
    case element(Element)
    case elementsEnded
    case gate(isOpen: Bool)
    case gateEnded
  }

  private enum Gate {
    case open
    case shut(held: Element?)
  }

  private var gate = Gate.shut(held: nil)
  private var elementsEnded = false
  private var gateEnded = false

  /// True if no element can pass any more.
  var hasEnded: Bool {
    switch gate {
    case .open: elementsEnded
    case .shut(nil): elementsEnded || gateEnded
    case .shut(.some): gateEnded
    }
  }

  /// Handles an event, and returns the element that passes now.
  mutating func handle(_ event: Event) -> Element? {
    switch event {
    case .element(let element): return arrived(element)
    case .gate(let isOpen): return isOpen ? opened() : shut()
    case .elementsEnded: elementsEnded = true
    case .gateEnded: gateEnded = true
    }
    return nil
  }

  private mutating func arrived(_ element: Element) -> Element? {
    switch gate {
    case .open: return element
    case .shut:
      gate = .shut(held: element)
      return nil
    }
  }

  private mutating func opened() -> Element? {
    defer { gate = .open }
    switch gate {
    case .open: return nil
    case .shut(let held): return held
    }
  }

  private mutating func shut() -> Element? {
    if case .open = gate { gate = .shut(held: nil) }
    return nil
  }
}

extension GateStateMachine.Event: Sendable where Element: Sendable {}
