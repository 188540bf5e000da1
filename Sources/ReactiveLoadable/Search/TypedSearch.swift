import AsyncAlgorithms
import ReactiveLoading
import ReactiveRelays

/// A loader storage that a search performs its loads on.
protocol SearchedStorage<Key>: AnyObject, Sendable {
  associatedtype Key: Hashable & Sendable

  var streams: CancellableBag { get }
  /// The key that is loading, or else the key of the current value or failure.
  var keyInQuestion: Key? { get }

  /// Returns true if the value of a key is cached, so that it needs no request.
  func remembers(_ key: Key) -> Bool

  /// Shows the value of a key, and loads it if needed.
  func show(_ key: Key)

  /// Cancels the load in flight and removes the value.
  func clear()
}

/// The configuration of a search.
struct SearchRules<Key: Hashable & Sendable>: Sendable {
  let rest: Duration
  /// The key of a trimmed text; `nil` if the text is too short.
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
        // NB: a `debounce` of AsyncAlgorithms never ends if a cancelled task requests its next
        // element.
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
  /// The input has completed.
  case ended
}

/// A text that waits for the end of its debounce time.
struct TypedText: Sendable {
  let text: String
  let number: UInt
}

extension SearchedStorage {
  /// Starts a search; returns the relay that receives the typed texts.
  ///
  /// Typed and debounced texts pass through this one relay, which delivers one event at a time. The
  /// decision about an event is performed before the next event is delivered. A debounced text can
  /// therefore not be loaded after a newer text, whatever their threads.
  /// See <doc:RelayContract#R3-Serial-delivery>.
  func beginTyping(
    _ rules: SearchRules<Key>,
    _ clock: some Clock<Duration>
  ) -> PublishRelay<TypingEvent> {
    let events = PublishRelay<TypingEvent>()
    let waiting = PublishRelay<TypedText>()
    let clock = CancellationOnlyClock(base: clock)
    let texts = waiting.elements
    let rested = texts.debounce(for: rules.rest.clamped, clock: clock)
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
  /// The string without the whitespace at both ends.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest.drop(while: \.isWhitespace))
  }
}
