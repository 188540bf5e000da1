import MarbleTesting
import Testing

@Suite struct GrammarTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    let text: String
    let events: String
    let length: Int

    init(_ text: String, _ events: String, length: Int) {
      self.text = text
      self.events = events
      self.length = length
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Reading("", "", length: 0),
    Reading("---", "", length: 30),
    Reading("-a-b", "10 a, 30 b", length: 40),
    Reading("- a  -\tb\n", "10 a, 30 b", length: 40),
    Reading("1-2", "0 1, 20 2", length: 30),
    Reading("👩‍👧é", "0 👩‍👧, 10 é", length: 20),
    Reading("'long name'-a", "0 long name, 20 a", length: 30),
    Reading("'it''s'", "0 it's", length: 10),
    Reading("''a'' ''", "0 , 10 a, 20 , 30 ", length: 40),
    Reading("'a|b (c)' 'd'", "0 a|b (c), 10 d", length: 20),
    Reading("-(ab)-c", "10 a, 10 b, 30 c", length: 40),
    Reading("(a 'b c' |)", "0 a, 0 b c, 0 |", length: 10),
    Reading("a|", "0 a, 10 |", length: 20),
    Reading("a-# ", "0 a, 20 #", length: 30),
    Reading("-^-!--", "10 ^, 30 !", length: 60),
    Reading("(^!)", "0 ^, 0 !", length: 10),
    Reading("a 10ms b", "0 a, 20 b", length: 30),
    Reading("a 1.5s b", "0 a, 1510 b", length: 1520),
    Reading("10ms a 0.25ms b", "10 a, 20.25 b", length: 0),
    Reading("a 1s", "0 a", length: 1010),
    Reading("1s-", "0 1, 10 s", length: 30),
    Reading("1s 999999s 0.5s a", "1000000500 a", length: 0),
    Reading(
      "-\u{301}a|\u{301}' \u{301}'",
      "0 -\u{301}, 10 a, 20 |\u{301}, 30  \u{301}",
      length: 40
    ),
    Reading("a/* a 'b | */-/**/b", "0 a, 20 b", length: 30),
    Reading("a| /* the end */ ", "0 a, 10 |", length: 20),
    Reading("a|-- -/* to align */-", "0 a, 10 |", length: 20),
    Reading("-a-#x", "10 a, 30 #'x'", length: 40),
    Reading("#'not ''found'", "0 #'not 'found'", length: 10),
    Reading("(a#👩‍👧)-- -", "0 a, 0 #'👩‍👧'", length: 10),
    Reading("a#''", "0 a, 10 #''", length: 20),
    Reading("a# /* x */", "0 a, 10 #", length: 20),
    Reading("(a#)----", "0 a, 0 #", length: 10),
  ])
  func `a diagram parses to its events`(_ reading: Reading) throws {
    let diagram = try MarbleDiagram(reading.text)
    #expect(diagram.events.map(\.text).joined(separator: ", ") == reading.events)
    if reading.length > 0 { #expect(diagram.length == .milliseconds(reading.length)) }
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let error: String

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Mistake("a'b", "column 4: expected a closing ' for the one in column 2, found the end"),
    Mistake("a(bc", "column 5: expected ')', found the end"),
    Mistake("ab)", "column 3: expected a '(' before this ')', found ')'"),
    Mistake(
      "(a(b))",
      "column 3: expected a value: '(' and ')' enclose signals of one frame, found '('"
    ),
    Mistake(
      "(a-b)",
      "column 3: expected a value: '(' and ')' enclose signals of one frame, found '-'"
    ),
    Mistake(
      "-()",
      "column 3: expected a value: '(' and ')' enclose signals of one frame, found ')'"
    ),
    Mistake("(|a)", "column 3: expected ')': no signal follows a completion or failure, found 'a'"),
    Mistake(
      "a|b",
      "column 3: expected '-' or the end: no signal follows a completion or failure, found 'b'"
    ),
    Mistake(
      "a# --|",
      "column 6: expected '-' or the end: no signal follows a completion or failure, found '|'"
    ),
    Mistake(
      "(a|)-(b)",
      "column 6: expected '-' or the end: no signal follows a completion or failure, found '('"
    ),
    Mistake(
      "a|-!",
      "column 4: expected '-' or the end: no signal follows a completion or failure, found '!'"
    ),
    Mistake(
      "a| 10ms ",
      "column 4: expected '-' or the end: no signal follows a completion or failure, found '1'"
    ),
    Mistake(
      "a# x",
      "column 4: expected '-' or the end: no signal follows a completion or failure, found 'x'"
    ),
    Mistake(
      "a##",
      "column 3: expected '-' or the end: no signal follows a completion or failure, found '#'"
    ),
    Mistake(
      "#xy",
      "column 3: expected '-' or the end: no signal follows a completion or failure, found 'y'"
    ),
    Mistake(
      "(#xy)",
      "column 4: expected ')': no signal follows a completion or failure, found 'y'"
    ),
    Mistake("a#'x", "column 5: expected a closing ' for the one in column 3, found the end"),
    Mistake("#\u{600}", "column 2: expected a character without a lone mark, found '\u{600}'"),
    Mistake(
      "(a|-)",
      "column 4: expected ')': no signal follows a completion or failure, found '-'"
    ),
    Mistake(
      "a/b",
      "column 3: expected '*': a '/' starts a comment; quote it as a value, found 'b'"
    ),
    Mistake("a/* b", "column 6: expected a closing */ for the /* in column 2, found the end"),
    Mistake("a 10ms-b", "column 7: expected a space after the elapsed time 10ms, found '-'"),
    Mistake(
      "a 1234567890s b",
      "column 3: expected an elapsed time of at most 9 digits before and 15 after the point, "
        + "found '1'"
    ),
    Mistake(
      "a\n\u{301}",
      "column 3: expected a character without a lone mark, found '\u{301}'"
    ),
    Mistake(
      "-a \u{301}b|",
      "column 3: expected a character without a lone mark, found ' \u{301}'"
    ),
    Mistake(
      "(a \u{301}b)",
      "column 3: expected a character without a lone mark, found ' \u{301}'"
    ),
    Mistake(
      "a 10ms \u{301}b",
      "column 7: expected a space after the elapsed time 10ms, found ' \u{301}'"
    ),
    Mistake("a\u{600}", "column 2: expected a character without a lone mark, found '\u{600}'"),
  ])
  func `a parse error has its column`(_ mistake: Mistake) {
    #expect(throws: MarbleDiagram.SyntaxError.self) { try MarbleDiagram(mistake.text) }
    do {
      _ = try MarbleDiagram(mistake.text)
    } catch {
      #expect(error.description == mistake.error)
    }
  }

  @Test func `a frame must take time`() {
    #expect(throws: MarbleDiagram.SyntaxError.self) { try MarbleDiagram("a", frame: .zero) }
  }

  @Test func `a frame takes at most thirty years`() throws {
    let longest = Duration.seconds(999_999_999)
    #expect(try MarbleDiagram("a---", frame: longest).length == longest * 4)
    do {
      _ = try MarbleDiagram(String(repeating: "-", count: 30), frame: .seconds(Int64.max))
      Issue.record("read")
    } catch {
      #expect(
        error.description
          == "column 1: expected a frame of at most 999999999s, found 9223372036854775807s"
      )
    }
  }
}

extension MarbleDiagram.Event {
  var text: String {
    let symbol =
      switch signal {
      case .value(let name): name
      case .end: "|"
      case .failure(let name): "#" + (name.map { "'\($0)'" } ?? "")
      case .subscribe: "^"
      case .unsubscribe: "!"
      }
    let (seconds, attoseconds) = time.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let milliseconds =
      microseconds % 1000 == 0
      ? "\(microseconds / 1000)" : "\(Double(microseconds) / 1000)"
    return "\(milliseconds) \(symbol)"
  }
}
