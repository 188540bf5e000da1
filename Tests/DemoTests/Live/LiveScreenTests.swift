import ReactiveLoadable
import Testing

@testable import Demo

/// The screen has three lines for rows, and there are ten of these.
@Suite struct `The keys of the live screen` {
  typealias List = SearchModel.Results.List

  private static func screen(_ text: String = "", at focus: LiveScreen.Focus = .box) -> LiveScreen {
    var screen = LiveScreen(pageSize: 10, size: .init(lines: 10, columns: 40))
    (screen.text, screen.focus) = (text, focus)
    _ = screen.show(.loaded(.sample("abcdefghij", append: .idle)), at: .zero)
    return screen
  }

  @Test func `typed text goes to the field`() {
    var screen = Self.screen()
    #expect(screen.press(.text("g")) == [.type("g")])
    #expect(screen.press(.text("q")) == [.type("gq")])
    #expect(screen.press(.backspace) == [.type("g")])
    #expect(screen.press(.backspace) == [.type("")])
    #expect(screen.press(.backspace) == [])
  }

  @Test(
    arguments: [
      ("r", .refresh), ("t", .retry), ("q", .quit), ("x", .make(.failure)), ("s", .make(.delay)),
      ("b", .make(.blank)), ("i", .make(.shift)),
    ] as [(Character, LiveIntent)]
  )
  func `a letter is a command in the list, and text in the field`(
    letter: Character,
    intent: LiveIntent
  ) {
    var (list, box) = (Self.screen("ge", at: .list), Self.screen("ge"))
    #expect(list.press(.text(letter)) == [intent])
    #expect(box.press(.text(letter)) == [.type("ge\(letter)")])
  }

  @Test(
    arguments: [
      ([.down], 1, 3), ([.down, .down, .up], 1, 3), ([.pageDown], 3, 5), ([.end], 7, 9),
      ([.pageDown, .pageDown, .pageDown, .pageDown], 7, 9), ([.end, .pageUp], 4, 6),
      ([.end, .home], 0, 2), ([.text("j"), .text("j")], 2, 4), ([.text("j"), .text("k")], 0, 2),
      ([.text("k")], 0, 2), ([.text("G")], 7, 9), ([.text("G"), .text("g")], 0, 2),
      ([.text(" ")], 3, 5),
    ] as [([Key], Int, Int)]
  )
  func `a key that scrolls reports the last visible row, and stays within the rows`(
    keys: [Key],
    top: Int,
    last: Int
  ) {
    var screen = Self.screen(at: .list)
    let intents = keys.map { screen.press($0) }
    #expect(screen.top == top)
    #expect(intents.last == [.show(row: last)])
  }

  @Test func `focus moves to the list and back`() {
    var screen = Self.screen()
    for (key, focus) in [
      (Key.down, LiveScreen.Focus.list), (.up, .box), (.enter, .list), (.enter, .box),
      (.tab, .list),
      (.tab, .box), (.pageDown, .list), (.home, .list), (.text("/"), .box), (.end, .list),
    ] {
      _ = screen.press(key)
      #expect(screen.focus == focus)
    }
  }

  @Test func `Ctrl-C quits with any focus, and other letters do nothing in the list`() {
    var (box, list) = (Self.screen(), Self.screen(at: .list))
    #expect(box.press(.interrupt) == [.quit])
    #expect(list.press(.interrupt) == [.quit])
    #expect(list.press(.text("y")) == [])
    #expect(list.press(.backspace) == [])
    #expect(list.text.isEmpty)
  }

  @Test func `without rows nothing scrolls and nothing is reported`() {
    var screen = LiveScreen(pageSize: 10)
    for key in [Key.pageDown, .down, .end, .text("j")] { #expect(screen.press(key) == []) }
    #expect(screen.show(.loading, at: .zero) == [])
    #expect(screen.top == 0)
  }
}

@Suite struct `The states of the live screen` {
  typealias State = LiveScreen.State

  private static let start: LiveScreen = {
    var screen = LiveScreen(pageSize: 2, size: .init(lines: 10, columns: 40))
    screen.text = "ge"
    return screen
  }()

  @Test func `a new state reports visible rows, so that a short page loads the next`() {
    var screen = Self.start
    #expect(screen.show(.loaded(.sample("ab")), at: .zero) == [.show(row: 1)])
    #expect(screen.show(.loaded(.sample("abcdef")), at: .zero) == [.show(row: 2)])
    #expect(screen.resize(to: .init(lines: 12, columns: 40)) == [.show(row: 4)])
  }

  @Test func `a shortened list is shown at its end, and another one at its start`() {
    var screen = Self.start
    _ = screen.show(.loaded(.sample("abcdef")), at: .zero)
    _ = screen.press(.end)
    #expect(screen.top == 3)
    #expect(screen.show(.loaded(.sample("abcde")), at: .zero) == [.show(row: 4)])
    #expect(screen.top == 2)
    #expect(screen.show(.loaded(.sample("abcdef", of: "germ")), at: .zero) == [.show(row: 2)])
    #expect(screen.top == 0)
  }

  @Test func `it has settled when it shows the typed text, and nothing is in flight`() {
    let states: [(State, Bool)] = [
      (.notRequested, false), (.loading, false), (.loaded(.sample("ab")), true),
      (.loaded(.sample("ab", append: .loading)), false),
      (.loaded(.sample("ab", append: .failed(.timedOut))), true),
      (.loaded(.sample("ab", of: "g")), false), (.failed(.timedOut), true),
      (.loading(previous: .sample("ab")), false),
    ]
    for (state, isSettled) in states {
      var screen = Self.start
      _ = screen.show(state, at: .zero)
      #expect(screen.isSettled == isSettled, "\(state.sketch)")
    }
  }

  @Test func `a failure is outdated when something else is typed`() {
    var screen = Self.start
    _ = screen.show(.failed(.timedOut), at: .zero)
    _ = screen.press(.text("r"))
    #expect(!screen.isSettled)
    _ = screen.show(.failed(.timedOut), at: .zero)
    #expect(screen.isSettled)
  }

  @Test func `empty text has settled when nothing is shown`() {
    var screen = LiveScreen(pageSize: 2)
    #expect(screen.isSettled)
    _ = screen.show(.loaded(.sample("ab")), at: .zero)
    #expect(!screen.isSettled)
  }
}
