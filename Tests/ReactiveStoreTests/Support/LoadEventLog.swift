import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Records the events of loads with their times.
final class LoadEventLog: Sendable {
  /// An event that a loader and a store share.
  struct Entry: Equatable {
    let time: Duration
    let line: String
  }

  private let recorded = Log<(Duration, LoadObserver.Event)>()
  let observer: LoadObserver

  init(on clock: MarbleClock) {
    observer = LoadObserver { [recorded] in recorded.note((clock.now.offset, $0)) }
  }

  /// The events of loads, without those of other calls.
  var entries: [Entry] {
    recorded.entries.compactMap { time, event in
      switch event.kind {
      case .started, .joined, .replaced, .attemptFailed, .retried, .progressed, .partialValue,
        .succeeded, .failed, .cancelled:
        Entry(time: time, line: "\(event) \(event.requestText)")
      case .skipped, .set, .reset, .invalidated, .hit, .removed, .edited, .rolledBack, .restored,
        .saved, .recordFailed:
        nil
      }
    }
  }

  /// Expects one start and one end of each load, with all its other events in between (O1).
  func expectWholeLoads() {
    var open: Set<LoadObserver.LoadID> = []
    var all: Set<LoadObserver.LoadID> = []
    for (_, event) in recorded.entries {
      guard let load = event.load else { continue }
      switch event.kind {
      case .started:
        #expect(all.insert(load).inserted, "\(event) starts twice")
        open.insert(load)
      case .succeeded, .failed, .cancelled, .replaced, .skipped:
        #expect(open.remove(load) != nil, "\(event) ends a load that does not run")
      case .joined, .attemptFailed, .retried, .progressed, .partialValue, .set, .reset,
        .invalidated, .hit, .removed, .edited, .rolledBack, .restored, .saved, .recordFailed:
        #expect(open.contains(load), "\(event) belongs to no running load")
      }
    }
    #expect(open.isEmpty)
  }
}

extension LoadObserver.Event {
  /// The text of the request, which a line does not have; empty without a request.
  fileprivate var requestText: String {
    guard let request, !(request is NoRequest) else { return "" }
    return "\(request)"
  }
}
