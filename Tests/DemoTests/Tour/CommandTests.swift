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

  @Test func `the folder of the posters is a folder, whatever its name looks like`() throws {
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
    (["--scene", "nonsense"], "There is no scene “nonsense”"),
    (["--live", "--scene", "search"], "--live plays no scene"),
    (["--live", "--feed", "feed.xml"], "--live plays no scene"),
    (["--posters-of", "http://127.0.0.1:1"], "--posters-of needs --cache."),
    (["--cache", "/tmp", "--posters-of", "nowhere"], "“nowhere” is no address."),
    (["--speed"], "Unknown option '--speed'"),
    (["podcasts"], "Unexpected argument 'podcasts'"),
  ])
  func `options that make no sense are refused in a sentence, with status 64`(
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
      "--live", "--list",
    ] {
      #expect(help.contains(option))
    }
    #expect(!help.contains("--posters-of"))
  }

  @Test func `scenes are picked by name in the order of the tour`() throws {
    let scenes: [any Scene] = ["a", "b", "c"].map(Named.init)
    #expect(try Playbill.pick(["c", "a", "c"], from: scenes).map(\.name) == ["a", "c"])
    let expected = Playbill.UnknownScene(name: "d", known: ["a", "b", "c"])
    #expect(throws: expected) { try Playbill.pick(["a", "d"], from: scenes) }
    #expect(expected.description == "There is no scene “d”; the scenes are: a, b, c.")
  }

  @Test func `the list names each scene and what it shows`() {
    let output = CapturedOutput()
    Demo.list([Named(name: "a"), Named(name: "b")], on: Console(sink: output, form: .plain))
    #expect(output.text == "a\nShows a.\n\nb\nShows b.\n\n")
  }
}

private struct Named: Scene {
  let name: String
  let title = "Title"
  var shows: String { "Shows \(name)." }

  func run(in context: SceneContext) async -> SceneResult { .reached }
}
