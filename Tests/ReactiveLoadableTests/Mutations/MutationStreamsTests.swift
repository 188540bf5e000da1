import LoadableTesting
import ReactiveLoadable
import ReactiveRelays
import TestSupport
import Testing

@Suite struct `Streams, activity and records of a mutation (M11, M14, M15)` {
  @Test func `triggers write the same input, until the connection ends`() {
    marbles { m in
      let work = m.cold("A|")
      let save = m.keep(Mutation { (_: String) in try await work() })
      let connection = save.perform(.run("a"), on: m.hot("-t-t-t"))
      m.at(.milliseconds(40)) { connection.cancel() }
      m.expectSubscriptions(work, ["-(^!)", "---(^!)"])
    }
  }

  @Test func `elements of a sequence are performed, and a reset clears the history`() {
    marbles { m in
      let work = m.cold("-A|")
      let save = m.keep(Mutation { (_: String) in try await work() })
      save.perform(on: m.hot("-a-b", ["a": MutationIntent.run("a"), "b": .run("b")]).elements)
      save.perform(.reset, on: m.hot("------0").elements)
      m.expect(save.history.map { "\($0.count)" }.removeDuplicates(), "01-2--0")
    }
  }

  @Test func `streams end with the mutation, and writes do not`() {
    marbles { m in
      let work = m.cold("---A|")
      let save = m.keep(BehaviorRelay<Mutation<String, String, LoadError>?>(nil))
      save.accept(Mutation { (_: String) in try await work() })
      let taps = m.hot("-t-t-")
      save.value?.perform(.run("a"), on: taps)
      save.value?.perform(.run("b"), on: m.hot("---t").elements)
      m.at(.milliseconds(20)) { save.accept(nil) }
      m.expectSubscriptions(work, ["-^--!"])
      m.expectSubscriptions(taps, ["^-!"])
    }
  }

  @Test func `the record of an input is that of its newest write`() async {
    let save = Mutation { (text: String) in text }
    for input in ["a", "b", "a"] { await save.run(input).outcome() }
    #expect(save.history.value.map(\.input) == ["a", "b", "a"])
    #expect(save.record(of: "a")?.id == save.history.value.last?.id)
    #expect(save.record(of: "b")?.id == save.history.value[1].id)
  }

  @Test func `an intent that writes nothing is skipped`() async {
    let save = Mutation { (_: String) in "A" }
    #expect(await save.perform(.run("a")).outcome() == .loaded("A"))
    #expect(await save.perform(.cancel).outcome() == .skipped(.noLoad))
    #expect(save.history.value.count == 1)
    #expect(await save.perform(.reset).outcome() == .skipped(.noLoad))
    #expect(save.history.value == [])
  }

  @Test func `a composer has the newest record of each draft that is not sent`() {
    marbles { m in
      let answers = m.responses(
        to: ["a": "-#", "b": "--B|", "A": "-A|"],
        failure: LoadError(SampleError.first)
      )
      let send = m.keep(
        Mutation { (draft: Draft) in
          try await answers(draft.text)
        }
      )
      let unsent = send.history.map { $0.newest { $0.id }.filter { $0.outcome?.value == nil } }
      m.hot("-a-b---A") { send.run(Draft($0)) }
      m.expect(
        unsent.map { $0.map { $0.isOpen ? $0.input.text : "!" }.joined() },
        "eafb-f-Ae",
        ["e": "", "a": "a", "f": "!", "b": "!b", "A": "A"]
      )
      m.at(.milliseconds(60)) {
        #expect(send.record(of: Draft("a"))?.outcome?.error == LoadError(SampleError.first))
        #expect(send.record(of: Draft("b"))?.outcome?.value == "B")
        #expect(send.record(of: Draft("c")) == nil)
      }
    }
  }

  @Test func `the newest records are in the order of their writes`() {
    let records = ["a", "b", "a", "c", "b"].enumerated().map { number, input in
      MutationRecord<String, String, LoadError>(id: UInt(number), input: input, state: .waiting)
    }
    #expect(records.newest { $0 }.map(\.id) == [2, 3, 4])
    #expect(records.prefix(0).newest { $0 }.isEmpty)
  }
}

/// A draft; its text in another case is the same draft.
private struct Draft: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  var id: String { text.lowercased() }
}
