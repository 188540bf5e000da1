import AsyncAlgorithms
import CombineShim
import ReactiveLoading
import ReactiveRelays

/// A loader storage that a search performs its loads on.
protocol SearchableStorage<Key>: IntentPerformer {
  associatedtype Key: Hashable & Sendable

  /// The key that is loading, or else the key of the current value or failure.
  var currentKey: Key? { get }

  /// Returns true if the value of a key is cached, so that it needs no request.
  func isCached(_ key: Key) -> Bool

  /// Shows the value of a key, and loads it if needed, unless the request is superseded.
  ///
  /// `number` is that of the text; see ``RequestOrder``.
  func show(_ key: Key, heldSince number: UInt)

  /// Cancels the load in flight and removes the value, unless the text is superseded.
  func clear(heldSince number: UInt)
}

struct SearchConfiguration<Key: Hashable & Sendable>: Sendable {
  let debounceTime: Duration
  /// The key of a trimmed text; `nil` if the text is too short.
  let key: @Sendable (String) -> Key?

  init(_ debounceTime: Duration, _ minimumLength: Int, _ key: @escaping @Sendable (String) -> Key?)
  {
    self.debounceTime = debounceTime
    self.key = { text in text.count < minimumLength ? nil : key(text) }
  }
}

extension SearchableStorage {
  func search(
    on texts: some Publisher<String, Never>,
    _ configuration: SearchConfiguration<Key>,
    _ clock: some Clock<Duration>
  ) -> StreamConnection {
    let (typing, search) = startTyping(configuration, clock)
    let input = streams.own(texts, finished: { typing.accept(.ended) }) { [weak self] text in
      guard let number = self?.nextRequestNumber() else { return }
      typing.accept(.typed(TypedText(text: text, number: number)))
    }
    return StreamConnection(input, search)
  }

  func search<Texts: AsyncSequence & Sendable>(
    on texts: Texts,
    _ configuration: SearchConfiguration<Key>,
    _ clock: some Clock<Duration>
  ) -> StreamConnection where Texts.Element == String, Texts.Failure == Never {
    let (typing, search) = startTyping(configuration, clock)
    let numbered = texts.numbered { [weak self] in self?.nextRequestNumber() ?? 0 }
    let input = receive(numbered) {
      typing.accept(.ended)
    } _: { [weak self] typed in
      if self == nil { return false }
      typing.accept(.typed(TypedText(text: typed.element, number: typed.number)))
      return true
    }
    return StreamConnection(input, search)
  }
}

// MARK: Typing

enum TypingEvent: Sendable {
  case typed(TypedText)
  case debounced(TypedText)
  /// The input has completed.
  case ended
}

/// A text, and its number among the requests of the loader.
struct TypedText: Sendable {
  let text: String
  let number: UInt
}

extension SearchableStorage {
  /// Starts a search; returns the relay that receives the typed texts, and the end of the search.
  ///
  /// Typed and debounced texts pass through this one relay, which delivers one event at a time. The
  /// decision about an event is performed before the next event is delivered. A debounced text can
  /// therefore not be loaded after a newer text, whatever their threads.
  /// See <doc:RelayContract#R3-Serial-delivery>.
  func startTyping(
    _ configuration: SearchConfiguration<Key>,
    _ clock: some Clock<Duration>
  ) -> (events: any Relay<TypingEvent>, StreamConnection) {
    let events = PublishRelay<TypingEvent>()
    let waiting = PublishRelay<TypedText>()
    let clock = CancellationOnlyClock(base: clock, .observed("debounce", of: self))
    let texts = waiting.elements
    let debounced = texts.debounce(for: configuration.debounceTime.clamped, clock: clock)
    var machine = TypingStateMachine<Key>()
    let decisions = streams.own(events) { [weak self] event in
      self?.handle(event, configuration, &machine, waiting)
      if machine.isFinished { waiting.finish() }
    }
    let debounce = streams.own(endedBy: { texts.cancel() }) {
      for await text in debounced { events.accept(.debounced(text)) }
      events.finish()
    }
    return (events, StreamConnection(decisions, debounce))
  }

  private func handle(
    _ event: TypingEvent,
    _ configuration: SearchConfiguration<Key>,
    _ machine: inout TypingStateMachine<Key>,
    _ waiting: any Relay<TypedText>
  ) {
    switch event {
    case .typed(let typed):
      let typedText = TypedText(text: typed.text.trimmed, number: typed.number)
      let key = configuration.key(typedText.text)
      if machine.requested != currentKey { machine.clearRequested() }
      let step = machine.typed(typedText, key, isCached: key.map(isCached) == true)
      perform(step, typed.number)
      guard step == .wait else { return }
      if configuration.debounceTime > .zero {
        waiting.accept(typedText)
      } else {
        debounced(typedText, configuration, &machine)
      }
    case .debounced(let text): debounced(text, configuration, &machine)
    case .ended: machine.ended()
    }
  }

  private func debounced(
    _ typedText: TypedText,
    _ configuration: SearchConfiguration<Key>,
    _ machine: inout TypingStateMachine<Key>
  ) {
    let step = machine.debounced(typedText.number, configuration.key(typedText.text))
    perform(step, typedText.number)
  }

  private func perform(_ step: TypingStateMachine<Key>.Step, _ number: UInt) {
    switch step {
    case .nothing, .wait: break
    // A text that is loaded already supersedes older requests that streams hold.
    case .keep: admit(number)
    case .clear: clear(heldSince: number)
    case .show(let key): show(key, heldSince: number)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var trimmedEnd = self[...]
    while trimmedEnd.last?.isWhitespace == true { trimmedEnd.removeLast() }
    return String(trimmedEnd.drop(while: \.isWhitespace))
  }
}
