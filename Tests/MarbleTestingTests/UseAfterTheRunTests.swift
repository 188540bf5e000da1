import CombineShim
import MarbleTesting
import Observation
import TestSupport
import Testing

/// Each public member of `Marbles` reports a call after its run.
@Suite struct UseAfterTheRunTests {
  typealias Use = @Sendable (Marbles) -> Void

  struct Member: Sendable, CustomTestStringConvertible {
    let name: String
    let use: Use

    init(_ name: String, _ use: @escaping Use) {
      self.name = name
      self.use = use
    }

    var testDescription: String { name }
  }

  private static let members: [Member] =
    [
      Member("m.clock") { _ = $0.clock },
      Member("m.scheduler") { _ = $0.scheduler },
      Member("m.keep") { $0.keep(Player()) },
      Member("m.keep") { $0.keep(Task {}) },
      Member("m.lanes") { _ = $0.lanes("a: -a") },
      Member("m.at") { $0.at(.zero) {} },
      Member("m.advance") { $0.advance(to: .seconds(1)) },
      Member("m.advance") { $0.advance(by: .seconds(1)) },
      Member("m.expectCleanRun") { $0.expectCleanRun() },
    ] + inputs + expectations

  private static let inputs: [Member] = [
    Member("m.hot") { _ = $0.hot("-a") },
    Member("m.hot") { _ = $0.hot("-#", failure: Offline()) },
    Member("m.hot") { _ = $0.hot("-#x", failures: ["x": Offline()]) },
    Member("m.hot") { $0.hot("-a") { _ in } },
    Member("m.hot") { $0.hot("-a") {} },
    Member("m.cold") { _ = $0.cold("-a") },
    Member("m.cold") { _ = $0.cold("-#", failure: Offline()) },
    Member("m.cold") { _ = $0.cold("-#x", failures: ["x": Offline()]) },
    Member("m.responses") { _ = $0.responses(to: ["x": "-a", "y": "-b"]) },
    Member("m.responses") { _ = $0.responses(to: ["x": "-#"], failure: Offline()) },
    Member("m.responses") { _ = $0.responses(to: ["x": "-#x"], failures: ["x": Offline()]) },
  ]

  private static let expectations: [Member] = [
    Member("m.expect") { $0.expect(Just("a"), "-a", ["a": "b"]) },
    Member("m.expect") { $0.expect(Just("a"), "-a") },
    Member("m.expect") { $0.expect(Just("a"), "-a") { _, _ in true } },
    Member("m.expect") { $0.expect(numbers, "-1", ["1": 1]) },
    Member("m.expect") { $0.expect(numbers, "-1") },
    Member("m.expect") { $0.expect(numbers, "-1") { _, _ in true } },
    Member("m.expect") { $0.expect(reading: { 1 }, "1") },
    Member("m.expect") { $0.expect(reading: { 1 }, "a", ["a": 1]) },
    Member("m.expectChanges") { $0.expectChanges(of: 1, "1") },
    Member("m.expectChanges") { $0.expectChanges(of: 1, "a", ["a": 1]) },
    Member("m.expectChanges") { $0.expectChanges(of: 1, on: Player(), "1") },
    Member("m.expectChanges") { $0.expectChanges(of: 1, on: Player(), "a", ["a": 1]) },
    Member("m.expectSubscriptions") { m in ended.hot.map { m.expectSubscriptions($0, ["^"]) } },
    Member("m.expectSubscriptions") { m in ended.cold.map { m.expectSubscriptions($0, ["^"]) } },
  ]

  @Test(arguments: members)
  func `a call after the run is reported once`(_ member: Member) throws {
    let m = try #require(ended.marbles)
    let failures = failures { member.use(m) }
    let isProperty = ["m.clock", "m.scheduler"].contains(member.name)
    let verb = isProperty ? "read" : "called"
    let end = member.name == "m.advance" ? "after the run." : "after the run had ended."
    #expect(failures.map(\.text.firstLine) == ["\(member.name) was \(verb) \(end)"])
  }

  @Test func `an object that is kept after the run is not retained, and a task is cancelled`() {
    weak var player: Player?
    let (endless, _) = AsyncStream<Int>.makeStream()
    let task = Task { for await _ in endless {} }
    _ = failures {
      guard let m = ended.marbles else { return }
      player = m.keep(Player())
      m.keep(task)
    }
    #expect(player == nil)
    #expect(task.isCancelled)
  }
}

/// The `m` of a run that has ended.
private var ended:
  (marbles: Marbles?, hot: MarbleHot<String, Never>?, cold: MarbleCold<String, Never>?)
{
  var ended: (marbles: Marbles?, hot: MarbleHot<String, Never>?, cold: MarbleCold<String, Never>?)
  marbles { m in
    m.expectCleanRun()
    ended = (m, m.hot("-a"), m.cold("-a"))
  }
  return ended
}

private let numbers = AsyncStream<Int>(unfolding: { nil })

private final class Player: ObservableObject {}
