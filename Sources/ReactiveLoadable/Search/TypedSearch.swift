import AsyncAlgorithms

/// A storage that a search loads from.
protocol SearchedStorage<Key>: AnyObject, Sendable {
  associatedtype Key: Hashable & Sendable

  var streams: OwnedStreams { get }
  /// The key that is loading, or else the one whose value or failure shows.
  var keyInQuestion: Key? { get }

  /// Whether the value of a key can be shown without a request.
  func remembers(_ key: Key) -> Bool

  /// Shows the value of a key, loading it if needed.
  func show(_ key: Key)

  /// Cancels what is loading, and shows nothing.
  func clear()
}

/// The settings of a search.
struct SearchRules<Key: Hashable & Sendable>: Sendable {
  let rest: Duration
  /// Makes a key of a text without white space around it; `nil` if the text is too short.
  let key: @Sendable (String) -> Key?

  init(_ rest: Duration, _ minimumLength: Int, _ key: @escaping @Sendable (String) -> Key?) {
    self.rest = rest
    self.key = { text in text.count < minimumLength ? nil : key(text) }
  }
}

extension SearchedStorage {
  func search(
    on texts: some Publisher<String, Never>,
    _ rules: SearchRules<Key>,
    _ clock: some Clock<Duration>
  ) {
    let typing = beginTyping(rules, clock)
    streams.own(texts, finished: { typing.accept(.ended) }) { typing.accept(.typed($0)) }
  }

  func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    _ rules: SearchRules<Key>,
    _ clock: some Clock<Duration>
  ) where Texts.Element == String, Texts.Failure == Never {
    let typing = beginTyping(rules, clock)
    streams.own { [weak self] in
      for await text in texts {
        // The sequence may ignore the cancellation that ends it with the loader.
        if self == nil { return }
        typing.accept(.typed(text))
        // NB: a `debounce` of AsyncAlgorithms never ends when a cancelled task asks it for more.
        if Task.isCancelled { return }
      }
      typing.accept(.ended)
    }
  }
}

// MARK: Typing

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

extension SearchedStorage {
  /// Begins a search; returns the relay that takes what is typed.
  ///
  /// What is typed and what has rested come through that one relay, which delivers one event at a
  /// time (R3, R5): what is decided is performed before the next event is decided about. So a text
  /// that has rested cannot be loaded after a newer one was taken in, whatever threads they are on.
  func beginTyping(
    _ rules: SearchRules<Key>,
    _ clock: some Clock<Duration>
  ) -> PublishRelay<TypingEvent> {
    let events = PublishRelay<TypingEvent>()
    let waiting = PublishRelay<TypedText>()
    let clock = PatientClock(base: clock)
    let texts = waiting.elements
    let rested = texts.debounce(for: rules.rest.countable, clock: clock)
    var fold = TypingFold<Key>()
    streams.own(events) { [weak self] event in
      self?.take(event, rules, &fold, waiting)
      if fold.isOver { waiting.finish() }
    }
    streams.own(endedBy: { texts.cancel() }) {
      for await text in rested { events.accept(.rested(text)) }
      events.finish()
    }
    return events
  }

  private func take(
    _ event: TypingEvent,
    _ rules: SearchRules<Key>,
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
    _ rules: SearchRules<Key>,
    _ fold: inout TypingFold<Key>
  ) {
    follow(fold.rested(waits.number, rules.key(waits.text)))
  }

  private func follow(_ step: TypingFold<Key>.Step) {
    switch step {
    case .nothing, .wait: break
    case .clear: clear()
    case .show(let key): show(key)
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
