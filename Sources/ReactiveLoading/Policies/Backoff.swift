/// The delays of a retry policy, for its descriptions.
struct Backoff: Sendable {
  enum Kind: Sendable {
    /// A function of the caller.
    case custom
    case constant(Duration)
    case exponential(from: Duration, atMost: Duration)
  }

  let kind: Kind
  /// The random part of each delay, from 0 to 1.
  private(set) var jitter = 0.0

  init(_ kind: Kind) { self.kind = kind }

  /// Returns the delays with jitter; those with two jitters have no words.
  func jittered(by share: Double) -> Backoff {
    if share == 0 { return self }
    if jitter != 0 { return Backoff(.custom) }
    var backoff = self
    backoff.jitter = share
    return backoff
  }

  /// The delays in words, as in `after 1 s` and `after 1 s doubled up to 60 s`.
  ///
  /// `nil` for a function of the caller.
  var inWords: String? {
    let delay: String
    switch kind {
    case .custom: return nil
    case .constant(let time): delay = "after \(time.inWords)"
    case .exponential(let first, let longest):
      delay = "after \(first.inWords) doubled up to \(longest.inWords)"
    }
    return jitter == 0 ? delay : "\(delay) jittered by \(Int((jitter * 100).rounded())) %"
  }

  /// True if each retry has the same delay.
  var isConstant: Bool {
    if case .constant = kind { true } else { false }
  }
}
