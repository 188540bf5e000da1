#if canImport(os)
import ReactiveRelays
public import os

// NB: Type-checked with stand-ins only; not run on Apple platforms yet.

extension LoadObserver {
  /// An observer that writes each event to a logger of the system.
  ///
  /// Failures are written as errors, all other events with the level `debug`. Requests and errors
  /// may contain personal data, so the text is private: without a profile it is visible in the
  /// debugger only.
  ///
  /// - Parameter logger: The logger, for instance `Logger(subsystem: "…", category: "loads")`.
  /// - Returns: The observer.
  public static func logger(_ logger: Logger) -> LoadObserver {
    LoadObserver { event in
      let level: OSLogType = event.kind.error == nil ? .debug : .error
      logger.log(level: level, "\(event.line(.shown), privacy: .private)")
    }
  }

  /// An observer that marks the interval of each load for Instruments.
  ///
  /// - Parameter signposter: The signposter, for instance one with the category `loads`.
  /// - Returns: The observer.
  public static func signposts(_ signposter: OSSignposter) -> LoadObserver {
    let intervals = SignpostIntervals()
    return LoadObserver { event in
      guard let load = event.load else { return }
      if event.kind.isStart {
        let interval = signposter.beginInterval(
          "load",
          id: signposter.makeSignpostID(),
          "\(event.name, privacy: .public)"
        )
        intervals.add(interval, of: load)
      } else if event.kind.isEnd {
        guard let interval = intervals.remove(load) else { return }
        signposter.endInterval("load", interval, "\(event.line(.shown), privacy: .private)")
      }
    }
  }
}

/// The open intervals of loads.
// SAFETY: the lock guards the intervals, which are not used by two threads at a time.
private final class SignpostIntervals: @unchecked Sendable {
  private let intervals = Lock([LoadObserver.LoadID: OSSignpostIntervalState]())

  func add(_ interval: OSSignpostIntervalState, of load: LoadObserver.LoadID) {
    intervals.withLock { $0[load] = interval }
  }

  func remove(_ load: LoadObserver.LoadID) -> OSSignpostIntervalState? {
    intervals.withLock { $0.removeValue(forKey: load) }
  }
}
#endif
