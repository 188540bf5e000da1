/// The keys of the dictionary literals that are written as arguments of one call.
struct CallLiterals {
  /// The keys in arguments without a label, after the first argument.
  private(set) var names: Set<String> = []
  /// The keys in the argument `failures:`.
  private(set) var failures: Set<String> = []
  /// True if a diagram is a literal or a lane, not a parameter with several values.
  let hasDiagram: Bool

  private static let cache = Lock<[Key: CallLiterals?]>([:])
  private static let longestCall = 20_000

  private struct Key: Hashable {
    let file: String
    let line: UInt
    let column: UInt
  }

  /// Reads the source of a call; nil if it cannot be read, or if no call is at the call site.
  static func read(at callSite: CallSite) -> CallLiterals? {
    let key = Key(
      file: callSite.filePath.description,
      line: callSite.line,
      column: callSite.column
    )
    if let known = cache.withLock({ $0[key] }) { return known }
    let literals = SourceLabel.call(at: callSite, atMost: longestCall).flatMap(CallLiterals.init)
    cache.withLock { $0[key] = literals }
    return literals
  }

  /// Reads the text of a call from its opening parenthesis on; nil if the call has no end.
  init?(_ text: String) {
    var source = CallReader(text)
    guard source.read() else { return nil }
    hasDiagram = source.hasDiagram
    for key in source.keys {
      switch key.label {
      case nil: if key.argument > 0 { names.insert(key.text) }
      case "failures": failures.insert(key.text)
      case .some: break
      }
    }
  }
}
