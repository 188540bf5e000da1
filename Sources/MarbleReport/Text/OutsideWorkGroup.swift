/// Work with the same text.
struct OutsideWorkGroup {
  /// The call that started work; its stack if the caller is unknown.
  private enum Site: Hashable {
    case address(UInt)
    case stack(CallStack)
  }

  let text: String
  let start: StartContext
  private var stacks: [Site: [CallStack: Int]] = [:]

  init(text: String, start: StartContext) {
    self.text = text
    self.start = start
  }

  mutating func add(_ work: OutsideWork, at place: CallPlace?) {
    let site = place?.address.map(Site.address) ?? .stack(work.callers)
    stacks[site, default: [:]][work.callers, default: 0] += 1
  }

  /// The number of calls.
  ///
  /// One call of the system can start work at several places in itself, and a loop repeats all of
  /// them.
  var count: Int { stacks.values.reduce(0) { $0 + ($1.values.max() ?? 0) } }
}
