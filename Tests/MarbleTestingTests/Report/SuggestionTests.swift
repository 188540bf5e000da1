import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

@Suite struct SuggestionTests {
  @Test func `values without a name get free names in the suggested diagram`() {
    let suggestion = suggestion { m in
      let numbers = m.hot("-abcbd|", ["a": 1, "b": 20, "c": 300, "d": 4_000])
      let table = ["a": 1, "x": 2, "y": 3, "4": 4]
      m.expect(numbers, "-ax|", table)
    }
    #expect(
      suggestion == """
         If this is right, the diagram is "-azbzc|", with these names in the table:
           "z": 20
           "b": 300
           "c": 4000
        """
    )
  }

  @Test func `long values are shortened only after the diagram`() {
    let long = String(repeating: "long ", count: 20)
    let suggestion = suggestion { m in m.expect(Just(long), "(a|)", ["a": "short"]) }
    let text =
      " If this is right, the diagram is \"(x|)\", with \"x\" in the table: \"\(long.prefix(70))…"
    #expect(suggestion == text)
  }

  @Test func `a table that names every value is part of the suggestion`() {
    let suggestion = suggestion { m in
      m.expect(Just(7), "(x|)", MarbleValues { $0.count })
    }
    #expect(suggestion == #" If this is right, the diagram is "(y|)", with "y" in the table: 7"#)
  }

  @Test func `a closure instead of a table matches the suggested name`() {
    let suggestion = suggestion { m in
      m.expect([7, 8].publisher, "(a|)") { name, value in name == "a" && value == 8 }
    }
    #expect(suggestion == #" If this is right, the diagram is "(xa|)", where "x" matches: 7"#)
  }

  @Test func `values beyond the letters get names with numbers`() {
    let suggestion = suggestion { m in m.expect((0..<54).publisher, "|", [:]) }
    let diagram = "(xyzabcdefghijklmnopqrstuvwABCDEFGHIJKLMNOPQRSTUVWXYZ'x1' 'x2'|)"
    #expect(suggestion.contains(" the diagram is \"\(diagram)\", with these names in the table:"))
    #expect(suggestion.hasSuffix("\n   \"x2\": 53"))
  }

  @Test func `the suggested diagram is a string literal`() {
    let suggestion = suggestion { m in m.expect(Just(#"say "\hi" to Zoë's"# + "\n"), "-") }
    #expect(
      suggestion == #" If this is right, the diagram is "('say \"\\hi\" to Zoë''s\n'|)"."#
    )
  }

  @Test func `an error that the failures lack gets a free name`() {
    let suggestion = suggestion { m in
      let load = m.cold("--#", failure: HTTPError(status: 404))
      m.expect(load, "--#x", failures: ["x": HTTPError(status: 500)])
    }
    let addition = #"with "y" in `failures:`: HTTPError(status: 404)"#
    #expect(suggestion == " If this is right, the diagram is \"--#y\", \(addition)")
  }

  @Test(arguments: [
    ("-a|", #""-x#y", with "x" in the table: 7; with "y" in `failures:`: HTTPError(status: 404)"#),
    (
      "-ab|",
      #"""
      "-xy#z", with these names in the table:
         "x": 7
         "y": 8
         "z" in `failures:`: HTTPError(status: 404)
      """#
    ),
  ])
  func `new names of values and of an error`(_ input: String, _ text: String) {
    let errors = ["v": HTTPError(status: 500)]
    let suggestion = suggestion { m in
      let numbers = m.hot(
        input.replacing("|", with: "#"),
        ["a": 7, "b": 8],
        failure: HTTPError(status: 404)
      )
      m.expect(numbers, "-|", [:], failures: errors)
    }
    #expect(suggestion == " If this is right, the diagram is \(text)")
  }

  @Test func `a wrong error is suggested as the argument`() {
    let suggestion = suggestion { m in
      let load = m.cold("--#", failure: ListFailure.http(HTTPError(status: 404)))
      m.expect(load, "--#", failure: .offline)
    }
    let error = "ListFailure.http(HTTPError(status: 404))"
    #expect(suggestion == " If this is right, pass `failure: \(error)`.")
  }

  @Test func `an error is suggested with a diagram that has it`() {
    let suggestion = suggestion { m in
      let load = m.cold("--#", failure: HTTPError(status: 404))
      m.expect(load, "-#", failure: HTTPError(status: 500))
    }
    let argument = "`failure: HTTPError(status: 404)`"
    #expect(suggestion == " If this is right, the diagram is \"--#\" with \(argument).")
  }

  @Test(arguments: ["--#", "-#"]) func `an error that is no literal is not suggested`(
    _ diagram: String
  ) {
    let failures = failures {
      marbles { m in
        m.expect(m.cold("--#", failure: Coded(2)), diagram, failure: Coded(1))
      }
    }
    #expect(failures.map { $0.text.contains("If this is right") } == [false])
  }

  @Test func `an object that is compared by its identity has no suggestion`() {
    let failures = failures {
      marbles { m in
        m.expect(Just(Identity()), "(a|)", ["a": Identity()])
        m.expect([Identity()].publisher, "|", [:])
      }
    }
    #expect(failures.map { $0.text.contains("If this is right") } == [false, true])
  }

  @Test(arguments: [
    (Detailed(text: "a", codes: [1], cause: nil), true),
    (Detailed(text: "a", codes: [1], cause: .offline), true),
    (Detailed(text: String(repeating: "long", count: 40), codes: [], cause: nil), false),
    (Detailed(text: "a", codes: [.nan], cause: nil), false),
  ])
  fileprivate func `an error is suggested if its description is an expression`(
    _ error: Detailed,
    _ isSuggested: Bool
  ) {
    let failures = failures {
      marbles { m in
        let other = Detailed(text: "b", codes: [], cause: nil)
        m.expect(m.cold("-#", failure: error), "-#", failure: other)
      }
    }
    #expect(
      failures.map { $0.text.contains("pass `failure: Detailed(text: \"a\", ") } == [isSuggested]
    )
  }

  @Test func `a value that is not equal to itself has no suggestion`() {
    let failures = failures {
      marbles { m in
        let numbers = m.hot("-a|", ["a": Double.nan])
        m.expect(numbers, "-a|", ["a": .nan])
        m.expect(numbers.map(Optional.init), "-a|", ["a": .some(.nan)])
        m.expect(numbers.map { [$0] }, "-a-|", ["a": [.nan]])
        m.expect(numbers, "-a-|") { _, value in value.isNaN }
      }
    }
    #expect(
      failures.map { $0.text.contains("If this is right") } == [false, false, false, true]
    )
  }

  @Test func `a part of a run is suggested without the signals outside it`() {
    let suggestion = suggestion { m in
      let part = MarbleCheck.from(.milliseconds(20), to: .milliseconds(60))
      let letters = m.hot("-a-b-c-d#", failure: HTTPError(status: 404))
      m.expect(letters, "---x", failure: HTTPError(status: 500), checking: part)
    }
    #expect(suggestion == #" If this is right, the diagram is "---b-c"."#)
  }

  @Test func `the values before a part do not name those within it`() {
    let suggestion = suggestion { m in
      let part = MarbleCheck.from(.milliseconds(20))
      m.expect(m.hot("-a-b-c"), "---c", Letters(), checking: part)
    }
    #expect(suggestion == #" If this is right, the diagram is "---b-c"."#)
  }

  @Test func `a diagram of which nothing arrived has no suggestion if only drawn signals count`() {
    let suggestion = suggestion { m in m.expect(m.hot("---"), "-a", checking: .drawn) }
    #expect(!suggestion.contains("If this is right"))
  }

  @Test(arguments: [
    (Service.Failure.bad, "Service.Failure.bad"),
    (.text("q\"\n"), ##"Service.Failure.text(#"q"\#n"#)"##),
    (.text("\\n\"#\n\"\"\""), ###"Service.Failure.text(##"\n"#\##n""""##)"###),
    (.text("\\\n"), ##"Service.Failure.text(#"\\#n"#)"##),
    (.coded(Service.Code(number: 1)), "Service.Failure.coded(Service.Code(number: 1))"),
    (.other(.bad), "Service.Failure.other(.bad)"),
  ])
  fileprivate func `a suggested error compiles`(_ error: Service.Failure, _ text: String) {
    let suggestion = suggestion { m in
      m.expect(m.cold("-#", failure: error), "-#", failure: .unused)
    }
    #expect(suggestion == " If this is right, pass `failure: \(text)`.")
  }

  @Test(arguments: ["a\r\nb", "a\\(b)", "\u{2028}"])
  func `a text that is printed in another form is not suggested`(_ text: String) {
    let suggestion = suggestion { m in
      m.expect(m.cold("-#", failure: Service.Failure.text(text)), "-#", failure: .unused)
    }
    #expect(!suggestion.contains("If this is right"))
  }

  private func suggestion(_ body: @escaping @Sendable (Marbles) -> Void) -> String {
    let text = failures { marbles { m in body(m) } }.first?.text ?? ""
    return text.range(of: " If this is right").map { String(text[$0.lowerBound...]) } ?? text
  }
}

private enum ListFailure: Error, Equatable {
  case offline
  case http(HTTPError)
}

private struct Detailed: Error, Equatable {
  let text: String
  let codes: [Double]
  let cause: ListFailure?
}

private final class Identity: Equatable {
  static func == (one: Identity, other: Identity) -> Bool { one === other }
}

private final class Coded: Error, Equatable {
  let code: Int

  init(_ code: Int) { self.code = code }

  static func == (one: Coded, other: Coded) -> Bool { one.code == other.code }
}

/// Types within a type.
private enum Service {
  indirect enum Failure: Error, Equatable {
    case bad, unused
    case text(String)
    case coded(Code)
    case other(Failure)
  }

  struct Code: Equatable {
    let number: Int
  }
}

/// A table with a name for the letter after the value before.
private struct Letters: MarbleTable {
  let marbleNames = ["+", "b", "c"]

  func marbleValue(named name: String, after earlier: [String]) -> String? {
    name == "+" ? earlier.last.flatMap { ["a": "b", "b": "c"][$0] } : name
  }
}
