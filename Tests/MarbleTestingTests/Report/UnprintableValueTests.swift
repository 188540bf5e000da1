import CombineShim
import Foundation
import MarbleTesting
import TestSupport
import Testing

/// Values whose description would end the process or reorder the text of a failure.
@Suite struct UnprintableValueTests {
  @Test func `a date whose time is not a number is part of a failure`() {
    let failures = failures {
      marbles { m in
        m.expect(Just(Outage(id: 2)), "(a|)", ["a": Outage(id: 1)])
        m.expect(Just(Outage(id: 3)), "(a|)", where: { $0 == "\($1.id)" })
        m.expect(Just(Outage(id: 4)), "(a|)", MarbleValues { Outage(id: Int($0) ?? 0) })
        m.expect(Just(DateInterval(start: .unknown, duration: 0)), "(a|)", ["a": DateInterval()])
        m.expect(Just(Date.unknown), "(a|)", ["a": Date.distantPast])
        m.expect(Fail<Int, Outage>(error: Outage(id: 5)), "#", failure: Outage(id: 6))
      }
    }
    #expect(failures.count == 6)
    for number in 2...5 {
      #expect(failures.contains { $0.text.contains("id: \(number)") }, "\(failures)")
    }
  }

  @Test func `a value that reorders a line is part of a failure with escapes`() {
    let failures = failures {
      marbles { m in
        m.expect(Just("a\u{202E}b\u{2066}"), "(a|)", ["a": "c"])
        m.expect(Just("\u{202E}"), "('\u{202E}x'|)", ["\u{202E}x": "c"])
      }
    }
    #expect(failures[0].text.contains(#"a\u{202E}b\u{2066}"#), "\(failures)")
    #expect(failures.count == 2)
    for failure in failures {
      #expect(!failure.text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2066}" })
    }
  }
}

/// A value that is compared by its id.
private struct Outage: Error, Equatable {
  let id: Int
  var end = Date.unknown
  static func == (left: Self, right: Self) -> Bool { left.id == right.id }
}

extension Date {
  fileprivate static var unknown: Date { Date(timeIntervalSinceReferenceDate: .nan) }
}
