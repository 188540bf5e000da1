import CombineShim
import ReactiveLoadable
import TestSupport

/// Records the events of an observer, and publishes a letter for each.
final class EventLog: Sendable {
  private let relay = PublishRelay<String>()
  private let recorded = Log<LoadObserver.Event>()
  private let texts = Log<String>()

  var events: [LoadObserver.Event] { recorded.entries }
  /// The lines of the events, with their requests.
  var lines: [String] { texts.entries }
  var text: String { events.map(\.kind.letter).joined() }
  var letters: ReadOnlyEvents<String> { relay.readOnly }

  var observer: LoadObserver {
    LoadObserver(
      LoadObserver { self.recorded.note($0) },
      .logger(requests: .shown) { self.texts.note($0) },
      LoadObserver { self.relay.accept($0.kind.letter) }
    )
  }
}

extension LoadObserver.Event.Kind {
  /// The letter of an event in diagrams.
  var letter: String {
    switch self {
    case .started: "s"
    case .joined: "j"
    case .replaced: "r"
    case .attemptFailed: "a"
    case .retried: "t"
    case .progressed: "p"
    case .partialValue: "v"
    case .succeeded: "d"
    case .failed: "f"
    case .cancelled: "c"
    case .skipped: "k"
    case .set: "="
    case .reset: "0"
    case .invalidated: "i"
    case .hit: "h"
    case .removed: "x"
    case .edited: "e"
    case .rolledBack: "b"
    case .restored: "S"
    case .saved: "w"
    case .recordFailed: "!"
    }
  }

  /// A Boolean value that indicates whether a load ends with this event.
  var endsLoad: Bool { ["r", "d", "f", "c"].contains(letter) }
}

/// The owner of a loader, for its observer.
// SAFETY: each test uses it on one thread at a time.
final class LoaderOwner<Failure: Error>: @unchecked Sendable {
  var loader: Loader<NoRequest, Int, Failure>?
}
