import AsyncAlgorithms
import CombineShim
import MarbleTesting
import TestSupport
import Testing

/// The Swift code of the article.
@Suite struct `Coming from Turbine` {
  protocol Navigator {
    func open(_ screen: String)
  }

  final class FakeNavigator: Navigator {
    let screens = PassthroughSubject<String, Never>()
    func open(_ screen: String) { screens.send(screen) }
  }

  private final class Menu {
    private let navigator: any Navigator
    init(_ navigator: any Navigator) { self.navigator = navigator }
    func tapSettings() { navigator.open("settings") }
  }

  @Test func `a check of drawn values ignores what follows`() {
    marbles { m in
      let query = m.hot("a-b")
      let pauses = query.elements.debounce(for: .milliseconds(30), clock: m.clock)
      m.expect(pauses, "-----b", checking: .drawn)
    }
  }

  @Test func `an expected failure is compared`() {
    marbles { m in
      let feed = m.cold("a#", failure: Offline())
      m.expect(feed, "a#", failure: Offline())
    }
  }

  @Test func `the calls of a fake are a stream`() {
    marbles { m in
      let navigator = m.keep(FakeNavigator())
      let menu = m.keep(Menu(navigator))
      m.hot("-t") { menu.tapSettings() }
      m.expect(navigator.screens, "-s", ["s": "settings"])
    }
  }

  @Test func `a window checks a part of a stream`() {
    marbles { m in
      m.expect(m.hot("-a-b"), "-a", checking: .from(.zero, to: .milliseconds(30)))
    }
  }

  @Test func `every line of the article is compiled here`() throws {
    let article = try ArticleCode("ComingFromTurbine", of: "MarbleTesting")
    #expect((article.blocks.count, article.others) == (4, 0))
    #expect(try article.lines(missingIn: #filePath) == [])
  }
}
