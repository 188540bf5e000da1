import AsyncAlgorithms

/// What a search is made of, besides its loader and its input.
struct TypingRules<Key: Hashable & Sendable>: Sendable {
  let rest: Duration
  /// Makes a key of a text without white space around it; `nil` if it is too short.
  let key: @Sendable (String) -> Key?

  init(_ rest: Duration, _ minimumLength: Int, _ key: @escaping @Sendable (String) -> Key?) {
    self.rest = rest
    self.key = { text in text.count < minimumLength ? nil : key(text) }
  }
}

enum TypingEvent: Sendable {
  case typed(String)
  case rested(TypedText)
  /// Nothing is typed any more.
  case ended
}

/// A text that waits until it has rested.
struct TypedText: Sendable {
  let text: String
  let number: UInt
}

extension PagedStorage {
  /// Begins a search; returns the relay that takes what is typed.
  ///
  /// What is typed and what has rested come through that one relay, which delivers one event at a
  /// time (R3, R5): what is decided is performed before the next event is decided about. So a text
  /// that has rested cannot be loaded after a newer one was taken in, whatever threads they are on.
  func beginTyping(
    _ rules: TypingRules<Key>,
    _ clock: some Clock<Duration>
  ) -> PublishRelay<TypingEvent> {
    let events = PublishRelay<TypingEvent>()
    let waiting = PublishRelay<TypedText>()
    let clock = PatientClock(base: clock)
    let rested = waiting.elements.debounce(for: rules.rest.countable, clock: clock)
    var fold = TypingFold<Key>()
    streams.own(events) { [weak self] event in
      self?.take(event, rules, &fold, waiting)
      if fold.isOver { waiting.finish() }
    }
    streams.own {
      for await text in rested { events.accept(.rested(text)) }
      events.finish()
    }
    return events
  }

  private func take(
    _ event: TypingEvent,
    _ rules: TypingRules<Key>,
    _ fold: inout TypingFold<Key>,
    _ waiting: PublishRelay<TypedText>
  ) {
    switch event {
    case .typed(let typed):
      let text = typed.trimmed
      let key = rules.key(text)
      if fold.asked != keyInQuestion { fold.forgetAsked() }
      let step = fold.typed(text, key, key.map(remembers) == true ? .remembered : .absent)
      follow(step)
      guard case .wait(let number) = step else { return }
      let waits = TypedText(text: text, number: number)
      if rules.rest > .zero { waiting.accept(waits) } else { rest(waits, rules, &fold) }
    case .rested(let text): rest(text, rules, &fold)
    case .ended: fold.ended()
    }
  }

  private func rest(
    _ waits: TypedText,
    _ rules: TypingRules<Key>,
    _ fold: inout TypingFold<Key>
  ) {
    follow(fold.rested(waits.number, rules.key(waits.text)))
  }

  private func follow(_ step: TypingFold<Key>.Step) {
    switch step {
    case .nothing, .wait: break
    case .clear: _ = perform(.clear)
    case .show(let key): _ = perform(.loadIfNeeded(key))
    }
  }
}

extension String {
  /// Without the white space at both ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest.drop(while: \.isWhitespace))
  }
}
