/// The release of an object, as the cause of an end.
struct Release {
  /// The type of the object; nil if the optimizer has merged its `deinit`.
  private let type: String?
  /// The step or input whose code released it; nil at the end of the body or of a task.
  private let cause: CallSite?

  init(of type: String?, cause: CallSite?) {
    self.type = type
    self.cause = cause
  }

  /// True if code released the object while time ran, so that the test may intend it.
  var isByStep: Bool { cause != nil }

  /// The remedy, for the first line of a report and for a line below it.
  var remedies: (short: String, sentence: String) {
    isByStep ? ("", "") : (" (retain it with `m.keep`)", " Retain it with `m.keep`.")
  }

  /// `Feed was released`.
  var fact: String { "\(type ?? "its object") was released" }

  /// `Feed was released, caused by FeedTests.swift:12`.
  var text: String { fact + (cause.map { ", caused by \($0.text)" } ?? "") }
}

extension EndOrigin {
  /// The release that the calls belong to; nil if they belong to none.
  var release: Release? {
    guard case .release(let release) = EndCause(of: self) else { return nil }
    return release
  }
}
