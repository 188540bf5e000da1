import CombineShim
import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Synchronization
import Testing

/// Async methods of a model as inputs, and writes without a result (K7).
@Suite struct AsyncInputTests {
  @Test func `async methods are called in a task`() async throws {
    let timeline = Timeline()
    let model = AsyncModel(save: { _ in })
    let show = timeline.recordingInput({ await model.show($0) }, as: "show")
    let count = timeline.recordingInput({ await model.count() }, as: "count")
    let check = timeline.recordingInput(
      { (text: String) in try await model.check(text) },
      as: "check"
    )
    let fail = timeline.recordingInput({ try await model.fail() }, as: "fail")
    // A method without `await` is called without a task, also in an async context.
    let size = timeline.recordingInput({ model.size() }, as: "size")
    timeline.record(model.shown.readOnly, as: "shown")
    #expect(size() == 2)
    await show(3)
    #expect(await count() == 1)
    #expect(try await check("a") == 1)
    await #expect(throws: AsyncModel.Fault.self) { try await fail() }
    // All calls are in the first frame, however busy the machine is.
    let test = timeline.swiftTest(of: "AsyncModel()", frame: .seconds(86_400))
    for line in [
      #"m.hot("3", ["3": 3]) { value in Task { await model.show(value) } }"#,
      #"m.hot("c") { Task { _ = await model.count() } }"#,
      #"m.hot("c") { _ = model.size() }"#,
      #"m.hot("a", ["a": "a"]) { value in Task { _ = try? await model.check(value) } }"#,
      #"m.hot("c") { Task { _ = try? await model.fail() } }"#,
      "// The lane 'show', 1 entry\n",
    ] {
      #expect(test.contains(line), "\(line) is missing in \(test)")
    }
  }

  @MainActor @Test func `a write without a result prints an expectation of true, which passes`()
    throws
  {
    var test = ""
    marbles { m in
      let timeline = m.keep(Timeline(clock: m.clock))
      let answer = m.cold("--v|", ["v": ()])
      let save = timeline.recording({ (_: Int) async throws in try await answer() }, as: "save")
      let model = m.keep(AsyncModel(save: save))
      let show = timeline.recordingInput({ await model.show($0) }, as: "show")
      timeline.record(model.add, as: "add")
      timeline.record(model.shown.readOnly, as: "shown")
      timeline.record(model.done.readOnly, as: "done")
      m.hot("-a", ["a": 7]) { value in Task { await show(value) } }
      m.expect(model.shown, "-a", ["a": 7])
      m.at(.milliseconds(60)) {
        test = timeline.swiftTest(of: "AsyncModel(save: save)", named: "a write without a result")
      }
    }
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "PrintedAsyncTest.swift")
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.header + test)
  }

  private static let header = """
    // swift-format-ignore-file
    // Printed by AsyncInputTests.swift.


    """
}

final class AsyncModel: Sendable {
  struct Fault: Error {}

  let shown = PublishRelay<Int>()
  let done = PublishRelay<Void>()
  let add: Mutation<Int, Void, LoadError>

  init(save: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
    add = Mutation { number in try await save(number) }
  }

  @MainActor func show(_ number: Int) async {
    shown.accept(number)
    _ = await add.run(number).outcome()
    done.accept(())
  }

  func size() -> Int { 2 }
  func count() async -> Int { 1 }
  func check(_ text: String) async throws -> Int { text.count }
  func fail() async throws { throw Fault() }
}
