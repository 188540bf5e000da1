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

  @Test func `a table that names every value`() {
    let suggestion = suggestion { m in
      m.expect(Just(7), "(x|)", MarbleValues { $0.count })
    }
    #expect(suggestion == #" If this is right, the diagram is "(y|)", with "y" in the table: 7"#)
  }

  @Test func `a closure instead of a table`() {
    let suggestion = suggestion { m in
      m.expect([7, 8].publisher, "(a|)") { name, value in name == "a" && value == 8 }
    }
    #expect(suggestion == #" If this is right, the diagram is "(xa|)", where "x" matches: 7"#)
  }

  @Test func `more values than letters`() {
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

  private func suggestion(_ body: @escaping @Sendable (Marbles) -> Void) -> String {
    let text = failures { marbles { m in body(m) } }.first?.text ?? ""
    return text.range(of: " If this is right").map { String(text[$0.lowerBound...]) } ?? text
  }
}
