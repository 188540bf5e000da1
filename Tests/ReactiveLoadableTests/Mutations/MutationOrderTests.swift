import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Writes of one key are in order, and those of other keys do not wait: contract M16.
///
/// An input is a key and a number, as in `a1`. States and records are those of the other contracts.
@Suite struct `Mutations in the order of a key (M16)` {
  typealias Sut = Mutation<String, String, SampleError>
  typealias Work = MarbleCold<String, SampleError>

  private func mutation(
    _ m: Marbles,
    overlap: MutationOverlap = .serial,
    in order: WriteOrder = WriteOrder(),
    retry: RetryPolicy = .never,
    _ work: [String: Work]
  ) -> Sut {
    let policy = MutationPolicy(
      overlap: overlap,
      retry: retry,
      clock: m.clock,
      isCancellation: { $0 as? SampleError == .second }
    )
    return m.keep(
      Sut(policy: policy, order: .byKey(in: order) { $0.first }) {
        input async throws(SampleError) -> String in
        guard let work = work[input] else { throw .first }
        return try await work(orCancelled: .second)
      }
    )
  }

  private func work(_ m: Marbles, _ diagram: String) -> Work {
    m.cold(diagram, failure: SampleError.first)
  }

  private func record(_ number: UInt, of mutation: Sut) -> some Publisher<String, Never> {
    mutation.history.map { $0.sign(number) }.removeDuplicates()
  }

  private func run(_ m: Marbles, _ diagram: String, _ inputs: [String: String], _ sut: Sut) {
    m.hot(diagram) { letter in if let input = inputs[letter] { sut.run(input) } }
  }

  @Test func `a write waits for the writes of its key only`() {
    marbles { m in
      let (a, b, c) = (work(m, "----A|"), work(m, "-B|"), work(m, "-C|"))
      let mutation = mutation(m, ["a1": a, "a2": b, "b1": c])
      run(m, "-abc", ["a": "a1", "b": "a2", "c": "b1"], mutation)
      m.expect(record(1, of: mutation), "or---A")
      m.expect(record(2, of: mutation), "o-w--rB")
      m.expect(record(3, of: mutation), "o--rC")
      m.expectSubscriptions(a, ["-^---!"])
      m.expectSubscriptions(b, ["-----^!"])
      m.expectSubscriptions(c, ["---^!"])
    }
  }

  @Test func `the state is loading while any write waits or runs`() {
    marbles { m in
      let (a, b) = (work(m, "--A|"), work(m, "--B|"))
      let mutation = mutation(m, ["a1": a, "a2": b])
      run(m, "-ab", ["a": "a1", "b": "a2"], mutation)
      m.expect(mutation.states, "nl-p-B", `A mutation in time (M1-M13)`.states)
      m.expectSubscriptions(a, ["-^-!"])
      m.expectSubscriptions(b, ["---^-!"])
    }
  }

  @Test func `a failure, a cancel and a retry keep the order of their key`() {
    marbles { m in
      let (a, b) = (work(m, "-#"), work(m, "-B|"))
      let retry = RetryPolicy.constant(.milliseconds(20), limit: 1)
      let mutation = mutation(m, retry: retry, ["a1": a, "a2": b, "b1": work(m, "-C|")])
      run(m, "-abc", ["a": "a1", "b": "a2", "c": "b1"], mutation)
      m.expect(record(1, of: mutation), "or1--f")
      m.expect(record(2, of: mutation), "o-w--rB")
      m.expect(record(3, of: mutation), "o--rC")
    }
  }

  @Test func `a cancelled write that waits leaves its key`() {
    marbles { m in
      let (a, c) = (work(m, "---A|"), work(m, "-C|"))
      let mutation = mutation(m, ["a1": a, "a2": work(m, "-B|"), "a3": c])
      let handles = Log<LoadTask<String, SampleError>>()
      m.hot("-abc-x") { letter in
        switch letter {
        case "a": handles.note(mutation.run("a1"))
        case "b": handles.note(mutation.run("a2"))
        case "c": handles.note(mutation.run("a3"))
        default: break
        }
      }
      m.hot("---x") { _ in handles.entries[1].cancel() }
      m.expect(record(2, of: mutation), "o-wx")
      m.expect(record(3, of: mutation), "o--wrC")
      m.expectSubscriptions(c, ["----^!"])
    }
  }

  @Test func `a stopped write keeps its turn until its work has returned`() {
    marbles { m in
      let a = m.cold("-----A|", failure: SampleError.first, cancellation: .ignored)
      let (b, c) = (work(m, "-B|"), work(m, "-C|"))
      let mutation = mutation(m, overlap: .replace, ["a1": a, "a2": b, "b1": c])
      run(m, "-abc", ["a": "a1", "b": "b1", "c": "a2"], mutation)
      m.expect(record(1, of: mutation), "or-s--x")
      m.expect(record(2, of: mutation), "o-rC")
      m.expect(record(3, of: mutation), "o--w--rB")
    }
  }

  @Test func `ignore skips a write while another one of its key is in flight`() {
    marbles { m in
      let mutation = mutation(
        m,
        overlap: .ignore,
        ["a1": work(m, "---A|"), "b1": work(m, "---B|")]
      )
      run(m, "-abc-c", ["a": "a1", "b": "b1", "c": "a1"], mutation)
      m.expect(record(1, of: mutation), "or--A")
      m.expect(record(2, of: mutation), "o-r--B")
      m.expect(record(3, of: mutation), "o----r--A")
    }
  }

  @Test func `mutations that share an order write one key in the order of their calls`() {
    marbles { m in
      let (a, b, c) = (work(m, "---A|"), work(m, "-B|"), work(m, "-C|"))
      let order = WriteOrder()
      let rate = mutation(m, in: order, ["a1": a, "b1": c])
      let rename = mutation(m, in: order, ["a2": b])
      run(m, "-a", ["a": "a1"], rate)
      run(m, "---c", ["c": "b1"], rate)
      run(m, "--b", ["b": "a2"], rename)
      m.expect(record(1, of: rate), "or--A")
      m.expect(record(1, of: rename), "o-w-rB")
      m.expect(record(2, of: rate), "o--rC")
      m.expectSubscriptions(b, ["----^!"])
    }
  }

  @Test func `a released mutation keeps its place in a shared order`() {
    marbles { m in
      let (a, b) = (work(m, "---A|"), work(m, "-B|"))
      let order = WriteOrder()
      var rate: Sut? = unkept(in: order, ["a1": a])
      let rename = mutation(m, in: order, ["a2": b])
      m.hot("-a") { _ in rate?.run("a1") }
      m.hot("--x") { _ in rate = nil }
      run(m, "--b", ["b": "a2"], rename)
      m.expect(record(1, of: rename), "o-w-rB")
      m.expectSubscriptions(a, ["-^--!"])
    }
  }

  private func unkept(in order: WriteOrder, _ work: [String: Work]) -> Sut {
    Sut(order: .byKey(in: order) { $0.first }) { input async throws(SampleError) -> String in
      guard let work = work[input] else { throw .first }
      return try await work(orCancelled: .second)
    }
  }

  @Test func `an order forgets a key after its last write, and a mutation after its last`() async {
    let order = WriteOrder()
    weak var released: Sut?
    do {
      let mutation = Sut(order: .byKey(in: order) { $0 }) { input async throws(SampleError) in input
      }
      released = mutation
      for number in 1...100 {
        _ = await mutation.run("\(number)").outcome()
      }
    }
    #expect(released == nil)
    #expect("\(order)" == "WriteOrder(0 keys)")
  }

  /// Without a loop, each write would start the next one inside its own end.
  @Test func `a long queue of one key that does not suspend uses a constant stack`() async {
    let order = WriteOrder()
    let written = Log<Int>()
    let write = { @Sendable (number: Int) async throws(SampleError) in written.note(number) }
    typealias Numbers = Mutation<Int, Void, SampleError>
    let first = Numbers(order: .byKey(in: order) { _ in 0 }, write)
    let second = Numbers(order: .byKey(in: order) { _ in 0 }, write)
    let gate = Gate()
    let blocked = Numbers(order: .byKey(in: order) { _ in 0 }) { _ async throws(SampleError) in
      await gate.wait()
    }
    blocked.run(0)
    for number in 1...20_000 { _ = (number % 2 == 0 ? first : second).run(number) }
    let last = first.run(20_001)
    gate.open()
    #expect(await last.outcome().value != nil)
    #expect(written.entries == Array(1...20_001))
  }

  @Test func `a key may call the mutation when it is compared`() {
    marbles { m in
      let calls = Log<String>()
      let sut = Reference<Mutation<Int, Int, SampleError>>()
      let mutation = m.keep(
        Mutation(
          order: .byKey { number in
            CallingKey(number: number) { calls.note("\(sut.value?.state as Any)") }
          }
        ) { (number: Int) async throws(SampleError) in
          number
        }
      )
      sut.value = mutation
      m.at(.milliseconds(10)) { for number in 1...2 { mutation.run(number) } }
      m.expect(mutation.states, "n(l1l2)", .states(loaded: ["1": 1, "2": 2]))
      m.at(.milliseconds(20)) { #expect(calls.entries.count >= 2) }
    }
  }
}

/// A key whose hash calls a closure.
private struct CallingKey: Hashable, Sendable {
  let number: Int
  let call: @Sendable () -> Void

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) {
    call()
    hasher.combine(number)
  }
}

/// A reference that is set later.
private final class Reference<Value: AnyObject & Sendable>: Sendable {
  private let entries = Log<Value>()

  var value: Value? {
    get { entries.entries.last }
    set { if let newValue { entries.note(newValue) } }
  }
}
