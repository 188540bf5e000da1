import Testing

@testable import ReactiveLoadable

/// The last visitor that disappears.
@Suite struct `Visitors of a loader (V7)` {
  /// A letter appears, a letter after `-` disappears; `.` is a visitor without a name.
  @Test(arguments: [
    (". -.", [false, true]),
    (". . -. -.", [false, false, false, true]),
    ("-. . -.", [false, false, true]),
    ("a -a", [false, true]),
    ("a a a -a", [false, false, false, true]),
    ("a b -a -b", [false, false, false, true]),
    ("a b -a a -b -a", [false, false, false, false, false, true]),
    ("a -b -a -a", [false, false, true, false]),
    ("a . -a -.", [false, false, false, true]),
    ("a -. -a", [false, false, true]),
  ])
  func `only one visitor is the last`(_ steps: String, _ isLast: [Bool]) {
    var visitors = Visitors()
    let answers = steps.split(separator: " ").map { step -> Bool in
      let name = step.last == "." ? nil : step.last.map(AnyHashable.init)
      if step.hasPrefix("-") { return visitors.disappear(name).isLast }
      visitors.enter(name)
      return false
    }
    #expect(answers == isLast)
  }
}
