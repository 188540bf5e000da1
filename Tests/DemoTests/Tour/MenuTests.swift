import Foundation
import Testing

@testable import Demo

@Suite @MainActor struct MenuTests {
  private let scenes = ["podcasts", "edit", "store"].map(named)

  @Test func `the scenes are numbered, and a number, a name, a and q are choices`() {
    let menu = Menu(scenes: scenes, console: Console(sink: CapturedOutput(), form: .plain)) { nil }
    for (line, choice) in [
      ("1", Menu.Choice.scene(0)), (" 3 ", .scene(2)), ("edit", .scene(1)), ("EDIT", .scene(1)),
      ("a", .all), ("A", .all), ("q", .quit), ("", .none), ("  ", .none), ("0", .unknown("0")),
      ("4", .unknown("4")), ("-1", .unknown("-1")), ("edits", .unknown("edits")),
    ] {
      #expect(menu.choice(line) == choice, "\(line)")
    }
  }

  @Test func `the menu is shown again after a scene, until q`() async {
    let (played, text, reached) = await run(["2", "store", "a", "q", "1"])
    #expect(played == [["edit"], ["store"], ["podcasts", "edit", "store"]])
    #expect(reached)
    #expect(text.components(separatedBy: "1  podcasts  Title of podcasts\n").count == 5)
    #expect(text.hasPrefix("1  podcasts  Title of podcasts\n2  edit      Title of edit\n"))
    #expect(text.contains("a  all scenes\nq  quit\n> "))
  }

  @Test func `the end of the input quits, with a line break after the prompt`() async {
    let (played, text, reached) = await run([])
    #expect(played.isEmpty && reached)
    #expect(text.hasSuffix("> \n"))
  }

  @Test func `bad input is answered with the valid choices, and the prompt is repeated`() async {
    let (played, text, _) = await run(["9", "", "edit"])
    #expect(played == [["edit"]])
    let choices = "Enter a number from 1 to 3, a name, a or q."
    #expect(text.contains("> “9” is not in the menu. \(choices)\n> > "))
  }

  @Test func `a missed scene is the result, also after a later one that is reached`() async {
    #expect(await !run(["1", "2"], failing: "podcasts").reached)
  }

  private func run(
    _ lines: [String],
    failing: String? = nil
  ) async -> (played: [[String]], text: String, reached: Bool) {
    let output = CapturedOutput()
    var (rest, played) = (lines[...], [[String]]())
    let console = Console(sink: output, form: .plain)
    let menu = Menu(scenes: scenes, console: console) { rest.popFirst() }
    let reached = await menu.run { scenes in
      played.append(scenes.map(\.name))
      return !scenes.contains { $0.name == failing }
    }
    return (played, output.text, reached)
  }
}
