/// The pure state machine of a gate: one event in, at most one element out.
///
/// See <doc:LoadingWhenItIsTime#W1-Gating>.
// NB: Its enums are indirect, because the code that copies inline elements is 17 kB.
struct GateStateMachine<Element> {
  indirect enum Event {
    case element(Element)
    case elementsEnded
    case gate(isOpen: Bool)
    case gateEnded
  }

  private indirect enum Gate {
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
    switch (event, gate) {
    case (.element(let element), .open): return element
    case (.element(let element), .shut): gate = .shut(held: element)
    case (.gate(isOpen: true), .shut(let held)):
      gate = .open
      return held
    case (.gate(isOpen: false), .open): gate = .shut(held: nil)
    case (.gate(isOpen: true), .open), (.gate(isOpen: false), .shut): break
    case (.elementsEnded, _): elementsEnded = true
    case (.gateEnded, _): gateEnded = true
    }
    return nil
  }
}

extension GateStateMachine.Event: Sendable where Element: Sendable {}
