import LoadableTesting
import ReactiveLoadable
import Testing

/// Random typing, in exact virtual time, compared with a plain reading of P8.
///
/// Times are in milliseconds. Texts arrive at multiples of 7, the debounce time is 30 and a load
/// takes 52, so that no two relevant events are at one instant.
@Suite struct `Random typing (P8)` {
  static let scripts = 125

  @Test(arguments: 0..<20)
  func `never loads an outdated or too short text, and shows the last one at the end`(_ seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    for number in 0..<Self.scripts {
      let script = TypingScript(&random)
      let (seen, expected) = (played(script), TypingReading(script).trace)
      if seen != expected {
        Issue.record("script \(number): \(script)\n  gives \(seen)\n  not   \(expected)")
      }
    }
  }

  @Test func `the scripts contain every kind of event`() {
    var random = SeededGenerator(0)
    let readings = (0..<Self.scripts).map { _ in TypingReading(TypingScript(&random)) }
    #expect(readings.contains { $0.trace.state == "n" && !$0.trace.requests.isEmpty })
    #expect(readings.contains { $0.trace.state == "f" })
    #expect(readings.contains { $0.remembered > 0 })
    #expect(readings.contains { $0.repeated > 0 })
    #expect(readings.contains { $0.cancelled > 0 })
    #expect(readings.contains { $0.outdated > 0 })
  }

  private func played(_ script: TypingScript) -> SearchTrace {
    let requests = Log<SearchTrace.Request>()
    var state = ""
    marbles(until: .milliseconds(script.end + 200)) { m in
      let (text, clock) = (m.keep(BehaviorRelay("")), m.clock)
      let loader = m.keep(
        RowLoader(failure: { _ in .second }) { request async throws(SampleError) -> RowPage in
          requests.note(SearchTrace.Request(clock.now.offset, request.key))
          do { try await clock.sleep(for: .milliseconds(TypingReading.loading)) } catch {
            throw .second
          }
          if request.key == "f" { throw .first }
          return Page([Row(id: 1, text: request.key)], next: nil)
        }
      )
      loader.search(
        on: text,
        debounce: .milliseconds(TypingReading.rest),
        minimumLength: script.minimumLength,
        clock: clock
      )
      for typed in script.typed { m.at(.milliseconds(typed.time)) { text.accept(typed.text) } }
      m.at(.milliseconds(script.end + 190)) { state = loader.state.sketch }
    }
    return SearchTrace(requests: requests.entries, state: state)
  }
}

/// The requests of a loader, and its last state.
private struct SearchTrace: Equatable {
  struct Request: Equatable {
    let time: Int
    let key: String

    init(_ time: Duration, _ key: String) { self.init(time.milliseconds, key) }
    init(_ time: Int, _ key: String) { (self.time, self.key) = (time, key) }
  }

  var requests: [Request] = []
  var state = "n"
}

extension Duration {
  fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}

private struct TypingScript: CustomStringConvertible {
  var typed: [(time: Int, text: String)] = []
  let minimumLength: Int

  var end: Int { typed.last?.time ?? 0 }
  var description: String {
    "\(typed.map { "\($0.time): '\($0.text)'" }), at least \(minimumLength)"
  }

  init(_ random: inout SeededGenerator) {
    minimumLength = Int.random(in: 1...2, using: &random)
    var time = 0
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      time += 7 * [1, 2, 3, 4, 5, 6, 8, 15, 20][Int.random(in: 0..<9, using: &random)]
      let texts = ["", " ", "a", "a ", "ab", "abc", " ab", "b", "f", "f"]
      typed.append((time, texts[Int.random(in: 0..<texts.count, using: &random)]))
    }
  }
}

/// A plain reading of P8; it shares nothing with the code under test.
private struct TypingReading {
  static let (rest, loading) = (30, 52)

  private(set) var trace = SearchTrace()
  private(set) var (remembered, repeated, cancelled, outdated) = (0, 0, 0, 0)
  private var shown: String?
  private var load: (key: String, end: Int)?
  private var lists: Set<String> = []

  init(_ script: TypingScript) {
    let times = script.typed.map(\.time).dropFirst() + [.max]
    for (typed, next) in zip(script.typed, times) {
      let key = typed.text.replacing(" ", with: "")
      type(key.count < script.minimumLength ? nil : key, typed.time, next)
    }
    pass(to: .max)
    trace.state = shown.map { $0 == "f" ? "f" : "1\($0)." } ?? "n"
  }

  private mutating func type(_ key: String?, _ time: Int, _ next: Int) {
    pass(to: time)
    guard let key else { return show(nil) }
    if key == shown {
      repeated += 1
    } else if lists.contains(key) {
      remembered += 1
      show(key)
    } else if next > time + Self.rest {
      pass(to: time + Self.rest)
      show(key)
      load = (key, time + Self.rest + Self.loading)
      trace.requests.append(SearchTrace.Request(time + Self.rest, key))
    } else {
      outdated += 1
    }
  }

  private mutating func show(_ key: String?) {
    cancelled += load == nil ? 0 : 1
    load = nil
    shown = key
  }

  private mutating func pass(to time: Int) {
    guard let (key, end) = load, end <= time else { return }
    load = nil
    if key != "f" { lists.insert(key) }
  }
}
