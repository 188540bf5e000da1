import ReactiveRelays

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Passes elements while a gate is open, and holds the newest one while it is closed.
  ///
  /// An episode that is chosen offline loads when the network returns:
  ///
  /// ```swift
  /// episode.load(on: chosen.elements.gated(by: isOnline.elements))
  /// ```
  ///
  /// For a search field, see <doc:LoadingWhenItIsTime#Search-while-offline>.
  ///
  /// `t` opens the gate and `f` closes it:
  ///
  /// ```
  /// gate      f---t---f---t
  /// elements  -ab---c---de-|
  /// gated     ----b-c-----e|
  /// ```
  ///
  /// The gate is closed before its first value. A newer element replaces the held one. Each element
  /// passes at most once. A loader drops a held request after a newer one, see
  /// <doc:LoaderContract#L15-Requests-that-wait>. All rules are in
  /// <doc:LoadingWhenItIsTime#W1-Gating>.
  ///
  /// - Parameter gate: A sequence that opens the gate with `true` and closes it with `false`. When
  ///   the sequence ends, the gate keeps its last value.
  /// - Returns: A sequence that ends when the elements have ended and none is held, or when the
  ///   gate has ended while closed. Each iterator creates new iterators of both sequences.
  public func gated<Gate: AsyncSequence & Sendable>(
    by gate: Gate
  ) -> some AsyncSequence<Element, Never> & Sendable
  where Gate.Element == Bool, Gate.Failure == Never {
    GatedSequence(elements: self, gate: gate)
  }
}

/// The elements of a sequence that pass a gate.
struct GatedSequence<Base: AsyncSequence & Sendable, Gate: AsyncSequence & Sendable>: AsyncSequence,
  Sendable
where Base.Element: Sendable, Base.Failure == Never, Gate.Element == Bool, Gate.Failure == Never {
  typealias Element = Base.Element
  typealias Failure = Never
  fileprivate typealias Event = GateStateMachine<Element>.Event

  let elements: Base
  let gate: Gate

  func makeAsyncIterator() -> Iterator {
    Iterator(
      GateInputs([
        { [gate] in await $0.send(gate, end: .gateEnded) { .gate(isOpen: $0) } },
        { [elements] in await $0.send(elements, end: .elementsEnded) { .element($0) } },
      ])
    )
  }

  struct Iterator: AsyncIteratorProtocol {
    private let inputs: GateInputs<Event>
    private var machine = GateStateMachine<Element>()

    fileprivate init(_ inputs: GateInputs<Event>) { self.inputs = inputs }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Element? {
      while !machine.hasEnded, let event = await inputs.next(isolation: actor) {
        if let element = machine.handle(event) { return element }
      }
      return nil
    }
  }
}

extension GatedSequence: HoldingSequence {
  func numberedWhenReceived(
    by number: @escaping @Sendable () -> UInt
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    behindGate(elements.numbered(by: number))
  }

  private func behindGate(
    _ elements: some AsyncSequence<NumberedElement<Element>, Never> & Sendable
  ) -> any AsyncSequence<NumberedElement<Element>, Never> & Sendable {
    GatedSequence<_, Gate>(elements: elements, gate: gate)
  }
}
