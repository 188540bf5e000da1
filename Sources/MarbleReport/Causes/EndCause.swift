/// The cause of a completion, from the names of the functions that were called.
enum EndCause {
  /// The `deinit` of an object: the outermost one that was released.
  case release(Release)
  /// A publisher of a fixed list of values, an operator that received a value, or a call that
  /// completes a subject.
  case other
  case unknown

  /// Reads the functions from the completion outward, until the run that called them.
  init(of origin: EndOrigin) {
    var calls: [CalledFunction] = []
    var entry: CalledFunction?
    for function in origin.callers.addresses.lazy.compactMap(CalledFunction.init) {
      guard !function.isOfRun else {
        entry = function
        break
      }
      calls.append(function)
    }
    if let release = calls.lastIndex(where: \.isRelease)
      ?? calls.lastIndex(where: \.isReleaseOfCancellable)
    {
      let callers = calls[(release + 1)...]
      let isByStep = entry?.isStep == true && callers.contains(where: \.isOfTest)
      let type = calls[release].releasedType
      self = .release(Release(of: type, cause: isByStep ? origin.cause : nil))
    } else if let entry {
      let isByItself = calls.contains { $0.isOfFixedPublisher || $0.takesValue }
      self = isByItself || (!entry.isJob && EndCause.isSent(by: calls)) ? .other : .unknown
    } else {
      // The stack is cut off, or the system has no names.
      self = .unknown
    }
  }

  /// True if code of the program completes a subject, not as a reaction to another completion.
  private static func isSent(by calls: [CalledFunction]) -> Bool {
    guard let sending = calls.lastIndex(where: \.isSending) else { return false }
    let callers = calls[(sending + 1)...]
    return callers.contains(where: \.isOfTest)
      && !callers.contains(where: \.takesCompletion)
  }
}

extension CalledFunction {
  /// True for the function that runs a job, a step or the body.
  fileprivate var isOfRun: Bool { isJob || begins(with: [Self.run, Self.runner]) }
  fileprivate var isJob: Bool { name == "swift_job_run" }
  fileprivate var isStep: Bool { begins(with: [Self.step]) }

  /// True for the `deinit` of a class of the program.
  fileprivate var isRelease: Bool { isDeinit && isOfTest }
  fileprivate var isReleaseOfCancellable: Bool {
    isDeinit && begins(with: [Self.cancellable])
  }
  private var isDeinit: Bool { name.contains(#/C(fD|fd|fZ)(Tm)?$/#) }

  /// The class of a `deinit`: `Feed.Model`.
  fileprivate var releasedType: String? {
    guard !isShared else { return nil }
    let readable = CallPlace.readable(name, withParameters: true)
    // A class in a function: `deinit in Model #1 in load()`.
    let match = readable.firstMatch(
      of: #/^(?:[a-z_]*deinit in (?<local>.+?) #\d+ in .*|(?<type>.+)\.[a-z_]*deinit)$/#
    )
    return (match?.local ?? match?.type).map(String.init)
  }

  /// True for a function of the test or of the code under test.
  fileprivate var isOfTest: Bool { isCaller() && !begins(with: Self.combine) }

  /// True for a function of a publisher that completes after a fixed list of values.
  fileprivate var isOfFixedPublisher: Bool { begins(with: Self.fixedPublishers) }

  /// True for `receive(_:)` of a subscriber.
  fileprivate var takesValue: Bool { name.contains(#/7receivey.*6DemandV/#) }
  /// True for `receive(completion:)` of a subscriber.
  fileprivate var takesCompletion: Bool { name.contains("7receive10completion") }
  /// True for `send(completion:)` of a subject.
  fileprivate var isSending: Bool { name.contains("4send10completion") }
}
