import ArgumentParser
import Foundation
import Testing

@testable import Demo

@Suite struct CommandTests {
  @Test func `without options every scene is played, without latency`() throws {
    let demo = try Demo.parse([])
    #expect(try demo.picked().map(\.name) == Playbill.scenes.map(\.name))
    #expect(demo.latency == 0)
  }

  @Test func `a feed alone is the only scene`() throws {
    let demo = try Demo.parse(["--feed", "feed.xml", "--latency", "250"])
    #expect(try demo.picked().map(\.name) == ["feed"])
    #expect(demo.feed == .file("feed.xml"))
    #expect(demo.latency == 250)
  }

  @Test func `the folder of the posters is a folder with any name`() throws {
    let demo = try Demo.parse(["--cache", "/tmp/a b%20c"])
    #expect(demo.cache?.path == "/tmp/a b%20c")
    #expect(demo.cache?.hasDirectoryPath == true)
  }

  @Test(arguments: [
    (["--latency", "-1"], "The latency -1 is not between 0 and 10000 milliseconds."),
    (["--latency", "10001"], "The latency 10001 is not between 0 and 10000 milliseconds."),
    (["--latency", "soon"], "The value 'soon' is invalid for '--latency <milliseconds>'"),
    (["--latency"], "Missing value for '--latency <milliseconds>'"),
    (["--feed", "ftp://a/b"], "A feed is loaded from http, https or file, not from ftp."),
    (["--feed", ""], "The feed’s name is empty."),
    (["--scene", "nonsense"], "No scene is named “nonsense”"),
    (["--live", "--scene", "search"], "--live plays no scene"),
    (["--live", "--feed", "feed.xml"], "--live plays no scene"),
    (["--live", "--all"], "--live plays no scene"),
    (["--web", "--all"], "--web plays no scene"), (["--web", "--live"], "--web plays no scene"),
    (["--port", "8080"], "--port needs --web."),
    (["--web", "--port", "70000"], "The value '70000' is"),
    (["--all", "--scene", "search"], "--all plays every scene"),
    (["--posters-of", "http://127.0.0.1:1"], "--posters-of needs --cache."),
    (["--movies-of", "http://127.0.0.1:1"], "--movies-of needs --cache."),
    (["--cache", "/tmp", "--posters-of", "nowhere"], "“nowhere” is not an address."),
    (["--speed"], "Unknown option '--speed'"),
    (["podcasts"], "Unexpected argument 'podcasts'"),
  ])
  func `invalid options are refused in a sentence, with status 64`(
    arguments: [String],
    sentence: String
  ) {
    let error = #expect(throws: (any Error).self) { try Demo.parse(arguments) }
    guard let error else { return }
    #expect(Demo.message(for: error).contains(sentence))
    #expect(Demo.exitCode(for: error).rawValue == 64)
  }

  @Test func `the help names every option`() {
    let help = Demo.helpMessage(columns: 80)
    for option in [
      "--scene <name>", "--feed <url or file>", "--latency <milliseconds>", "--cache <folder>",
      "--all", "--live", "--list", "--web", "--port <number>",
    ] {
      #expect(help.contains(option))
    }
    #expect(!help.contains("--posters-of") && !help.contains("--movies-of"))
  }

  @Test func `the help lists every key of the live screen`() {
    let help = Demo.helpMessage(columns: 80)
    for command in LiveCommand.all {
      let labels = command.keys.map(\.label) + (command.letter.map { [Key.text($0).label] } ?? [])
      let lines = help.split(separator: "\n").filter { $0.hasSuffix(" " + command.help) }
      #expect(lines.contains { line in labels.allSatisfy(line.contains) }, "\(command.help)")
    }
  }

  @Test func `the menu is shown on a terminal only, unless an option chooses the scenes`() throws {
    let terminal = ConsoleForm.terminal()
    for arguments in [[], ["--latency", "5"], ["--cache", "/tmp"]] {
      let demo = try Demo.parse(arguments)
      #expect(demo.showsMenu(hasKeyboard: true, terminal))
      #expect(!demo.showsMenu(hasKeyboard: false, terminal))
      #expect(!demo.showsMenu(hasKeyboard: true, .plain))
    }
    for arguments in [["--all"], ["--scene", "edit"], ["--feed", "feed.xml"]] {
      #expect(!(try Demo.parse(arguments).showsMenu(hasKeyboard: true, terminal)))
    }
    #expect(try Demo.parse(["--all"]).picked().count == Playbill.scenes.count)
  }

  @Test func `scenes are picked by name in the order of the tour`() throws {
    let scenes = ["a", "b", "c"].map(named)
    #expect(try Playbill.pick(["c", "a", "c"], from: scenes).map(\.name) == ["a", "c"])
    let expected = Playbill.UnknownScene(name: "d", known: ["a", "b", "c"])
    #expect(throws: expected) { try Playbill.pick(["a", "d"], from: scenes) }
    #expect(expected.description == "No scene is named “d”; the scenes are: a, b, c.")
  }

  @Test func `the list has each scene and its description`() {
    let output = CapturedOutput()
    Demo.list([named("a"), named("b")], on: Console(sink: output, form: .plain))
    #expect(output.text == "a\nShows a.\n\nb\nShows b.\n\n")
  }
}

/// A scene without steps.
func named(_ name: String) -> Scene {
  Scene(name: name, title: "Title of \(name)", shows: "Shows \(name).") { _ in [] }
}
